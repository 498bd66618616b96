// Describes a failure: its code and kind for the exit code, and what was found, what was expected, and how to fix it. The first row that
// matches counts. docs/platform.md, "Management API".
import type { ErrorKind } from '../../../base/index.ts';
import { PUBLIC_BASE_URL } from '../base-url.ts';
import { type ApiFailure, type ApiMessage, BLOCKED_PORT } from './api-failure.ts';
import type { ApiRequest, Connection } from './api-request.ts';
import { printWait } from './print-wait.ts';
import { redactMessage } from './redact-message.ts';

/** A failure in words. */
export interface FailureText {
  /** Code of the HeadgateError; stable. */
  readonly code: string;
  /** @default 'unreachable' */
  readonly kind?: ErrorKind;
  /** What was found, without advice. */
  readonly reason: string;
  /** What was expected, and how to fix it. */
  readonly advice: string;
}

interface Facts extends ApiFailure {
  readonly connection: Connection;
  readonly request: ApiRequest;
  /** The status with the API's own messages, in words. */
  readonly answer: string;
  /** The credentials of the connection, by name. */
  readonly credentials: string;
}

interface Row {
  readonly code: string;
  readonly kind?: ErrorKind;
  when(facts: Facts): boolean;
  /** @default the status with the API's messages */
  reason?(facts: Facts): string;
  advice(facts: Facts): string;
}

/** Most messages of an answer that a sentence repeats. */
const MAX_SHOWN_MESSAGES = 3;
/** `/client/v4`, which is easily left out. */
const PUBLIC_PATH = new URL(PUBLIC_BASE_URL).pathname;
const CHECK_ADDRESS = 'check the address of the API (--api-url, CLOUDFLARE_BASE_URL) and any proxy in front of it';
const NAME_UNKNOWN: readonly (string | undefined)[] = ['ENOTFOUND', 'EAI_AGAIN'];

function statusIs(...statuses: readonly number[]): (facts: Facts) => boolean {
  return ({ status, kind }) => kind === 'status' && statuses.includes(status ?? 0);
}

function says(pattern: RegExp): (facts: Facts) => boolean {
  return ({ messages }) => messages.some(({ text }) => pattern.test(text));
}

function hasCode(...codes: readonly number[]): (facts: Facts) => boolean {
  return ({ messages }) => messages.some(({ code = 0 }) => codes.includes(code));
}

/** A code is unique only within a part of the API: one of these may reject something else for another reason. */
const isOfRuleset = says(/\brulesets?\b/i);
const isOfBucket = says(/\bbucket\b/i);
const isOfSecret = says(/^binding\b/i);

/** The text of the platform is not public. A message about pools or filters is about the size of one policy. */
function saysTooManyPolicies({ request, messages }: Facts): boolean {
  return (
    request.creates === 'policy' &&
    messages.some(
      ({ text }) =>
        /limit|maximum|max\b|exceed|too many|quota/i.test(text) &&
        /polic(?:y|ies)|notifications?\b/i.test(text) &&
        !/pool|filter|mechanism|too (?:large|long)|\bsize\b/i.test(text),
    )
  );
}

/** Rejections of one part of the API: its codes, each with the advice. */
function rowsByCode(
  code: string,
  isOfPart: (facts: Facts) => boolean,
  advice: Readonly<Record<number, string>>,
): readonly Row[] {
  return Object.entries(advice).map(([number, text]) => ({
    code,
    kind: 'negative',
    when: (facts) => isOfPart(facts) && hasCode(Number(number))(facts),
    advice: () => text,
  }));
}

const ROWS: readonly Row[] = [
  {
    code: 'interrupted',
    kind: 'interrupted',
    when: ({ kind }) => kind === 'interrupted',
    reason: () => 'the run was interrupted',
    advice: () => 'run the command again',
  },
  {
    code: 'api-unreachable',
    when: ({ detail }) => detail === BLOCKED_PORT,
    reason: ({ connection: { host } }) => `found the address ${host}, whose port the Fetch standard blocks`,
    advice: () => 'expected another port; check --api-url and CLOUDFLARE_BASE_URL',
  },
  {
    code: 'api-unreachable',
    when: ({ kind }) => kind === 'unreachable',
    reason: ({ connection: { host }, detail }) =>
      NAME_UNKNOWN.includes(detail)
        ? `found no address for the name ${host} (${detail})`
        : `found no server at ${host} (${detail})`,
    advice: () => 'expected a reachable API; check --api-url, CLOUDFLARE_BASE_URL and the network',
  },
  {
    code: 'api-tls',
    when: ({ kind }) => kind === 'tls',
    reason: ({ connection: { host }, detail }) => `found no trusted TLS connection to ${host} (${detail})`,
    advice: () =>
      'expected a valid certificate; check the address and the clock, and name a private authority with NODE_EXTRA_CA_CERTS=<file.pem>',
  },
  {
    code: 'api-timeout',
    when: ({ kind }) => kind === 'timeout',
    reason: ({ connection: { host, timeoutMs } }) =>
      `found no complete answer from ${host} within ${printWait(timeoutMs)}`,
    advice: () => 'expected one; check the network, or try again later',
  },
  {
    code: 'api-connection-lost',
    when: ({ kind }) => kind === 'lost',
    reason: ({ connection: { host }, detail }) =>
      `found no complete HTTP answer from ${host}${detail === undefined ? '' : ` (${detail})`}`,
    advice: () => 'expected one; check the network and any proxy, or try again later',
  },
  {
    code: 'api-unexpected-answer',
    when: ({ kind }) => kind === 'unexpected',
    reason: ({ detail, connection: { host } }) => `found ${detail} from ${host}`,
    advice: ({ expected }) => `expected ${expected}; ${CHECK_ADDRESS}`,
  },
  {
    code: 'api-redirect',
    when: ({ status = 0, kind }) => kind === 'status' && status >= 300 && status < 400,
    reason: ({ answer, redirectsTo }) =>
      `${answer}, a redirect${redirectsTo === undefined ? '' : ` to ${redirectsTo}`}, which is not followed because it would receive the credentials`,
    advice: () => `expected an answer; ${CHECK_ADDRESS}`,
  },
  {
    code: 'api-rate-limited',
    when: statusIs(429),
    advice: ({ retryAfterMs }) =>
      retryAfterMs === undefined
        ? 'expected an answer; try again in five minutes'
        : `expected an answer; try again in ${printWait(retryAfterMs)}`,
  },
  {
    code: 'api-max-jobs',
    kind: 'negative',
    when: says(/exceeded max jobs allowed/i),
    advice: () =>
      'expected fewer jobs; change or delete one of them (headgate jobs list). If there are none, the subscription of the zone or account does not include this dataset',
  },
  {
    code: 'api-max-policies',
    kind: 'negative',
    when: saysTooManyPolicies,
    advice: () =>
      'expected fewer notification policies; delete those that are not needed, or ask for a higher limit. Without --pools-per-policy, headgate creates as few as possible',
  },
  {
    code: 'api-ownership',
    kind: 'negative',
    when: says(/ownership[_ ]challenge/i),
    advice: () =>
      'expected the token of this destination; request a new one: a token is valid for one path of one bucket, for seven days',
  },
  {
    code: 'api-ruleset-exists',
    kind: 'negative',
    when: (facts) =>
      (isOfRuleset(facts) && hasCode(20217)(facts)) || says(/exceeded maximum number of zone rulesets/i)(facts),
    advice: () =>
      'expected a phase without a ruleset; a zone has one ruleset for each phase: change the existing one (headgate fields apply)',
  },
  ...rowsByCode('api-bucket', isOfBucket, {
    // Commands check the rule for names before they send a request.
    10005: 'expected a name that the rule for bucket names allows',
    10006: 'expected an existing bucket; list the buckets (headgate sandbox bucket list)',
    10008: 'expected an empty bucket; delete its objects first',
    10073: 'expected the name of another bucket; list the buckets (headgate sandbox bucket list)',
    10074: 'the edge script serves this bucket, which cannot be deleted',
  }),
  ...rowsByCode('api-secret', isOfSecret, {
    10053: 'expected a name that the script does not use for a variable or a binding',
    10056: 'expected an existing secret; list the secrets (headgate sandbox secret list)',
  }),
  {
    code: 'api-unauthorized',
    when: (facts) => statusIs(401)(facts) || says(/invalid request headers/i)(facts),
    advice: ({ credentials, connection: { isToken } }) =>
      `expected access; check ${credentials}. ${isToken ? 'An API key is not a token: it belongs in CLOUDFLARE_API_KEY, with CLOUDFLARE_EMAIL' : 'An API token is not a key: it belongs in CLOUDFLARE_API_TOKEN'}`,
  },
  {
    code: 'api-forbidden',
    when: statusIs(403, 407),
    advice: ({ isEnvelope, credentials, request: { permission } }) =>
      isEnvelope
        ? `expected access; ${credentials} is wrong or expired, or probably lacks the permission ${permission}`
        : `expected access; ${CHECK_ADDRESS}`,
  },
  {
    code: 'api-missing',
    when: (facts) => statusIs(404, 410)(facts) && new URL(facts.connection.baseURL).pathname === '/',
    advice: ({ connection: { baseURL } }) =>
      `expected an address that ends with ${PUBLIC_PATH}; write ${baseURL}${PUBLIC_PATH} (--api-url, CLOUDFLARE_BASE_URL)`,
  },
  {
    code: 'api-missing',
    when: statusIs(404, 410),
    advice: ({ isEnvelope }) =>
      isEnvelope
        ? 'expected an existing object; check its id and that of the zone or account, and whether these credentials have access to it'
        : `expected JSON of the API; ${CHECK_ADDRESS}`,
  },
  {
    code: 'api-method',
    when: statusIs(405),
    advice: () => `expected an API that has this call; ${CHECK_ADDRESS}`,
  },
  {
    code: 'api-conflict',
    when: statusIs(409, 412),
    advice: () => 'expected no other change at the same time; run the command again',
  },
  {
    code: 'api-too-large',
    kind: 'negative',
    when: statusIs(413),
    advice: () => 'expected a smaller request; shorten the job or the ruleset',
  },
  {
    code: 'api-server',
    when: ({ status = 0, kind }) => kind === 'status' && (status >= 500 || status === 408),
    advice: () => 'expected an answer; try again later, or look at https://www.cloudflarestatus.com',
  },
  {
    code: 'api-rejected',
    kind: 'negative',
    when: () => true,
    advice: ({ isEnvelope }) =>
      isEnvelope
        ? 'expected a request that the API accepts; correct what its message names'
        : `expected JSON of the API; ${CHECK_ADDRESS}`,
  },
];

/** Describes a failure. */
export function describeFailure(connection: Connection, request: ApiRequest, failure: ApiFailure): FailureText {
  const facts: Facts = {
    ...failure,
    connection,
    request,
    answer: describeAnswer(connection, request, failure),
    credentials: connection.isToken
      ? 'the API token (CLOUDFLARE_API_TOKEN)'
      : 'the e-mail and key (CLOUDFLARE_EMAIL, CLOUDFLARE_API_KEY)',
  };
  const row = ROWS.find(({ when }) => when(facts))!;
  return {
    code: row.code,
    ...(row.kind !== undefined && { kind: row.kind }),
    reason: row.reason?.(facts) ?? facts.answer,
    advice: request.advice?.[row.code] ?? row.advice(facts),
  };
}

/** `found HTTP 403 from api.cloudflare.com with the error 10000 "Authentication error"` */
function describeAnswer(connection: Connection, request: ApiRequest, failure: ApiFailure): string {
  const { host } = connection;
  const { messages, isEnvelope, status, kind } = failure;
  const secrets = [...connection.secrets, ...(request.secrets ?? [])];
  const describe = ({ code, text, pointer }: ApiMessage): string => {
    const at = pointer === undefined ? '' : ` at ${redactMessage(pointer, secrets)}`;
    return `${code === undefined ? '' : `${code} `}${JSON.stringify(redactMessage(text, secrets))}${at}`;
  };
  const shown = messages.slice(0, MAX_SHOWN_MESSAGES).map(describe).join('; ');
  const rest = messages.length > MAX_SHOWN_MESSAGES ? ` and ${messages.length - MAX_SHOWN_MESSAGES} more` : '';
  const success = kind === 'rejected' ? ' and success: false' : '';
  const noun = messages.length === 1 ? 'the error' : 'the errors';
  const errors =
    messages.length > 0 ? ` with ${noun} ${shown}${rest}` : isEnvelope ? '' : ' without an error of the API';
  return `found HTTP ${status}${success} from ${host}${errors}`;
}
