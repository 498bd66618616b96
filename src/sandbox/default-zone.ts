// What a new zone of the sandbox contains: the ruleset and the two jobs of a fictional shop. Data only; samples/ describes the same zone.

/** Logged request headers, in lower case, in the order of the ruleset. */
export const REQUEST_HEADERS = ['accept-language', 'content-type', 'x-api-version', 'x-search-term'] as const;
/** Logged response headers. */
export const RESPONSE_HEADERS = ['cache-control', 'x-release', 'x-error'] as const;
/** Logged cookies; names are case-sensitive. */
export const COOKIES = ['session_id', 'currency', 'cartId', 'greeting', 'prefs'] as const;

/** Name and description that the platform gives a ruleset without them. */
export const RULESET_NAME = 'Zone-level phase entry point';
export const RULESET_DESCRIPTION = 'This ruleset configures custom log fields.';

/** The rule of the custom-fields ruleset. `docs/platform.md`, "Custom fields". */
export const FIELDS_RULE = {
  action: 'log_custom_field',
  action_parameters: {
    request_fields: REQUEST_HEADERS.map((name) => ({ name })),
    response_fields: RESPONSE_HEADERS.map((name) => ({ name })),
    cookie_fields: COOKIES.map((name) => ({ name })),
  },
  expression: 'true',
  description: 'Headers and cookies of the shop',
  enabled: true,
} as const;

/** A job of the zone. */
export interface DefaultJob {
  readonly name: string;
  /** The filter as an object. */
  readonly filter: object;
  readonly fieldNames: readonly string[];
  readonly timestampFormat: 'unixnano' | 'rfc3339ns';
  /** Whether `${` is pushed as `x{`. */
  readonly isCveRewritten: boolean;
}

/** Everything except health checks, with all fields for an investigation. */
export const ALL_REQUESTS: DefaultJob = {
  name: 'all-requests',
  filter: { where: { key: 'ClientRequestPath', operator: '!eq', value: '/healthz' } },
  fieldNames: `
    RayID EdgeStartTimestamp EdgeEndTimestamp ClientIP ClientCountry ClientASN EdgeColoCode ClientRequestHost ClientRequestMethod
    ClientRequestPath ClientRequestURI ClientRequestProtocol ClientRequestReferer ClientRequestUserAgent EdgeResponseStatus
    EdgeResponseBytes EdgeResponseContentType EdgeResponseCompressionRatio EdgeTimeToFirstByteMs CacheCacheStatus CacheTieredFill
    OriginResponseStatus OriginResponseDurationMs BotScore BotTags BotDetectionIDs LeakedCredentialCheckResult SecurityAction
    SecurityActions SecurityRuleIDs SecuritySources MatchedRules Cookies RequestHeaders ResponseHeaders
  `
    .trim()
    .split(/\s+/),
  timestampFormat: 'unixnano',
  isCveRewritten: false,
};

/** Values of `SecurityAction` that count as a threat. */
export const THREAT_ACTIONS: readonly string[] = ['block', 'challenge', 'managedChallenge', 'jschallenge'];

/** Errors and blocked threats, for the team on call; without user agent, bot score and cookies. */
export const ERRORS_AND_THREATS: DefaultJob = {
  name: 'errors-and-threats',
  filter: {
    where: {
      or: [
        { key: 'EdgeResponseStatus', operator: 'geq', value: '400' },
        { key: 'SecurityAction', operator: 'in', value: THREAT_ACTIONS },
        { key: 'SecurityActions', operator: 'contains', value: 'log' },
      ],
    },
  },
  fieldNames: `
    EdgeStartTimestamp RayID ClientIP ClientASN ClientCountry ClientRequestHost ClientRequestMethod ClientRequestPath
    EdgeResponseStatus EdgeTimeToFirstByteMs CacheCacheStatus OriginResponseStatus OriginResponseDurationMs WAFAttackScore
    SecurityAction SecurityActions SecurityRuleIDs SecuritySources RequestHeaders ResponseHeaders
  `
    .trim()
    .split(/\s+/),
  timestampFormat: 'rfc3339ns',
  isCveRewritten: true,
};

/** Both jobs, in the order in which they are created. */
export const DEFAULT_JOBS: readonly DefaultJob[] = [ALL_REQUESTS, ERRORS_AND_THREATS];

/** Returns the `output_options` of a job. */
export function outputOptionsOf({ fieldNames, timestampFormat, isCveRewritten }: DefaultJob) {
  return {
    field_names: fieldNames,
    output_type: 'ndjson',
    timestamp_format: timestampFormat,
    sample_rate: 1,
    'CVE-2021-44228': isCveRewritten,
  };
}
