// A request to the API as data. Sends nothing.
import type { BaseZones } from 'cloudflare/resources/zones/zones';
import type { OnRetry, RetryDelays } from '../management-api.ts';
import type { RateLimit } from './rate-limit.ts';
import type { SdkClient } from './sdk-client.ts';

const LINES = 'run the lines that the sandbox prints in this shell';

const CHECK_OUTPUT = 'look at what the sandbox prints';

const OTHER_SERVER = `check CLOUDFLARE_BASE_URL, or ${LINES}`;

const WRONG_TOKEN = 'run the lines that the sandbox printed in this shell again';

/** What to do, by the code of the error. */
export const SANDBOX_ADVICE: Readonly<Partial<Record<string, string>>> = {
  'api-unreachable': `start a sandbox (headgate sandbox), and ${LINES}`,
  'api-tls': 'check CLOUDFLARE_BASE_URL, which begins with http:// for a sandbox',
  'api-timeout': CHECK_OUTPUT,
  'api-connection-lost': CHECK_OUTPUT,
  'api-unexpected-answer': OTHER_SERVER,
  'api-redirect': OTHER_SERVER,
  'api-method': OTHER_SERVER,
  'api-unauthorized': WRONG_TOKEN,
  'api-forbidden': WRONG_TOKEN,
  'api-missing': 'check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID',
  'api-too-large': 'shorten the value',
  'api-server': CHECK_OUTPUT,
};

/** Options of the SDK for one request. */
type RequestOptions = NonNullable<Parameters<BaseZones['list']>[1]>;

/** What all requests of a connection share. */
export interface Connection {
  readonly client: SdkClient;
  readonly baseURL: string;
  /** Host of the API, for messages. */
  readonly host: string;
  readonly isToken: boolean;
  /** Removed from every message. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly retrySignal: AbortSignal | undefined;
  readonly onRetry: OnRetry;
  readonly onWait: OnRetry;
  readonly timeoutMs: number;
  readonly retry: RetryDelays;
  readonly rateLimit: RateLimit;
}

/** A request. */
export interface ApiRequest {
  /** Infinitive, after "cannot ": `list the jobs of the zone`. */
  readonly action: string;
  /** The permission that it needs: `Logs Write for the zone`. A sandbox has none. */
  readonly permission?: string;
  /** What to do, an imperative, by the code of the error. @default that for the platform */
  readonly advice?: Readonly<Partial<Record<string, string>>>;
  /** What it creates, if the API limits the number of those. */
  readonly creates?: 'policy';
  /** Whether it changes something that a second one would change again. */
  readonly hasEffects?: boolean;
  /**
   * Whether it is sent at once, and never again: what allows it was read immediately before, and may no longer be true after a wait. Its
   * caller reads anew first. @default false
   */
  readonly isSentOnce?: boolean;
  /** Secrets of its body, which the API may repeat in a message. */
  readonly secrets?: readonly string[];
  /** Whether integers of its answer beyond 2^53 are bigints. @default they are rounded */
  readonly isExact?: boolean;
  readonly send: (client: SdkClient, options: RequestOptions) => { asResponse(): Promise<Response> };
}
