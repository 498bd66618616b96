// The legacy logpull_options of a job: what they say as output_options, when they count, and what is said of wrong ones.
import { describe, expect, it } from 'vitest';
import { parseJobs } from '../../src/job/index.ts';

const ALL = 'fields=RayID,EdgeStartTimestamp&timestamps=rfc3339&sample=0.1&CVE-2021-44228=true';
const READ = {
  field_names: ['RayID', 'EdgeStartTimestamp'],
  timestamp_format: 'rfc3339',
  sample_rate: 0.1,
  'CVE-2021-44228': true,
};
const reading = (job: object) => parseJobs(JSON.stringify({ name: 'old', ...job }), 'f', 'f');

describe('a job writes', () => {
  it.each<[string, object, object, boolean]>([
    ['what they say', { logpull_options: ALL }, READ, true],
    ['as they say beside empty output_options', { logpull_options: ALL, output_options: {} }, READ, true],
    ['as they say beside none', { logpull_options: ALL, output_options: null }, READ, true],
    [
      'what output_options say',
      { logpull_options: ALL, output_options: { field_names: ['a'] } },
      { field_names: ['a'] },
      true,
    ],
    ['all fields where there are none', { logpull_options: 'fields=&CVE-2021-44228=false' }, {}, true],
    ['with empty ones, as without', { logpull_options: '' }, {}, false],
    ['with null, as without', { logpull_options: null }, {}, false],
  ])('%s', (_, job, options, isLegacy) => {
    expect(reading(job).jobs).toMatchObject([{ outputOptions: options, isLegacy }]);
    expect(reading(job).jobs[0]!.outputOptions).toEqual(options);
  });

  it('each of several by its own', () => {
    const text = JSON.stringify({ result: [{ logpull_options: 'fields=a' }, { logpull_options: 'fields=b' }] });
    expect(parseJobs(text, 'f', 'f').jobs.map(({ outputOptions }) => outputOptions.field_names)).toEqual([
      ['a'],
      ['b'],
    ]);
  });
});

describe('what is wrong is told', () => {
  it.each([
    ['fields=a,b&timestamps=rfc3339,ClientIP', { timestamp_format: 'rfc3339' }, 'every field in "fields="'],
    ['fields=a&sample=0.5,ClientIP', { sample_rate: 0.5 }, 'old: logpull_options has "sample=0.5,ClientIP"'],
    ['fields=a&timestamps=iso', { field_names: ['a'] }, 'expected one of unix, unixnano, rfc3339; unixnano is assumed'],
    ['fields=a&sample=0', { field_names: ['a'] }, 'expected a number above 0 and up to 1; 1 is assumed'],
    ['fields=a&sample=half', { field_names: ['a'] }, 'has "sample=half"'],
  ])('%s', (text, options, warning) => {
    const { jobs, warnings } = reading({ logpull_options: text });
    expect(jobs[0]!.outputOptions).toEqual(options);
    expect(warnings[0]).toContain(warning);
  });

  it('nothing where nothing is wrong, or where they do not count', () => {
    expect(reading({ logpull_options: 'fields=a&timestamps=unix' }).warnings).toEqual([]);
    expect(reading({ logpull_options: 'timestamps=x', output_options: { field_names: ['a'] } }).warnings).toEqual([]);
  });

  it('a sample as in output_options', () => {
    expect(reading({ logpull_options: ALL }).warnings).toEqual([expect.stringContaining('(sample_rate 0.1)')]);
  });
});
