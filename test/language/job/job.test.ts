// Job files: which ones the parser accepts, and how it reports the others.
import { describe, expect, it } from 'vitest';
import { parseJobs } from '../../../src/language/job/index.ts';

const job = {
  id: 7,
  name: 'errors',
  dataset: 'http_requests',
  filter: '{"where":{"key":"BotScore","operator":"lt","value":"30"}}',
};

describe('parseJobs accepts', () => {
  it.each([
    ['a job', job, ['errors']],
    ['an array', [job, { ...job, name: 'b' }], ['errors', 'b']],
    ['an API response with a list', { success: true, errors: [], messages: [], result: [job] }, ['errors']],
    ['an API response with one job', { success: true, errors: null, result: job }, ['errors']],
    ['a job without a name', { ...job, name: null }, ['job-7']],
    ['a job without a name or id', { dataset: null, filter: null }, ['jobs']],
    [
      'several jobs without a name or id',
      [{ filter: '' }, { name: '', id: null, destination_conf: null }],
      ['jobs-1', 'jobs-2'],
    ],
    ['an API response without success', { result: [job] }, ['errors']],
  ])('%s', (_, input, names) => {
    expect(parseJobs(JSON.stringify(input), 'dir/jobs.json', 'jobs').jobs.map((one) => one.name)).toEqual(names);
  });

  it('a filter as a string, and keeps it verbatim', () => {
    expect(parseJobs(JSON.stringify(job), 'f', 'f').jobs[0]?.filter).toBe(job.filter);
  });

  it('a filter as an object, keeps its integers exact, and reports that it is an object', () => {
    const filter = '{"where":{"key":"ClientASN","operator":"eq","value":18446744073709551615}}';
    expect(parseJobs(`[{"filter":${filter}},{"filter":""}]`, 'f', 'f').jobs).toMatchObject([
      { filter, filterObject: filter },
      { filter: undefined },
    ]);
    expect(parseJobs(JSON.stringify({ filter }), 'f', 'f').jobs[0]!.filterObject).toBeUndefined();
  });

  it('unknown keys, which the platform may have added', () => {
    const text = '{"name":"a","filter_attack_traffic":true,"transformer_id":3,"max_upload_bytes":0,"zone_id":"z"}';
    expect(parseJobs(text, 'f', 'f').jobs).toMatchObject([{ name: 'a', misplacedOptions: [] }]);
  });

  it('a key that resembles a known key beside it, and misspelled keys that decide nothing', () => {
    const text = '{"name":"a","filter":"{}","filters":[],"enabeld":false,"date":1}';
    expect(parseJobs(text, 'f', 'f').jobs).toMatchObject([{ name: 'a', filter: '{}' }]);
  });

  it('an option that null removes', () => {
    const text = '{"output_options":{"field_names":["RayID"],"batch_prefix":null}}';
    expect(parseJobs(text, 'f', 'f').jobs[0]!.outputOptions).toEqual({ field_names: ['RayID'] });
  });

  it.each([[''], [null], [undefined]])('the filter %j as no filter', (filter) => {
    expect(parseJobs(JSON.stringify({ ...job, filter }), 'f', 'f').jobs[0]?.filter).toBeUndefined();
  });
});

describe('parseJobs rejects, and lists every problem', () => {
  it.each([
    ['{"name":', 'cannot parse the job in f: invalid JSON at line 1, column 9'],
    ['{"id":"3f0d","phase":"http_log_custom_fields","rules":[]}', 'found a ruleset, expected a Logpush job'],
    ['{"result":{"rules":[]}}', 'headgate fields plan, fields preview and validate read a ruleset (--ruleset FILE)'],
    ['{"log":{"entries":[]}}', 'found a HAR file, expected a Logpush job'],
    ['[]x', 'invalid JSON at line 1, column 3'],
    ['{"success":false,"errors":[],"result":null}', '"success": false'],
    ['[{"name":5},{"output_options":{"sample_rate":2}}]', '[0].name: found 5, expected a string; '],
    [
      '[{"name":5},{"output_options":{"sample_rate":2}}]',
      '[1].output_options.sample_rate: found 2, expected a number above 0 and up to 1',
    ],
    ['{"output_options":{"sample_rate":0}}', 'sample_rate: found 0, expected a number above 0'],
    [
      '{"output_options":{"timestamp_format":"iso"}}',
      'output_options.timestamp_format: found "iso", expected one of unixnano, unix, rfc3339, rfc3339ms, rfc3339ns',
    ],
    ['{"output_options":{"field_names":"RayID"}}', 'field_names: found "RayID", expected an array'],
    ['{"output_options":{"field_names":[null]}}', 'field_names[0]: found null, expected a string'],
    ['{"output_options":{"CVE-2021-44228":"yes"}}', 'CVE-2021-44228: found "yes", expected true or false'],
    ['{"output_options":[]}', 'output_options: found an array, expected an object'],
    ['{"destination_conf":["s3://b?secret"]}', 'destination_conf: found an array, expected a string'],
    ['"text"', 'the document: found a string, expected a job, an array of jobs, or an API response with them'],
    ['[null]', '[0]: found null, expected a job'],
    ['[]', 'found an empty list of jobs'],
    ['{}', 'found an object without any key of a job'],
    [
      '{"where":{"key":"BotScore","operator":"lt","value":30}}',
      'found a filter, expected a job; pass a filter with --filter @FILE',
    ],
    ['{"filter":"@a.json","cases":[]}', 'found a suite of filter tests (key "cases"), expected a job'],
    ['{"name":"a","Filter":"{}"}', 'found the key "Filter", which jobs do not have, expected "filter"'],
    ['{"name":"a","filter":null,"Filter":"{}"}', 'found the key "Filter", which jobs do not have, expected "filter"'],
    [
      '[{"name":"a","filtr":"{}","destination_con":""},{"outputoptions":{}}]',
      'expected "destination_conf"; [1]: found',
    ],
    ['{"name":"a","filters":"{}"}', 'found the key "filters", which jobs do not have, expected "filter"'],
    ['{"name":"a","output_option":{}}', 'found the key "output_option"'],
    ['{"filter":["a"]}', 'filter: found an array, expected a string'],
  ])('%s', (text, message) => {
    expect(() => parseJobs(text, 'f', 'f')).toThrow(message);
  });
});

it('reports every invalid option of a job at once', () => {
  const options = { sample_rate: 2, timestamp_format: 'iso', output_type: 'xml', field_names: ['a', 'b', 'c', 'd', 5] };
  const text = JSON.stringify({ name: 'a', output_options: options });
  for (const named of [
    'sample_rate: found 2',
    'timestamp_format: found "iso"',
    'output_type: found "xml"',
    'field_names[4]: found 5',
  ])
    expect(() => parseJobs(text, 'f', 'f')).toThrow(`output_options.${named}`);
});

it('counts thousands of problems without a stack overflow', () => {
  const field_names = Array<number>(200_000).fill(1);
  const text = JSON.stringify({ output_options: { field_names } });
  expect(() => parseJobs(text, 'f', 'f')).toThrow(/field_names\[99\].*; and 199900 more problems$/);
});
