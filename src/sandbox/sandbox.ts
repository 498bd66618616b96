// The local service as a library: its options, and the handle of a running one. Types only; start-sandbox.ts starts it.
import type { HeadgateError } from '../base/index.ts';
import type { LimitsName } from '../language/custom-fields/index.ts';
import type { EdgeOptions } from './bucket/edge-options.ts';
import type { DestinationRules } from './destination/object-writer.ts';
import type { FedTraffic } from './feed/fed-traffic.ts';
import type { SandboxPools } from './pools/read-pools.ts';
import type { PushEvent, PushTotals } from './push/batch-delivery.ts';
import type { Exchange } from './traffic/index.ts';

/** Traffic that the sandbox creates or replays by itself. */
export type SandboxTraffic =
  /** A HAR file or NDJSON of exchanges; may be compressed with gzip or Zstandard. */
  | { file: string }
  /**
   * The simulated shop. `rate`: exchanges per second of service time. `seed`: the same seed creates the same exchanges and ray IDs; by
   * default each start has another one. `seconds`: length in service time, unlimited by default.
   */
  | { rate: number; seed?: number; seconds?: number };

/** Options of `startSandbox`. */
export interface SandboxOptions extends DestinationRules {
  /** Port of the API; 0 selects a free port. @default the port of the state file, or a free port */
  port?: number;
  /** Port of the bucket; 0 selects a free port. @default the port after `port`; without `port` that of the state file, or a free port */
  bucketPort?: number;
  /** File that stores zone, jobs, rulesets, ownership, pools and notifications; the objects of the bucket are stored next to it. @default in memory, and the objects in a temporary folder */
  state?: string;
  /**
   * Folder for the files of the bucket's runtime, created and removed with the sandbox. Must not exist yet.
   * @default a new folder in the system's temporary folder
   */
  temporaryFolder?: string;
  /** Starts without a ruleset and jobs. Ignored if the state file was used before. @default false */
  empty?: boolean;
  /** API token. @default the token of the state file, or a random one */
  token?: string;
  /** Requests per five minutes and token; more receive 429. @default unlimited */
  rateLimit?: number;
  /** Limits for custom fields. @default 'classic' */
  limits?: LimitsName;
  /** Most jobs of the zone. @default MAX_ZONE_JOBS */
  maxJobs?: number;
  /** Most notification policies of the account. @default MAX_POLICIES */
  maxPolicies?: number;
  /**
   * Load-balancer pools of the account, with recipients of legacy e-mails: as the API returns them, or a file with an answer of the API, an
   * array, or one of either per line; `-` is standard input. A state that contains pools keeps them, which is reported to `onProblem`. @default none
   */
  pools?: SandboxPools;
  /** What the edge script serves. @default everything with the key, and `public/` without it */
  edge?: EdgeOptions;
  /** @default no traffic except from `push` */
  traffic?: SandboxTraffic;
  /**
   * Service seconds per real second, at most 1000; Infinity: service time follows the traffic, as fast as it can be pushed.
   * @default 1
   */
  speed?: number;
  /** Called for each batch that arrived, is retried, or was lost. */
  onEvent?: (event: PushEvent) => void;
  /** Called with a sentence for each part of the traffic that is no exchange, for `pools` that are not added, and for each fault of the service itself. */
  onProblem?: (message: string) => void;
  /**
   * Called with `bucket-removed` when the sandbox is of no further use: something removed its objects. Its bucket and the API answer with
   * HTTP 500 until it is stopped. @default a call of `onProblem`
   */
  onFailure?: (error: HeadgateError) => void;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base URL for clients, as in `new Cloudflare({ baseURL })`: ends with `/client/v4`. */
  readonly baseURL: string;
  readonly token: string;
  /** E-mail and key, the second form of authentication. */
  readonly email: string;
  readonly apiKey: string;
  readonly zoneId: string;
  readonly accountId: string;
  /** Load-balancer pools that the account had at the start: those of `pools`, or of the state. */
  readonly poolCount: number;
  readonly bucket: {
    /** URL of the S3 API. */
    readonly endpoint: string;
    readonly name: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    /** Returns a `destination_conf` below a prefix, including keys. `{DATE}` is replaced by the UTC day. */
    destinationConf(prefix?: string): string;
  };
  /** The edge script, which serves the bucket over HTTP. */
  readonly edge: {
    /** Its address, without a slash at its end: an object is at `${url}/${key}`, with each part of its key percent-encoded. */
    readonly url: string;
    /** Value of the header `X-Custom-Auth-Key`. Empty after its secret `AUTH_KEY_SECRET` was deleted. */
    readonly key: string;
  };
  /**
   * Resolves when all of `traffic` was read. Batches may still be held: see `flush`.
   * @throws HeadgateError if it cannot be read to its end; what was read is pushed, and the sandbox runs on
   */
  readonly trafficEnd: Promise<FedTraffic>;
  /**
   * Sends one exchange through the zone now: each enabled job pushes it if its filter keeps it. If service time follows the traffic, no
   * batch is given up for its size: call `flush` between many exchanges, which bounds the memory.
   * @throws HeadgateError `exchange-invalid`, which names the part that is not that of an exchange
   */
  push(exchange: Exchange): void;
  /** Closes all batches, and waits until each has arrived or was given up. */
  flush(): Promise<void>;
  totals(): PushTotals;
  /**
   * Pushes what is held, then stops: each batch has one last attempt, all together ten seconds. A second call returns the result of the
   * first. @returns the final figures
   */
  stop(): Promise<PushTotals>;
}
