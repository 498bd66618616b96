// A parsed source: a prefix in a bucket, by its S3 API or behind the edge script, a folder, a file or stdin. parse-location.ts creates them.
import { HeadgateError } from '../../../base/index.ts';
import { redactLocation } from './redact-location.ts';

/** A prefix in a bucket with an S3 API, `r2://` included. Contains secrets: print only `display`. */
export interface S3Location {
  kind: 's3';
  /** As the user wrote it; object names begin with it. */
  scheme: 's3' | 'r2';
  bucket: string;
  /** Prefix of the objects, without a leading slash; may contain `{DATE}`, may be empty. */
  prefix: string;
  region: string;
  /** URL of a server other than Amazon's. @default Amazon's own for the region */
  endpoint?: string | undefined;
  /** Both keys are set or neither is; without them the default chain of the AWS SDK applies. */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** Profile of the AWS settings; it replaces keys in the source. */
  profile?: string | undefined;
  /**
   * Server-side encryption to request for objects written here (`AES256`), as the destination states it; not checked.
   */
  sse?: string | undefined;
  /** Whether a request names the bucket in its path rather than in its host name. */
  forcePathStyle: boolean;
  /**
   * How long a request without progress is retried; 0 disables retries. Milliseconds.
   * @default DESTINATION_LIMITS.retryForMs
   */
  retryForMs?: number | undefined;
  /** Whether the user set it as the `destination_conf` of a job: messages name no flags of a command. @default false */
  isDestinationConf?: boolean;
  /** The source without its query: never contains a secret. */
  display: string;
}

/** A folder on this machine; `path` may contain `{DATE}`. */
export interface FolderLocation {
  kind: 'folder';
  path: string;
  display: string;
}

/** One file on this machine, named by the user. */
export interface FileLocation {
  kind: 'file';
  path: string;
  /** Whether it can be opened only once, like a pipe such as `<(zcat …)`. */
  singleUse: boolean;
  display: string;
}

/** A folder with an index. */
export interface IndexLocation {
  kind: 'index';
  path: string;
  display: string;
  /** Of the manifest, once it was opened: all threads of a run must have the same. */
  revision?: string | undefined;
}

/** Standard input. */
export interface StdinLocation {
  kind: 'stdin';
  display: 'stdin';
}

/** A prefix in a bucket behind the edge script. Contains a secret: print only `display`. */
export interface EdgeLocation {
  kind: 'edge';
  /** `https://host[:port]` */
  origin: string;
  /** Prefix of the objects, without a leading slash and without escapes; may contain `{DATE}`, may be empty. */
  prefix: string;
  /** The secret of the script. @default none: only public objects can be read */
  authKey?: string | undefined;
  /**
   * How long a request without progress is retried; 0 disables retries. Milliseconds.
   * @default DESTINATION_LIMITS.retryForMs
   */
  retryForMs?: number | undefined;
  /** The source as it can be pasted: never contains a secret. */
  display: string;
}

/** A prefix in a bucket, whatever the protocol. */
export type BucketLocation = S3Location | EdgeLocation;

/** A parsed source. Plain data: a worker thread can receive it. */
export type Location = BucketLocation | FolderLocation | FileLocation | StdinLocation | IndexLocation;

/** Settings from the command line; each overrides the same setting in the source. */
export interface LocationOptions {
  /** `--endpoint-url`: address of the S3 API, with scheme. */
  endpointUrl?: string | undefined;
  /** `--region`. */
  region?: string | undefined;
  /** `--profile`: a profile of the AWS settings; its keys replace keys in the source. */
  profile?: string | undefined;
  /** `--retry-for`: how long a request without progress is retried; 0 disables retries. Milliseconds. */
  retryForMs?: number | undefined;
  /** The key of the edge script, for a source `https://…`. @default HEADGATE_EDGE_KEY in the environment */
  edgeKey?: string | undefined;
  /**
   * Asks for the key, for each source by its host, if it is neither set here nor in the environment; empty text means none.
   * @default the user is not asked
   */
  askEdgeKey?: (host: string) => Promise<string>;
}

/** Whether a source is a bucket, so that each read waits for a response. */
export function isBucket(location: Location): location is BucketLocation {
  return location.kind === 's3' || location.kind === 'edge';
}

/** The placeholder of a job's destination, replaced by the UTC day as `YYYYMMDD`. docs/platform.md, "Destinations". */
export const DATE_PLACEHOLDER = '{DATE}';

/** What is wrong with a location: `found X, expected Y`, without secrets. {@link named} adds the failed action. */
export class LocationFault extends Error {
  /** Code of the error. */
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.code = `location-${code}`;
  }
}

/**
 * Runs a parser of locations.
 * @param action what fails with it: `cannot read`
 * @throws HeadgateError `cannot read <source>: found X, expected Y` in place of a {@link LocationFault}
 */
export async function named<Result>(
  action: string,
  source: string,
  parse: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof LocationFault)) throw error;
    const display = redactLocation(source.replaceAll(/[\t\r\n]/g, ' '));
    throw new HeadgateError(error.code, `${action} ${display}: ${error.message}`);
  }
}
