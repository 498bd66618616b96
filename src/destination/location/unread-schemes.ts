// Destinations a job can have that cannot be read back by this program, with what to do instead. A data table.

/** Scheme → the rest of the sentence "cannot read <source>: …". */
export const UNREAD_SCHEMES: Readonly<Record<string, string>> = {
  gs: "found Google Cloud Storage, expected s3://, r2:// or a folder; use the bucket's S3 form with HMAC keys (s3://<bucket>/<dir>?region=auto&endpoint=storage.googleapis.com&access-key-id=…&secret-access-key=…), or copy it: gcloud storage cp -r gs://<bucket>/<dir> logs",
  azure:
    'found Azure Blob Storage, expected s3://, r2:// or a folder; copy the container to a folder and name that: azcopy copy "<container URL with SAS>" logs --recursive',
  https:
    'found an HTTP address, expected s3://, r2:// or a folder; a job that pushes over HTTP leaves no files to read, and a single file can be piped: curl <address> | headgate replay -',
  http: 'found an HTTP address, expected s3://, r2:// or a folder; a server that speaks S3 is named by s3://<bucket>/<dir>?region=…&endpoint=http://…, and a single file can be piped: curl <address> | headgate replay -',
  sumo: logService('Sumo Logic'),
  splunk: logService('Splunk'),
  datadog: logService('Datadog'),
  bigquery: logService('BigQuery'),
  kinesis: logService('Amazon Kinesis'),
  ibmcl: logService('IBM Cloud Logs'),
  sentinelone: logService('SentinelOne'),
  pipelines: logService('Pipelines'),
};

function logService(name: string): string {
  return `found ${name}, which keeps no files to read back, expected s3://, r2:// or a folder; add a job that pushes the same logs to a bucket`;
}
