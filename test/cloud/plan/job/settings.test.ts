import { describe, expect, it } from 'vitest';
import { outputOf } from '../../../../src/cloud/plan/index.ts';
import { parseJobs } from '../../../../src/language/job/index.ts';
import { sampleRateOf } from '../../../../src/language/output/index.ts';

/** Settings of a job, and the share of the kept lines that it pushes. */
const RATES: readonly [settings: Record<string, unknown>, rate: number][] = [
  [{}, 1],
  [{ output_options: null }, 1],
  [{ output_options: {} }, 1],
  [{ output_options: { sample_rate: null } }, 1],
  [{ output_options: { sample_rate: 0.25 } }, 0.25],
  [{ output_options: { sample_rate: 1, field_names: ['RayID'] } }, 1],
  [{ logpull_options: 'fields=RayID&sample=0.5' }, 0.5],
  [{ logpull_options: 'sample=2' }, 1],
  [{ logpull_options: 'sample=0.5', output_options: {} }, 0.5],
  // docs/platform.md, "Jobs": output_options replace logpull_options.
  [{ logpull_options: 'sample=0.5', output_options: { field_names: ['RayID'] } }, 1],
];

describe('the sample_rate of a job', () => {
  it.each(RATES)('is the same in a file and in an answer of the API: %j', (settings, rate) => {
    const [job] = parseJobs(JSON.stringify({ name: 'a', ...settings }), 'job.json', 'a').jobs;
    expect([sampleRateOf(job!.outputOptions), sampleRateOf(outputOf(settings))]).toEqual([rate, rate]);
  });

  it('is not lost beside an option that headgate cannot parse', () => {
    const options = { sample_rate: 0.1, timestamp_format: 'stardate', new_option: 'x' };
    expect(outputOf({ output_options: options })).toEqual({ sample_rate: 0.1, new_option: 'x' });
  });
});
