// Describes a failure: its code and kind for the exit code, and what happened, and what to do. The first row that
// matches counts. docs/platform.md, "Management API".
import {
  type ErrorKind,
  fillWords,
  NETWORK_FAILURES,
  type NetworkWords,
  networkFailure,
  PROXY_LOGIN,
  printWait,
} from '../../../base/index.ts';
import { PUBLIC_BASE_URL } from '../base-url.ts';
import { type ApiFailure, type ApiMessage, BLOCKED_PORT, type FailureKind } from './api-failure.ts';
import type { ApiRequest, Connection } from './api-request.ts';
import { redactMessage } from './redact-message.ts';

/** A failure in words. */
interface FailureText {
  /** Code of the HeadgateError; stable. */
  readonly code: string;
  /** @default 'unreachable' */
  readonly kind?: ErrorKind;
  /** What happened, without advice. */
  readonly reason: string;
  /** What to do. */
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
/** Longest time to open a connection: the default of `fetch` in Node. Milliseconds. */
const CONNECT_MS = 10_000;

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

/** The texts of a failed connection. @param codeOf a system code; undefined: the connection ended early */
function textOf(codeOf: (facts: Facts) => string | undefined): Pick<Required<Row>, 'reason' | 'advice'> {
  const text = (part: 'reason' | 'advice') => (facts: Facts) => {
    const code = codeOf(facts);
    const known = code === undefined ? undefined : networkFailure([code]);
    const failure = known ?? NETWORK_FAILURES.find(({ kind }) => kind === 'broken-connection')!;
    return fillWords(failure[part], wordsOf(facts.connection));
  };
  return { reason: text('reason'), advice: text('advice') };
}

function wordsOf({ host, baseURL }: Connection): NetworkWords {
  const address = '--api-url and CLOUDFLARE_BASE_URL';
  return {
    host,
    address,
    network: `${address}, the network and any proxy`,
    plain: `--api-url ${baseURL.replace(/^https:/, 'http:')}`,
    attempts: '',
    connectTime: printWait(CONNECT_MS),
  };
}

function networkRow(code: string, kind: FailureKind): Row {
  return { code, when: (facts) => facts.kind === kind, ...textOf(({ detail }) => detail) };
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
    reason: ({ connection: { host } }) => `the Fetch standard blocks the port of ${host}`,
    advice: () => 'check --api-url and CLOUDFLARE_BASE_URL',
  },
  networkRow('api-unreachable', 'unreachable'),
  networkRow('api-tls', 'tls'),
  networkRow('api-connection-lost', 'lost'),
  {
    code: 'api-timeout',
    when: ({ kind }) => kind === 'timeout',
    reason: ({ connection: { host, timeoutMs } }) =>
      `${host} does not answer completely within ${printWait(timeoutMs)}`,
    advice: () => 'check the network, or try again later',
  },
  {
    code: 'api-unexpected-answer',
    when: ({ kind }) => kind === 'unexpected',
    reason: ({ detail, expected, connection: { host } }) =>
      `${host} sends ${detail}${expected === undefined ? '' : ` instead of ${expected}`}`,
    advice: () => CHECK_ADDRESS,
  },
  {
    code: 'api-redirect',
    when: ({ status = 0, kind }) => kind === 'status' && status >= 300 && status < 400,
    reason: ({ status, redirectsTo, connection: { host } }) =>
      `${host} redirects${redirectsTo === undefined ? '' : ` to ${redirectsTo}`} (HTTP ${status}), and headgate does not follow, because it would send the credentials there`,
    advice: () => CHECK_ADDRESS,
  },
  { code: 'api-proxy', when: statusIs(407), ...textOf(() => PROXY_LOGIN) },
  {
    code: 'api-rate-limited',
    when: statusIs(429),
    advice: ({ retryAfterMs }) =>
      retryAfterMs === undefined ? 'try again in 5 min' : `try again in ${printWait(retryAfterMs)}`,
  },
  {
    code: 'api-max-jobs',
    kind: 'negative',
    when: says(/exceeded max jobs allowed/i),
    advice: () =>
      'change or delete a job (headgate jobs list). If there are none, the subscription of the zone or account does not include this dataset',
  },
  {
    code: 'api-max-policies',
    kind: 'negative',
    when: saysTooManyPolicies,
    advice: () =>
      'delete notification policies that are not needed, or ask for a higher limit. Without --pools-per-policy, headgate creates as few as possible',
  },
  {
    code: 'api-ownership',
    kind: 'negative',
    when: says(/ownership[_ ]challenge/i),
    advice: () => 'request a new token: a token is valid for one path of one bucket, for seven days',
  },
  {
    code: 'api-ruleset-exists',
    kind: 'negative',
    when: (facts) =>
      (isOfRuleset(facts) && hasCode(20217)(facts)) || says(/exceeded maximum number of zone rulesets/i)(facts),
    advice: () => 'a zone has one ruleset for each phase: change the existing one (headgate fields apply)',
  },
  ...rowsByCode('api-bucket', isOfBucket, {
    // Commands check the rule for names before they send a request.
    10005: 'choose a name that the rule for bucket names allows',
    10006: 'list the buckets (headgate sandbox bucket list)',
    10008: 'delete its objects first',
    10073: 'choose another name; list the buckets (headgate sandbox bucket list)',
    10074: 'the edge script serves this bucket, which cannot be deleted',
  }),
  ...rowsByCode('api-secret', isOfSecret, {
    10053: 'choose a name that the script does not use for a variable or a binding',
    10056: 'list the secrets (headgate sandbox secret list)',
  }),
  {
    code: 'api-unauthorized',
    when: (facts) => statusIs(401)(facts) || says(/invalid request headers/i)(facts),
    advice: ({ credentials, connection: { isToken } }) =>
      `check ${credentials}. ${isToken ? 'An API key is not a token: it belongs in CLOUDFLARE_API_KEY, with CLOUDFLARE_EMAIL' : 'An API token is not a key: it belongs in CLOUDFLARE_API_TOKEN'}`,
  },
  {
    code: 'api-forbidden',
    when: says(/\btransformer feature is not available\b/i),
    advice: () => 'ask Cloudflare to enable transformers for the account, or use another account',
  },
  {
    code: 'api-rejected',
    kind: 'negative',
    when: says(/^transformer \d+ not found\b/i),
    advice: () => 'list the transformers (headgate transformers list)',
  },
  {
    code: 'api-forbidden',
    when: statusIs(403),
    advice: ({ isEnvelope, credentials, request: { permission } }) =>
      isEnvelope ? `${credentials} is wrong or expired, or probably lacks the permission ${permission}` : CHECK_ADDRESS,
  },
  {
    code: 'api-missing',
    when: (facts) => statusIs(404, 410)(facts) && new URL(facts.connection.baseURL).pathname === '/',
    advice: ({ connection: { baseURL } }) =>
      `the address must end with ${PUBLIC_PATH}: write ${baseURL}${PUBLIC_PATH} (--api-url, CLOUDFLARE_BASE_URL)`,
  },
  {
    code: 'api-missing',
    when: statusIs(404, 410),
    advice: ({ isEnvelope }) =>
      isEnvelope
        ? 'check its id and that of the zone or account, and whether these credentials have access to it'
        : CHECK_ADDRESS,
  },
  {
    code: 'api-method',
    when: statusIs(405),
    advice: () => `this server does not have the call: ${CHECK_ADDRESS}`,
  },
  {
    code: 'api-conflict',
    when: statusIs(409, 412),
    advice: () => 'another client changed it at the same time: run the command again',
  },
  {
    code: 'api-too-large',
    kind: 'negative',
    when: statusIs(413),
    advice: () => 'shorten the job or the ruleset',
  },
  {
    code: 'api-server',
    when: ({ status = 0, kind }) => kind === 'status' && (status >= 500 || status === 408),
    advice: () => 'try again later, or look at https://www.cloudflarestatus.com',
  },
  {
    code: 'api-rejected',
    kind: 'negative',
    when: () => true,
    advice: ({ isEnvelope }) => (isEnvelope ? 'correct what its message names' : CHECK_ADDRESS),
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

/** `api.cloudflare.com answers HTTP 403 with error 10000 "Authentication error"` */
function describeAnswer(connection: Connection, request: ApiRequest, failure: ApiFailure): string {
  const { host } = connection;
  const { messages, isEnvelope, status, kind } = failure;
  const secrets = [...connection.secrets, ...(request.secrets ?? [])];
  const describe = ({ code, text, pointer }: ApiMessage): string => {
    const at = pointer === undefined ? '' : ` at ${redactMessage(pointer, secrets)}`;
    return `${code === undefined ? '' : `${code} `}${JSON.stringify(redactMessage(text, secrets))}${at}`;
  };
  const shown = messages.slice(0, MAX_SHOWN_MESSAGES).map(describe).join(', ');
  const rest = messages.length > MAX_SHOWN_MESSAGES ? ` and ${messages.length - MAX_SHOWN_MESSAGES} more` : '';
  const success = kind === 'rejected' ? ' and success: false' : '';
  const noun = messages.length === 1 ? 'error' : 'errors';
  const errors =
    messages.length > 0 ? ` with ${noun} ${shown}${rest}` : isEnvelope ? '' : ' without an error of the API';
  return `${host} answers HTTP ${status}${success}${errors}`;
}
