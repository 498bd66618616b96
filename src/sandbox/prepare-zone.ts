// Fills a new zone with the ruleset and the two jobs of a fictional shop, which samples/ describes, too, and keeps the jobs of an older one pointed
// at its own bucket.
import { CUSTOM_FIELDS_PHASE } from '../language/custom-fields/index.ts';
import type { ObjectWriter } from './destination/object-writer.ts';
import { newId } from './state/identity.ts';
import type { JobConfig } from './state/job-config.ts';
import type { State } from './state/state.ts';

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
const DEFAULT_JOBS: readonly DefaultJob[] = [ALL_REQUESTS, ERRORS_AND_THREATS];

/** Batches close after the shortest interval of the platform, so that objects appear soon. `docs/platform.md`, "Jobs". */
const INTERVAL_SECONDS = 30;

/** Setting: the zone was filled once. */
const FILLED = 'zone-filled';

/** What the functions below need. */
interface ZoneContext {
  state: State;
  openWriter: (destinationConf: string) => Promise<ObjectWriter>;
  /** A destination in the bucket of the sandbox, including keys. */
  destinationConf: (prefix: string) => string;
}

/**
 * Creates the ruleset and the jobs of a zone, unless an earlier run has done so: what was deleted stays deleted. Completes what a killed run
 * has begun.
 * @param isEmpty creates nothing, now and later
 */
export async function fillZone(context: ZoneContext, isEmpty: boolean): Promise<void> {
  const { rulesets, jobs, settings } = context.state;
  if (settings.get(FILLED) !== undefined) return;
  if (!isEmpty) {
    if (rulesets.entryPoint(CUSTOM_FIELDS_PHASE) === undefined) createRuleset(rulesets);
    const names = new Set(jobs.list('zone').map(({ config }) => config.name));
    for (const job of DEFAULT_JOBS.filter(({ name }) => !names.has(name))) {
      const config = configOf(job, context.destinationConf(`${job.name}/{DATE}`));
      jobs.create('zone', config, await identityOf(config, context));
    }
  }
  settings.set(FILLED, 'yes');
}

function createRuleset(rulesets: State['rulesets']): void {
  const id = newId();
  rulesets.create(
    { id: newId(), name: RULESET_NAME, kind: 'zone', phase: CUSTOM_FIELDS_PHASE },
    {
      description: RULESET_DESCRIPTION,
      rules: (lastUpdated) => [{ id, version: 1, lastUpdated, ref: id, definition: FIELDS_RULE }],
    },
  );
}

/**
 * Rewrites destinations in the own bucket after its address changed.
 * @param earlier URL of the bucket in the last run; undefined in the first one
 * @param now its present URL
 */
export async function moveDestinations(context: ZoneContext, earlier: string | undefined, now: string): Promise<void> {
  if (earlier === undefined || earlier === now) return;
  for (const scope of ['zone', 'account'] as const) {
    for (const { id, config } of context.state.jobs.list(scope)) {
      const moved = config.destination_conf
        .replaceAll(`endpoint=${earlier}`, `endpoint=${now}`)
        .replaceAll(`endpoint=${encodeURIComponent(earlier)}`, `endpoint=${encodeURIComponent(now)}`);
      if (moved === config.destination_conf) continue;
      const changed = { ...config, destination_conf: moved };
      context.state.jobs.update(scope, id, changed, await identityOf(changed, context));
    }
  }
}

function configOf(job: DefaultJob, destination_conf: string): JobConfig {
  return {
    dataset: 'http_requests',
    kind: '',
    enabled: true,
    name: job.name,
    destination_conf,
    filter: JSON.stringify(job.filter),
    output_options: outputOptionsOf(job),
    max_upload_interval_seconds: INTERVAL_SECONDS,
  };
}

async function identityOf({ destination_conf }: JobConfig, { openWriter }: ZoneContext): Promise<string> {
  const writer = await openWriter(destination_conf);
  writer.close();
  return writer.identity;
}

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
