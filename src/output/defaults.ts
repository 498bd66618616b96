// Every key of output_options resolved: what a job writes where it says nothing. Source: reference/logpush.md, section 4.
import type { OutputOptions } from '../job/index.ts';

/** A form of timestamps in written lines. */
export type TimestampFormat = NonNullable<OutputOptions['timestamp_format']>;

/** `timestamp_format` where a job has none: the default of the API; the dashboard sets `rfc3339`. */
const DEFAULT_TIMESTAMP_FORMAT: TimestampFormat = 'unixnano';

/** output_options with every key resolved. */
export interface ResolvedOutput {
  readonly output_type: 'ndjson' | 'csv';
  /** Undefined where the job has none: the fields of each line. An empty list is none, since the API leaves empty values out. */
  readonly field_names: readonly string[] | undefined;
  readonly batch_prefix: string;
  readonly batch_suffix: string;
  readonly record_prefix: string;
  readonly record_suffix: string;
  readonly record_delimiter: string;
  /** Not used with a template. */
  readonly field_delimiter: string;
  /** Undefined where there is none, or an empty one. */
  readonly record_template: string | undefined;
  readonly timestamp_format: TimestampFormat;
  /** In (0, 1]. */
  readonly sample_rate: number;
  readonly 'CVE-2021-44228': boolean;
  readonly merge_subrequests: boolean;
}

/** By output type, what stands around a record where the job does not say; with a `record_template` too. */
const AROUND_RECORDS = {
  ndjson: { record_prefix: '{', record_suffix: '}\n' },
  csv: { record_prefix: '', record_suffix: '\n' },
} as const;

/** Resolves every key for its output type. */
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
    sample_rate: options.sample_rate ?? 1,
    'CVE-2021-44228': options['CVE-2021-44228'] ?? false,
    merge_subrequests: options.merge_subrequests ?? false,
  };
}
