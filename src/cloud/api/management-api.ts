// The management API as the rest of the program uses it: jobs, ownership, transformers, rulesets, buckets, secrets, pools and notification policies.
// Types only; connect.ts implements them with the official SDK. Every method throws HeadgateError in plain words, with the API's own code
// and message and without secrets.
import type { PlainObject } from '../../base/index.ts';
import type {
  ApiDeliveredEvents,
  ApiHealthEvent,
  ApiMail,
  ApiPolicy,
  ApiPool,
  ApiSilence,
  ApiWebhook,
  PolicyBody,
  PoolListing,
  PoolPage,
} from './alerting-types.ts';

/** The zone or account that a job belongs to. Identifiers of 32 hexadecimal digits. */
export type Scope = { readonly zone: string } | { readonly account: string };

/** The access to the API. Never printed. */
export type Credentials = { readonly token: string } | { readonly email: string; readonly key: string };

/** Options of `connectApi`. */
export interface ConnectOptions {
  /** @default the public address of the API */
  readonly baseURL?: string | undefined;
  readonly credentials: Credentials;
  /** Ends every request and every wait. */
  readonly signal?: AbortSignal | undefined;
  /** Ends waits: no failed request is sent again, but none is cut off. For writes. @default {@link signal} */
  readonly retrySignal?: AbortSignal | undefined;
  /** Called before a request is sent again. @default ignored */
  readonly onRetry?: OnRetry | undefined;
  /**
   * Called before a wait for the end of a window of the rate limit, with `12 of 1,200 requests left: waiting 30 s`.
   * @default {@link onRetry}
   */
  readonly onWait?: OnRetry | undefined;
  /** Longest time for a request with its whole answer. Milliseconds. @default REQUEST_TIMEOUT_MS */
  readonly timeoutMs?: number | undefined;
  /** @default RETRY_DELAY_MS, MAX_RETRY_AFTER_MS */
  readonly retry?: Partial<RetryDelays> | undefined;
}

/** Waits between requests. Milliseconds. */
export interface RetryDelays {
  /** Wait before the second request; doubles with each further one. */
  readonly delayMs: number;
  /**
   * Longest wait that the API requests: `retry-after` of a 429, and the rest of a window of the rate limit when few requests are left. A
   * longer one is not waited for: a 429 becomes the error `api-rate-limited`, and a window is used up. The API blocks a user for up to
   * MAX_BLOCK_MS: a command that sends many requests passes that.
   */
  readonly maxRetryAfterMs: number;
}

/** A job as the API returns it. A missing key means "not set". `destination_conf` may contain secrets. */
export interface ApiJob {
  readonly id: number;
  readonly [key: string]: unknown;
}

/** The body of a job that is created or changed: only the keys to set. `output_options` are replaced as a whole. */
export type JobBody = Readonly<Record<string, unknown>>;

/** A transformer as the API returns it, without its SQL. A missing key means "not set". */
export interface ApiTransformer {
  readonly id: number;
  readonly name?: string;
  readonly description?: string;
  /** That of `FROM`. */
  readonly dataset?: string;
  /** RFC 3339. */
  readonly updated_at?: string;
  readonly associated_jobs?: readonly AttachedJob[];
  readonly [key: string]: unknown;
}

/** A job that refers to a transformer. */
export interface AttachedJob {
  readonly id: number;
  /** Of its destination. */
  readonly name?: string;
  /** Identifier of its zone or account. */
  readonly object_tag?: string;
  readonly object_type?: string;
}

/** A version of the SQL of a transformer. */
export interface TransformerVersion {
  readonly id: number;
  /** From 1. */
  readonly version: number;
  /** RFC 3339. */
  readonly created_at?: string;
}

/** The body of a transformer that is created or changed. Complete, because the API clears a description that a body lacks. */
export interface TransformerBody {
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

/** A rule of a ruleset. */
export interface ApiRule {
  readonly id?: string;
  readonly ref?: string;
  readonly [key: string]: unknown;
}

/** A ruleset as the API returns it. */
export interface ApiRuleset {
  readonly id: string;
  readonly version: string;
  readonly phase: string;
  /** Absent or empty: the ruleset has no rules. */
  readonly rules?: readonly ApiRule[];
  readonly [key: string]: unknown;
}

/** A bucket as the API returns it. */
export interface ApiBucket {
  readonly name: string;
  /** RFC 3339. */
  readonly creation_date?: string;
  readonly [key: string]: unknown;
}

/** Receives a sentence about a request that is sent again or waits, for a notice on standard error. Contains no secrets. */
export type OnRetry = (message: string) => void;

/**
 * The operations of the API. Errors are HeadgateErrors. Codes with kind `negative`: `api-rejected`, `api-max-jobs`, `api-max-policies`,
 * `api-ownership`, `api-destination`, `api-ruleset-exists`, `api-too-large`, `api-bucket` and `api-secret`. With kind `unreachable`:
 * `api-unauthorized`, `api-forbidden`, `api-missing`, `api-method`, `api-conflict`, `api-rate-limited`, `api-server`, `api-redirect`,
 * `api-unexpected-answer`, `api-connection-lost`, `api-timeout`, `api-unreachable`, `api-tls`, and `api-outcome-unknown`: a write that
 * may or may not have been made. With kind `interrupted`: `interrupted`, and `api-outcome-unknown` after the signal.
 * Reads are repeated after a lost connection, 429 and 5xx. A write whose outcome is unknown (lost connection,
 * 5xx, an answer that is not JSON) is looked up before it is sent again: no job, no rule and no policy is created twice. A request that
 * clears pools is never repeated.
 */
export interface ManagementApi {
  /** Finds a zone by name. @throws HeadgateError `zone-missing` */
  findZone(name: string): Promise<string>;
  /** Returns the account that a zone belongs to. */
  readAccountOf(zone: string): Promise<string>;
  /** In the order of the API. The list may lag behind a creation. */
  listJobs(scope: Scope): Promise<readonly ApiJob[]>;
  /** Undefined if there is no such job. */
  readJob(scope: Scope, id: number): Promise<ApiJob | undefined>;
  /** @param known ids of all jobs before: a job with another id and the same values is the one that was created */
  createJob(scope: Scope, body: JobBody, known: readonly number[]): Promise<ApiJob>;
  /**
   * Reads a job that {@link ManagementApi.createJob} of this connection has created. The list may lag behind: it is read again while it lacks the job, and
   * after a creation that was sent more than once.
   * @returns the job, undefined if it is gone, and the ids of all jobs with its name
   */
  readCreatedJob(scope: Scope, created: ApiJob): Promise<{ job: ApiJob | undefined; ids: number[] }>;
  /** @throws HeadgateError if the job is gone */
  updateJob(scope: Scope, id: number, body: JobBody): Promise<ApiJob>;
  /** Writes a file with a token to the destination. @returns the key of that file in its bucket */
  requestOwnership(scope: Scope, destinationConf: string): Promise<string>;
  /** Checks a token. @throws HeadgateError if it is not that of the destination */
  checkOwnership(scope: Scope, destinationConf: string, token: string): Promise<void>;
  listTransformers(account: string): Promise<readonly ApiTransformer[]>;
  /** Undefined if there is no such transformer. */
  readTransformer(account: string, id: number): Promise<ApiTransformer | undefined>;
  /** The SQL of the latest version. Undefined if there is no such transformer. */
  readTransformerCode(account: string, id: number): Promise<string | undefined>;
  /** The newest first. @param most number of versions */
  listTransformerVersions(account: string, id: number, most: number): Promise<readonly TransformerVersion[]>;
  /** @param known ids of all transformers before: one with another id and the same values is the one that was created */
  createTransformer(account: string, body: TransformerBody, known: readonly number[]): Promise<ApiTransformer>;
  /** @throws HeadgateError if the transformer is gone */
  updateTransformer(account: string, id: number, body: TransformerBody): Promise<ApiTransformer>;
  /**
   * Evaluates SQL over one record on the platform, which stores nothing.
   * @param line JSON of the record, sent as it is
   * @returns the delivered records, none if the record is dropped. Integers beyond 2^53 are bigints
   */
  previewTransformer(account: string, sql: string, line: string): Promise<readonly PlainObject[]>;
  /** Undefined if the phase never had rules (404 with code 10003). */
  readEntryPoint(zone: string, phase: string): Promise<ApiRuleset | undefined>;
  /** Replaces all rules; creates the ruleset if there is none. */
  writeEntryPoint(zone: string, phase: string, rules: readonly ApiRule[]): Promise<ApiRuleset>;
  /** Changes one rule and leaves the others. */
  updateRule(zone: string, rulesetId: string, ruleId: string, rule: ApiRule): Promise<ApiRuleset>;
  /** By name. */
  listBuckets(account: string): Promise<readonly ApiBucket[]>;
  createBucket(account: string, name: string): Promise<ApiBucket>;
  deleteBucket(account: string, name: string): Promise<void>;
  /** Names only: the API returns no value. */
  listSecrets(account: string, script: string): Promise<readonly string[]>;
  putSecret(account: string, script: string, name: string, value: string): Promise<void>;
  deleteSecret(account: string, script: string, name: string): Promise<void>;
  /**
   * Lists every pool over all pages, in the order of the API, by `per_page` and `page`, or by `limit` and `offset` if the API honours only
   * those. Counts the pools against `total_count`, and lists anew if others add or delete pools meanwhile. If one pool is added and another
   * one deleted between two pages, the number can match although a pool is missing: a second listing shows the difference.
   * @param onPage called after each page; a new listing starts at 0
   * @throws HeadgateError `api-unexpected-answer` if pages repeat, or the number of pools is not the one that the API states
   */
  listPools(
    account: string,
    onPage?: (listed: { pools: number; totalCount: number | undefined }) => void,
  ): Promise<PoolListing>;
  /** Undefined if there is no such pool. */
  readPool(account: string, id: string): Promise<ApiPool | undefined>;
  /** Lists the pools of one page, in ascending order of name. */
  readPoolPage(account: string, page: PoolPage): Promise<readonly ApiPool[]>;
  /**
   * Empties `notification_email` of one pool. Sent at once and only once: what allows it may change while it waits. After an error, see
   * {@link ManagementApi.waitAfter}.
   * @returns the pool after the change
   * @throws HeadgateError `api-missing` if it is gone
   */
  clearPool(account: string, id: string): Promise<ApiPool>;
  /**
   * Empties `notification_email` of every pool of a page. Sent at once and only once, as {@link ManagementApi.clearPool}. A pool that others
   * add or delete shifts the page: callers may clear a page only if every pool of the account may be cleared.
   * @returns the pools that the API changed
   */
  clearPoolPage(account: string, page: PoolPage): Promise<readonly ApiPool[]>;
  /** All notification policies, whatever their type. The list may lag behind a creation. */
  listPolicies(account: string): Promise<readonly ApiPolicy[]>;
  /** Undefined if there is no such policy. */
  readPolicy(account: string, id: string): Promise<ApiPolicy | undefined>;
  /**
   * Creates a policy.
   * @param known ids of all policies before: a policy with another id and the same values is the one that was created
   * @returns its id
   * @throws HeadgateError `api-max-policies` at the limit of the account
   */
  createPolicy(account: string, body: PolicyBody, known: readonly string[]): Promise<string>;
  /** Times in which policies send nothing. */
  listSilences(account: string): Promise<readonly ApiSilence[]>;
  /**
   * Plays health events in a sandbox, in their order; the platform does not have this call. Sent once: a second request would notify
   * everybody again.
   * @param events at least one, at most 1,000
   */
  playHealthEvents(account: string, events: readonly ApiHealthEvent[]): Promise<ApiDeliveredEvents>;
  /**
   * The mails that a sandbox holds, the oldest first; the platform does not have this call.
   * @param most number of mails. @default all
   */
  listOutbox(account: string, most?: number): Promise<readonly ApiMail[]>;
  /** Undefined if there is no such webhook. */
  readWebhook(account: string, id: string): Promise<ApiWebhook | undefined>;
  /**
   * Waits for the rate limit if fewer than so many requests are left, so that a caller reads and then writes without a wait between. A 429
   * can still come between them.
   * @param requests at least one; more than half of those in a window of the rate limit count as half
   * @returns whether it waited: what was read before may have changed
   * @throws HeadgateError `interrupted`
   */
  waitForRequests(requests: number): Promise<boolean>;
  /**
   * Waits after the error of a request that is sent only once, if another attempt may succeed: as long as the API requests, and longer with
   * each try. The caller then reads anew what allows the request.
   * @param tries how often the request failed in a row, from 1
   * @returns false, without a wait, if another attempt would fail too, after MAX_TRIES, and if the API requests a longer wait than
   * {@link RetryDelays.maxRetryAfterMs}: the caller reports the error
   * @throws HeadgateError `interrupted`
   */
  waitAfter(error: unknown, tries: number): Promise<boolean>;
  /** Requests that were sent since the connection, repeated ones included. */
  requestCount(): number;
}
