// What a source names, once read: a place in a bucket, a folder, a file or stdin. Types only; parse-location.ts makes them.

/** A place in a bucket that speaks S3; `r2://` becomes one too. Holds secrets: print only `display`. */
export interface S3Location {
  kind: 's3';
  /** As the user wrote it; names of objects begin with it. */
  scheme: 's3' | 'r2';
  bucket: string;
  /** Where the objects lie, without a leading slash; may hold `{DATE}`, may be empty. */
  prefix: string;
  region: string;
  /** URL of a server that is not Amazon's. @default Amazon's own for the region */
  endpoint?: string;
  /** Both keys are there or none; with none the default chain of the AWS SDK applies. */
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Profile of the AWS settings; it takes the place of keys in the source. */
  profile?: string;
  /** Server-side encryption that objects written here ask for (`AES256`), as the destination says; not checked. */
  sse?: string;
  /** Whether the bucket stands in the path of a request, not in its host name. */
  forcePathStyle: boolean;
  /** How long a request is retried without progress; 0: not at all. Milliseconds. @default DESTINATION_LIMITS.retryForMs */
  retryForMs?: number;
  /** The source without its query: never holds a secret. */
  display: string;
}

/** A folder on this machine; `path` may hold `{DATE}`. */
export interface FolderLocation {
  kind: 'folder';
  path: string;
  display: string;
}

/** One file on this machine, named outright. */
export interface FileLocation {
  kind: 'file';
  path: string;
  /** Whether it can be opened only once: a pipe such as `<(zcat …)`. */
  singleUse: boolean;
  display: string;
}

/** Standard input. */
export interface StdinLocation {
  kind: 'stdin';
  display: 'stdin';
}

/** Where a source lies. Plain data: it can be handed to a worker thread. */
export type Location = S3Location | FolderLocation | FileLocation | StdinLocation;

/** Settings from the command line; each wins over the same setting in the source. */
export interface LocationOptions {
  /** `--endpoint-url`: where the S3 API is, with scheme. */
  endpointUrl?: string;
  /** `--region`. */
  region?: string;
  /** `--profile` of the AWS settings; its keys are used in place of keys in the source. */
  profile?: string;
  /** `--retry-for`: how long a request to a bucket is retried without progress; 0: not at all. Milliseconds. */
  retryForMs?: number;
}

/** The placeholder of a job's destination, replaced by the UTC day as `YYYYMMDD`. reference: log push, destinations. */
export const DATE_PLACEHOLDER = '{DATE}';
