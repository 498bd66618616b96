// A request that the API answers with an error. Messages never contain a token, a key or a query of a destination_conf.

/** Error codes. */
export const CODES = {
  /** No header of either form of authentication. */
  noCredentials: 9106,
  wrongCredentials: 10000,
  /** Credentials of another form; the reason is in `error_chain`. */
  malformedCredentials: 6003,
  malformedAuthorization: 6111,
  /** A route, a zone or an account that does not exist. */
  noRoute: 7003,
  /** Not public; ours. */
  noMethod: 7001,
  /** A request that is no HTTP. Not public; ours. */
  malformedRequest: 6000,
  /** A body that is no JSON, or has a key that the call does not define. Not public; ours. */
  malformedBody: 6007,
  /** Not public; ours. */
  bodyTooLarge: 6013,
  /** A parameter of the query. Not public; ours. */
  badQuery: 6009,
  /** Not public; ours. */
  rateLimited: 10429,
  /** Not public; ours. */
  internal: 10500,
  /** A ruleset, an entry point, a version or a rule that does not exist. */
  rulesetMissing: 10003,
  /** The kind of a ruleset. */
  rulesetKind: 20217,
  /** Any other part of a ruleset. Not public; ours. */
  rulesetInvalid: 20000,
  /** A part of a job, a destination, or a proof of ownership. */
  jobInvalid: 1002,
  /** A job that does not exist. Not public; ours. */
  jobMissing: 1003,
  /** A part of a transformer, or of a job in conflict with it. Not public; ours. */
  transformerInvalid: 1005,
  /** A transformer, or a version of it, that does not exist. Not public; ours. */
  transformerMissing: 1006,
  /** A transformer that a job refers to. Not public; ours. */
  transformerInUse: 1007,
  /** Not an error: the sandbox pushes nothing to the destination of a job. Chosen by headgate. */
  storedOnly: 1099,
  /** Something that the zone may not do, and filters. */
  notAllowed: 1004,
  bucketName: 10005,
  bucketMissing: 10006,
  bucketNotEmpty: 10008,
  bucketExists: 10073,
  /** A bucket that is bound to a script. Not public; ours. */
  bucketInUse: 10074,
  scriptMissing: 10007,
  /** A name that a variable of the script has. */
  bindingTaken: 10053,
  bindingMissing: 10056,
  /** Not public; ours. */
  secretInvalid: 10021,
  /** A part of a pool, and a `notification_email` other than the empty string. */
  poolInvalid: 1002,
  /** The name of another pool. */
  poolNotUnique: 1003,
  /** A pool that does not exist. Not public; ours. */
  poolMissing: 1001,
  /** A part of a policy, a webhook or a silence. Not public; ours. */
  notificationInvalid: 17001,
  /** A policy, a webhook or a silence that does not exist. Not public; ours. */
  notificationMissing: 17002,
  /** Not public; ours. */
  tooManyPolicies: 17003,
  /** A webhook that did not accept the test message. Not public; ours. */
  webhookFailed: 17004,
} as const;

/** One of {@link CODES}. */
export type Code = (typeof CODES)[keyof typeof CODES];

/** HTTP statuses of errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500;

/** One entry of `errors` in the envelope. */
export interface ApiMessage {
  code: Code;
  message: string;
  /** JSON pointer into the body: RFC 6901. */
  source?: { pointer: string };
  /** Reasons. */
  error_chain?: readonly ApiMessage[];
}

/** Ends a request. The envelope contains all of its messages. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly messages: readonly ApiMessage[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, messages: readonly ApiMessage[], headers: Readonly<Record<string, string>> = {}) {
    super(messages[0]?.message);
    this.status = status;
    this.messages = messages;
    this.headers = headers;
  }
}

/** An error with one message. @param steps see {@link messageAt} */
export function apiError(status: ErrorStatus, code: Code, message: string, steps?: readonly PropertyKey[]): ApiError {
  return new ApiError(status, [messageAt(code, message, steps)]);
}

/** Composes a message. @param steps from the body to the value: `rules`, 0, `action` become `/rules/0/action` */
export function messageAt(code: Code, message: string, steps?: readonly PropertyKey[]): ApiMessage {
  if (steps === undefined) return { code, message };
  const pointer = steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { code, message, source: { pointer } };
}
