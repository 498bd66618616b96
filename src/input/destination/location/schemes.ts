// The schemes of destinations, and what headgate knows of each. docs/platform.md, "Destinations". Parses no location, and returns no part
// of it.

/** Destinations of the platform that headgate neither reads nor writes → why, to end "cannot read <source>: ". */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gs: "found Google Cloud Storage, expected s3://, r2:// or a folder; use the bucket's S3 API with HMAC keys (s3://<bucket>/<dir>?region=auto&endpoint=storage.googleapis.com&access-key-id=…&secret-access-key=…), or copy it: gcloud storage cp -r gs://<bucket>/<dir> logs",
    azure:
      'found Azure Blob Storage, expected s3://, r2:// or a folder; copy the container to a folder and name the folder: azcopy copy "<container URL with SAS>" logs --recursive',
    https:
      'found an HTTP address, expected s3://, r2:// or a folder; a job that pushes over HTTP stores no files; pipe a single file: curl <address> | headgate replay -',
    sumo: logService('Sumo Logic'),
    splunk: logService('Splunk'),
    datadog: logService('Datadog'),
    bigquery: logService('BigQuery'),
    kinesis: logService('Amazon Kinesis'),
    ibmcl: logService('IBM Cloud Logs'),
    sentinelone: logService('SentinelOne'),
    pipelines: logService('Pipelines'),
  }),
);

function logService(name: string): string {
  return `found ${name}, which stores no files that can be read back, expected s3://, r2:// or a folder; add a job that pushes the same logs to a bucket`;
}

/** All schemes of destinations. */
export const SCHEMES: readonly string[] = ['s3', 'r2', ...REASONS.keys()];
/** Destinations outside of the platform, as it bills them. */
const EXTERNAL = /^(?:s3|gs|azure|https|splunk|datadog|sumo|bigquery|kinesis):\/\//i;
/** A destination of the platform that is reached by an address of another kind: whether it is internal is not documented. */
const HOST_OF_PLATFORM = /\.r2\.cloudflarestorage\.com|\.ingest\.cloudflare\.com/i;

/** Returns the scheme of an address in lower case; undefined for other text. */
export function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
}

/** Returns the scheme of a bucket with an S3 API. */
export function s3SchemeOf(text: string): 's3' | 'r2' | undefined {
  const scheme = schemeOf(text);
  return scheme === 's3' || scheme === 'r2' ? scheme : undefined;
}

/** Returns the scheme of a bucket or of the edge script if the slashes after it are too few, or backslashes. */
export function cutSchemeOf(text: string): string | undefined {
  return /^(s3|r2|https?):(?!\/\/)/i.exec(text)?.[1]?.toLowerCase();
}

/** Returns why a destination that is neither a bucket with an S3 API nor a folder cannot be read: a log service, or another store. */
export function otherSchemeReason(conf: string): string | undefined {
  return REASONS.get(schemeOf(conf) ?? '');
}

/** Returns whether a destination is R2 or Pipelines, or another one. @returns undefined if that is not known, as for a folder */
export function destinationKind(place: string): 'internal' | 'external' | undefined {
  const text = place.trimStart();
  if (/^(?:r2|pipelines):\/\//i.test(text)) return 'internal';
  return EXTERNAL.test(text) && !HOST_OF_PLATFORM.test(text) ? 'external' : undefined;
}
