// Resolves every key of output_options: applies the platform's default to keys that a job omits. docs/platform.md,
// "Output options".
import type { OutputOptions } from '../job/index.ts';

/** A timestamp format of written lines. */
export type TimestampFormat = NonNullable<OutputOptions['timestamp_format']>;

/** Default of `timestamp_format` in the API; the dashboard sets `rfc3339`. */
const DEFAULT_TIMESTAMP_FORMAT: TimestampFormat = 'unixnano';

/** output_options with every key resolved. */
export interface ResolvedOutput {
  readonly output_type: 'ndjson' | 'csv';
  /**
   * Undefined if the job has none: each line then keeps its fields. An empty list counts as none, since the API omits
   * empty values.
   */
  readonly field_names: readonly string[] | undefined;
  readonly batch_prefix: string;
  readonly batch_suffix: string;
  readonly record_prefix: string;
  readonly record_suffix: string;
  readonly record_delimiter: string;
  /** Unused with a template. */
  readonly field_delimiter: string;
  /** Undefined if absent or empty. */
  readonly record_template: string | undefined;
  readonly timestamp_format: TimestampFormat;
  /** In (0, 1]. */
  readonly sample_rate: number;
  readonly 'CVE-2021-44228': boolean;
  readonly merge_subrequests: boolean;
}

/** Defaults for the text around a record, by output type; they also apply with a `record_template`. */
const AROUND_RECORDS = {
  ndjson: { record_prefix: '{', record_suffix: '}\n' },
  csv: { record_prefix: '', record_suffix: '\n' },
} as const;

/** Resolves every key for the job's output type. */
export function defaultsOf(options: OutputOptions): ResolvedOutput {
  const { output_type: type = 'ndjson', field_names: names } = options;
  return {
    output_type: type,
    field_names: names === undefined || names.length === 0 ? undefined : names,
    batch_prefix: options.batch_prefix ?? '',
    batch_suffix: options.batch_suffix ?? '',
    record_prefix: options.record_prefix ?? AROUND_RECORDS[type].record_prefix,
    record_suffix: options.record_suffix ?? AROUND_RECORDS[type].record_suffix,
    record_delimiter: options.record_delimiter ?? '',
    field_delimiter: options.field_delimiter ?? ',',
    record_template: options.record_template || undefined,
    timestamp_format: options.timestamp_format ?? DEFAULT_TIMESTAMP_FORMAT,
    sample_rate: sampleRateOf(options),
    'CVE-2021-44228': options['CVE-2021-44228'] ?? false,
    merge_subrequests: options.merge_subrequests ?? false,
  };
}

/** Returns the share of the kept lines that a job with these options pushes, above 0 and at most 1: the only reader of `sample_rate`. */
export function sampleRateOf(options: OutputOptions | undefined): number {
  return options?.sample_rate ?? 1;
}

/** Whether a job writes other bytes of a line than were read. `sample_rate` changes only which lines are written. */
export function changesBytes(options: OutputOptions | undefined): boolean {
  return Object.keys(options ?? {}).some((key) => key !== 'sample_rate');
}
