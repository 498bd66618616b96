// Job files: what is taken, what is refused and how it is told.
import { describe, expect, it } from 'vitest';
import { parseJobs } from '../../src/job/index.ts';

const job = {
  id: 7,
  name: 'errors',
  dataset: 'http_requests',
  filter: '{"where":{"key":"BotScore","operator":"lt","value":"30"}}',
};

describe('parseJobs takes', () => {
  it.each([
    ['a job', job, ['errors']],
    ['an array', [job, { ...job, name: 'b' }], ['errors', 'b']],
    ['an API response with a list', { success: true, errors: [], messages: [], result: [job] }, ['errors']],
    ['an API response with one job', { success: true, errors: null, result: job }, ['errors']],
    ['a job without a name', { ...job, name: null }, ['job-7']],
    ['a job without name and id', { dataset: null, filter: null }, ['jobs']],
    ['several of them', [{ filter: '' }, { name: '', id: null, destination_conf: null }], ['jobs-1', 'jobs-2']],
    ['an API response whose success was cut off', { result: [job] }, ['errors']],
  ])('%s', (_, input, names) => {
    expect(parseJobs(JSON.stringify(input), 'dir/jobs.json', 'jobs').jobs.map((one) => one.name)).toEqual(names);
  });

  it('a filter as text, as it stands', () => {
    expect(parseJobs(JSON.stringify(job), 'f', 'f').jobs[0]?.filter).toBe(job.filter);
  });

  it('a filter as an object, integers exact', () => {
    const text = '{"filter":{"where":{"key":"ClientASN","operator":"eq","value":18446744073709551615}}}';
    expect(parseJobs(text, 'f', 'f').jobs[0]?.filter).toBe(
      '{"where":{"key":"ClientASN","operator":"eq","value":18446744073709551615}}',
    );
  });

  it.each([[''], [null], [undefined]])('the filter %j as none', (filter) => {
    expect(parseJobs(JSON.stringify({ ...job, filter }), 'f', 'f').jobs[0]?.filter).toBeUndefined();
  });
});

describe('parseJobs refuses, naming every problem', () => {
  it.each([
    ['{"name":', 'cannot read the job in f: it is no JSON at line 1, column 9'],
    ['{"id":"3f0d","phase":"http_log_custom_fields","rules":[]}', 'found a ruleset, wanted a log push job'],
    ['{"result":{"rules":[]}}', 'give a ruleset with --ruleset'],
    ['{"log":{"entries":[]}}', 'found a HAR file, wanted a log push job'],
    ['[]x', 'it is no JSON at line 1, column 3'],
    ['{"success":false,"errors":[],"result":null}', '"success": false'],
    ['[{"name":5},{"output_options":{"sample_rate":2}}]', '[0].name: '],
    ['[{"name":5},{"output_options":{"sample_rate":2}}]', '[1].output_options.sample_rate: '],
    ['{"output_options":{"timestamp_format":"iso"}}', 'output_options.timestamp_format: '],
    ['"text"', 'the document: '],
    ['[]', 'found an empty list of jobs'],
    ['{}', 'found an object without any key of a job'],
    [
      '{"where":{"key":"BotScore","operator":"lt","value":30}}',
      'found a filter, wanted a job; give a filter with --filter @FILE',
    ],
    ['{"name":"a","Filter":"{}"}', 'found the key "Filter", wanted "filter"'],
  ])('%s', (text, message) => {
    expect(() => parseJobs(text, 'f', 'f')).toThrow(message);
  });
});

it('a misspelt option is remarked', () => {
  const { warnings } = parseJobs('{"output_options":{"CVE-2021-4428":true}}', 'f', 'f');
  expect(warnings).toEqual([expect.stringContaining('write "CVE-2021-44228"')]);
});
