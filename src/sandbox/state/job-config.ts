// A job as it is stored, and as the API returns it. Checks nothing: src/sandbox/api does.

/** Zone and account have separate jobs. */
export type JobScope = 'zone' | 'account';

/** The configuration of a job, in the words of the API. A missing key means "not set". */
export interface JobConfig {
  dataset: string;
  /** Contains secrets. The API returns it as it is. */
  destination_conf: string;
  enabled: boolean;
  kind: '' | 'edge';
  name?: string;
  filter?: string;
  output_options?: Readonly<Record<string, unknown>>;
  logpull_options?: string;
  frequency?: 'high' | 'low';
  max_upload_bytes?: number;
  max_upload_records?: number;
  max_upload_interval_seconds?: number;
  filter_attack_traffic?: boolean;
  transformer_id?: number;
}

/** A job with its id and what its pushes did. */
export interface StoredJob {
  readonly id: number;
  readonly config: JobConfig;
  /** Identity of the destination: `ObjectWriter.identity`. */
  readonly destination: string;
  /** RFC 3339, or null. */
  readonly lastComplete: string | null;
  readonly lastError: string | null;
  readonly errorMessage: string | null;
}

/** Returns the job as the API does: empty values are left out, except for the three times. `docs/platform.md`, "Jobs". */
export function presentJob({ id, config, lastComplete, lastError, errorMessage }: StoredJob): Record<string, unknown> {
  const { dataset, kind, enabled, name, ...rest } = config;
  return {
    id,
    dataset,
    ...(kind !== '' && { kind }),
    enabled,
    ...(name !== undefined && { name }),
    ...rest,
    last_complete: lastComplete,
    last_error: lastError,
    error_message: errorMessage,
  };
}
