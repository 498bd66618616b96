// Converts the legacy `logpull_options`, such as `fields=RayID,ClientIP&timestamps=rfc3339&sample=0.1&CVE-2021-44228=true`, to
// the equivalent output_options. `docs/platform.md`, "Output options".
import type { OutputOptions } from './job-schema.ts';

/** The equivalent output options, and warnings about values that the text has wrong. */
export interface LegacyReading {
  options: OutputOptions;
  warnings: string[];
}

/** The parameters of `logpull_options`. */
export const LEGACY_PARAMETERS: readonly string[] = ['fields', 'timestamps', 'sample', 'CVE-2021-44228'];

/** The timestamp formats of `logpull_options`. */
const TIMESTAMPS = ['unix', 'unixnano', 'rfc3339'] as const;

/**
 * Parses `logpull_options`. Ignores invalid values, with a warning for each.
 * @param name the job's name, for warnings
 */
export function readLegacyOptions(text: string, name: string): LegacyReading {
  const parameters = new URLSearchParams(text);
  const warnings: string[] = [];
  const warn = (key: string, value: string, expected: string): void => {
    warnings.push(`${name}: found ${JSON.stringify(`${key}=${value}`)} in logpull_options, expected ${expected}`);
  };
  // Seen in a real job: `timestamps=rfc3339,ClientIP`. The fields that such a job writes are unknown.
  const strayed = [...parameters].filter(([key, value]) => key !== 'fields' && value.includes(','));
  for (const [key, value] of strayed) {
    warn(key, value, 'every field in "fields="; the fields that the job writes are unknown');
  }
  const firstOf = (key: string): string | undefined => parameters.get(key)?.split(',')[0];
  const names = parameters.get('fields')?.split(',') ?? [];
  const fields = strayed.length > 0 ? [] : names.filter((field) => field !== '');
  const [format, sample] = [firstOf('timestamps'), firstOf('sample')];
  const known = TIMESTAMPS.find((one) => one === format);
  if (format !== undefined && known === undefined) {
    warn('timestamps', format, `one of ${TIMESTAMPS.join(', ')}; headgate uses unixnano`);
  }
  const rate = sample === undefined ? undefined : Number(sample);
  const isRate = rate !== undefined && rate > 0 && rate <= 1;
  if (sample !== undefined && !isRate) warn('sample', sample, 'a number above 0 and up to 1; headgate uses 1');
  const options: OutputOptions = {
    ...(fields.length > 0 && { field_names: fields }),
    ...(known !== undefined && { timestamp_format: known }),
    ...(isRate && { sample_rate: rate }),
    ...(firstOf('CVE-2021-44228') === 'true' && { 'CVE-2021-44228': true }),
  };
  return { options, warnings };
}
