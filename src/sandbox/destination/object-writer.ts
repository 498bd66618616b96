// Writes objects to the destination_conf of a job: a bucket of the sandbox, an S3 endpoint, or a folder. Types only.

/** Access to the buckets of the sandbox. */
export interface OwnBuckets {
  /** URL of their S3 API. */
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** The account of the sandbox: `r2://` with this `account-id` means a bucket of the sandbox. */
  accountId: string;
  /** Whether there is a bucket of this name. */
  has(bucketName: string): boolean;
  /** Creates a bucket if there is none of this name. @throws HeadgateError `bucket-name` if no bucket can have the name */
  ensure(bucketName: string): Promise<void>;
  /** Sends a request to them, but not during a restart. @throws what `send` throws; the reason of the signal */
  pass<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** What the sandbox writes to, apart from its own buckets, folders, and endpoints of this machine. */
export interface DestinationRules {
  /** `s3://` and `r2://` without `endpoint` mean buckets of the sandbox, whatever their names and accounts. @default false */
  localBuckets?: boolean | undefined;
  /** Whether the sandbox contacts other machines. @default false */
  allowRemote?: boolean | undefined;
}

/** Writes the objects of one destination. */
export interface ObjectWriter {
  /**
   * Bucket and path, without keys and other parameters: equal for equal destinations. The ownership token of a path is
   * bound to it.
   */
  readonly identity: string;
  /** The destination for messages: without its query, which may contain secrets. */
  readonly display: string;
  /**
   * Whether the API requires proof of ownership, as the platform: for `s3://` without `endpoint`, and for folders. Keys in the
   * string are proof for `r2://` and for S3-compatible services.
   */
  readonly needsProof: boolean;
  /**
   * Writes one object: complete or not at all, and at once in place of an object of the same name.
   * @param day the UTC day as `YYYYMMDD`, which replaces `{DATE}`
   * @param name the file name, below the path of the destination
   * @returns the key, or the path of the file
   * @throws HeadgateError `push-failed`; its message contains no secret. An aborted signal ends the call with an error,
   * whose message contains that of the signal's reason if this is a HeadgateError
   */
  put(day: string, name: string, bytes: Uint8Array, signal: AbortSignal): Promise<string>;
  /** Closes its connections, if any. */
  close(): void;
}
