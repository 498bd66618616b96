// The legacy `logpull_options`, a text like `fields=RayID,ClientIP&timestamps=rfc3339&sample=0.1&CVE-2021-44228=true`, as the
// output_options that say the same. Source: reference/logpush.md, section 4.
import type { OutputOptions } from './output-options.ts';

/** What a text says. */
export interface LegacyReading {
  options: OutputOptions;
  warnings: string[];
}

/** Forms of a timestamp that the text can name. */
const TIMESTAMPS = ['unix', 'unixnano', 'rfc3339'] as const;

/**
 * Reads the text. What it says wrongly counts as not said, and is told.
 * @param name of the job, for warnings
 */
export function readLegacyOptions(text: string, name: string): LegacyReading {
  const parameters = new URLSearchParams(text);
  const warnings: string[] = [];
  const warn = (key: string, value: string, wanted: string): void => {
    warnings.push(`${name}: logpull_options has ${JSON.stringify(`${key}=${value}`)}, expected ${wanted}`);
  };
  // Seen in life: `timestamps=rfc3339,ClientIP`. Which fields such a job writes nobody can tell.
  const strayed = [...parameters].filter(([key, value]) => key !== 'fields' && value.includes(','));
  for (const [key, value] of strayed) {
    warn(key, value, 'every field in "fields="; which fields the job writes is taken for unknown');
  }
  const firstOf = (key: string): string | undefined => parameters.get(key)?.split(',')[0];
  const names = parameters.get('fields')?.split(',') ?? [];
  const fields = strayed.length > 0 ? [] : names.filter((field) => field !== '');
  const [format, sample] = [firstOf('timestamps'), firstOf('sample')];
  const known = TIMESTAMPS.find((one) => one === format);
  if (format !== undefined && known === undefined) {
    warn('timestamps', format, `one of ${TIMESTAMPS.join(', ')}; unixnano is assumed`);
  }
  const rate = sample === undefined ? undefined : Number(sample);
  const isRate = rate !== undefined && rate > 0 && rate <= 1;
  if (sample !== undefined && !isRate) warn('sample', sample, 'a number above 0 and up to 1; 1 is assumed');
  const options: OutputOptions = {
    ...(fields.length > 0 && { field_names: fields }),
    ...(known !== undefined && { timestamp_format: known }),
    ...(isRate && { sample_rate: rate }),
    ...(firstOf('CVE-2021-44228') === 'true' && { 'CVE-2021-44228': true }),
  };
  return { options, warnings };
}
