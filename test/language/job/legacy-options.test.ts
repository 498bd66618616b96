// The legacy logpull_options of a job: the equivalent output_options, when they apply, and the warnings about invalid values.
import { describe, expect, it } from 'vitest';
import { parseJobs } from '../../../src/language/job/index.ts';

const ALL = 'fields=RayID,EdgeStartTimestamp&timestamps=rfc3339&sample=0.1&CVE-2021-44228=true';
const READ = {
  field_names: ['RayID', 'EdgeStartTimestamp'],
  timestamp_format: 'rfc3339',
  sample_rate: 0.1,
  'CVE-2021-44228': true,
};
const reading = (job: object) => parseJobs(JSON.stringify({ name: 'old', ...job }), 'f', 'f');

describe('the options of a job', () => {
  it.each<[string, object, object, boolean]>([
    ['from logpull_options', { logpull_options: ALL }, READ, true],
    ['from logpull_options when output_options are empty', { logpull_options: ALL, output_options: {} }, READ, true],
    ['from logpull_options when output_options are null', { logpull_options: ALL, output_options: null }, READ, true],
    [
      'from output_options when both exist',
      { logpull_options: ALL, output_options: { field_names: ['a'] } },
      { field_names: ['a'] },
      true,
    ],
    ['all fields for an empty list of fields', { logpull_options: 'fields=&CVE-2021-44228=false' }, {}, true],
    ['defaults for empty logpull_options', { logpull_options: '' }, {}, false],
    ['defaults for null', { logpull_options: null }, {}, false],
  ])('%s', (_, job, options, isLegacy) => {
    expect(reading(job).jobs).toMatchObject([{ outputOptions: options, isLegacy }]);
    expect(reading(job).jobs[0]!.outputOptions).toEqual(options);
  });

  it('each job of a file has its own', () => {
    const text = JSON.stringify({ result: [{ logpull_options: 'fields=a' }, { logpull_options: 'fields=b' }] });
    expect(parseJobs(text, 'f', 'f').jobs.map(({ outputOptions }) => outputOptions.field_names)).toEqual([
      ['a'],
      ['b'],
    ]);
  });
});

describe('warnings', () => {
  it.each([
    ['fields=a,b&timestamps=rfc3339,ClientIP', { timestamp_format: 'rfc3339' }, 'every field in "fields="'],
    ['fields=a&sample=0.5,ClientIP', { sample_rate: 0.5 }, 'old: found "sample=0.5,ClientIP" in logpull_options'],
    [
      'fields=a&timestamps=iso',
      { field_names: ['a'] },
      'expected one of unix, unixnano, rfc3339; headgate uses unixnano',
    ],
    ['fields=a&sample=0', { field_names: ['a'] }, 'expected a number above 0 and up to 1; headgate uses 1'],
    ['fields=a&sample=half', { field_names: ['a'] }, 'found "sample=half" in logpull_options'],
  ])('%s', (text, options, warning) => {
    const { jobs, warnings } = reading({ logpull_options: text });
    expect(jobs[0]!.outputOptions).toEqual(options);
    expect(warnings[0]).toContain(warning);
  });

  it('none for valid options, or when logpull_options do not apply', () => {
    expect(reading({ logpull_options: 'fields=a&timestamps=unix' }).warnings).toEqual([]);
    expect(reading({ logpull_options: 'timestamps=x', output_options: { field_names: ['a'] } }).warnings).toEqual([]);
  });
});
