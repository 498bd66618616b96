// Job files that are to be applied: every key is kept or reported, and all problems come at once.
import { describe, expect, it } from 'vitest';
import { type JobFile, parseJobFile } from '../../../src/language/job/index.ts';

const parse = (input: unknown): readonly JobFile[] =>
  parseJobFile(typeof input === 'string' ? input : JSON.stringify(input), 'job.json');
const only = (input: unknown): JobFile => parse(input)[0]!;

describe('accepts', () => {
  const job = { id: 7, name: 'errors' };
  it.each([
    ['a job', job, 1],
    ['an array', [job, { name: 'b' }], 2],
    ['an API response with a list', { success: true, errors: [], messages: [], result: [job] }, 1],
    ['an API response with one job', { success: true, result: job }, 1],
  ])('%s', (_, input, count) => {
    expect(parse(input)).toHaveLength(count);
    expect(only(input)).toMatchObject({ id: 7, settings: { name: 'errors' }, problems: [], warnings: [] });
  });

  it('every key of the API', () => {
    const settings = {
      name: 'a.b-1',
      dataset: 'http_requests',
      destination_conf: 's3://logs?region=a',
      enabled: true,
      kind: 'edge',
      filter: '{"where":{"key":"BotScore","operator":"lt","value":30}}',
      output_options: { field_names: ['RayID'], sample_rate: 0.5, record_prefix: '' },
      logpull_options: 'fields=RayID',
      frequency: 'high',
      max_upload_bytes: 5_000_000,
      max_upload_records: 0,
      max_upload_interval_seconds: 300,
      filter_attack_traffic: true,
      transformer_id: 3,
    };
    expect(only(settings)).toMatchObject({ id: undefined, settings, problems: [], warnings: [] });
  });

  it('null and empty text as "remove", null as "not stated" where a job always has a value', () => {
    const nulls = {
      filter: null,
      output_options: null,
      logpull_options: null,
      frequency: null,
      max_upload_bytes: null,
    };
    expect(only({ ...nulls, name: '', dataset: null, kind: null, id: null })).toMatchObject({
      settings: { ...nulls, name: null },
      problems: [],
    });
    expect(only({ filter: '' }).settings).toEqual({ filter: null });
    expect(only({ output_options: { sample_rate: null } }).settings).toEqual({ output_options: { sample_rate: null } });
  });

  it('a filter as an object, and keeps its integers exact', () => {
    const filter = '{"where":{"key":"ClientASN","operator":"eq","value":18446744073709551615}}';
    expect(only(`{"filter": ${filter.replaceAll(':', ' : ')}}`).settings).toEqual({ filter });
  });

  it('what only the service writes, and drops it', () => {
    const times = { last_complete: '2026-11-01T00:00:00Z', last_error: null, error_message: 'error writing object' };
    expect(only({ name: 'a', ...times }).settings).toEqual({ name: 'a' });
  });

  it('an ownership challenge, apart from the settings', () => {
    expect(only({ name: 'a', ownership_challenge: 'token' })).toMatchObject({
      settings: { name: 'a' },
      ownershipChallenge: 'token',
    });
  });

  it('an id as text', () => {
    expect(only({ id: '7', enabled: true })).toMatchObject({ id: 7, settings: { enabled: true }, problems: [] });
  });

  it('true as text, as older jobs have it', () => {
    expect(only({ output_options: { 'CVE-2021-44228': 'true' } }).settings).toEqual({
      output_options: { 'CVE-2021-44228': true },
    });
  });

  it('an unknown key, with a warning', () => {
    expect(only({ name: 'a', colour: 'red' })).toMatchObject({
      settings: { name: 'a', colour: 'red' },
      problems: [],
      warnings: ['found the key "colour", which headgate does not know: jobs apply sends it as it is'],
    });
  });

  it.each([
    ['a short key', { name: 'a', date: 1 }],
    ['a key that resembles a known key beside it', { name: 'a', destination_conf: 's3://a', destination_id: 5 }],
    ['a key of an undo file', { headgate_undo: true, id: 7, destination_id: 5 }],
  ])('%s, with a warning', (_, input) => {
    const job = only(input);
    expect(job).toMatchObject({ problems: [], warnings: [expect.stringContaining('headgate does not know')] });
    expect(Object.keys(job.settings)).toContain(Object.keys(input).at(-1));
  });

  it('every value of an undo file as it is, also those that the API rejects now, with warnings', () => {
    const settings = { name: 'my job', output_options: { 'CVE-2021-44228': 'true', timestamp_format: 'iso' } };
    const undo = only({ headgate_undo: true, id: 7, ...settings });
    expect(undo).toMatchObject({ id: 7, settings, problems: [] });
    expect(undo.warnings).toHaveLength(2);
  });

  it('unknown and misplaced output options, for the check with a dataset', () => {
    expect(only({ output_options: { 'CVE-2021-4428': true }, sample_rate: 1 })).toMatchObject({
      settings: { output_options: { 'CVE-2021-4428': true } },
      misplacedOptions: ['sample_rate'],
      problems: [],
    });
  });
});

describe('reports', () => {
  it.each([
    [{ filtr: '' }, ['found the key "filtr", which jobs do not have, expected "filter"']],
    [
      { 'CVE-2021-4428': true },
      ['found the key "CVE-2021-4428", which jobs do not have, expected "CVE-2021-44228" in output_options'],
    ],
    [{ filter: '', Filter: '' }, ['found the key "Filter", which jobs do not have, expected "filter"']],
    [
      { 'cve-2021-44228': true },
      ['found the key "cve-2021-44228", which jobs do not have, expected "CVE-2021-44228" in output_options'],
    ],
    [{ name: 'a', where: {} }, ['found a filter, expected a job; write it as the value of "filter"']],
    [{ name: 'a b' }, ['name: found "a b", expected up to 512 letters, digits, hyphens and dots']],
    [{ name: 5 }, ['name: found 5, expected up to 512 letters, digits, hyphens and dots']],
    [{ enabled: 'true' }, ['enabled: found "true", expected true or false']],
    [{ enabled: null }, ['enabled: found null, expected true or false']],
    [{ kind: 'instant' }, ['kind: found "instant", expected "" or "edge"']],
    [{ frequency: 'often' }, ['frequency: found "often", expected "high" or "low"']],
    [
      { max_upload_bytes: 4_999_999 },
      ['max_upload_bytes: found 4999999, expected 0, or an integer from 5000000 to 1000000000'],
    ],
    [{ max_upload_records: 999 }, ['max_upload_records: found 999, expected 0, or an integer from 1000 to 1000000']],
    [
      { max_upload_interval_seconds: 301 },
      ['max_upload_interval_seconds: found 301, expected 0, or an integer from 30 to 300'],
    ],
    [
      { max_upload_interval_seconds: '30' },
      ['max_upload_interval_seconds: found "30", expected 0, or an integer from 30 to 300'],
    ],
    [{ destination_conf: '' }, ['destination_conf: found an empty string, expected 1 to 4096 characters']],
    [{ destination_conf: 's'.repeat(4097) }, ['destination_conf: found a string, expected 1 to 4096 characters']],
    [{ logpull_options: 's'.repeat(4097) }, ['logpull_options: found a string, expected up to 4096 characters']],
    [{ filter: 5 }, ['filter: found 5, expected a string that contains JSON, or null']],
    [{ filter: [] }, ['filter: found an array, expected a string that contains JSON, or null']],
    [{ output_options: [] }, ['output_options: found an array, expected an object']],
    [
      { output_options: { sample_rate: 2, output_type: 'xml', field_names: [1] } },
      [
        'output_options.sample_rate: found 2, expected a number above 0 and up to 1',
        'output_options.output_type: found "xml", expected one of ndjson, csv',
        'output_options.field_names[0]: found 1, expected a string',
      ],
    ],
  ])('%j', (input, problems) => {
    expect(only(input).problems).toEqual(problems);
  });

  it('all problems of a job at once, and keeps its valid settings', () => {
    const job = only({ name: 'a b', enabled: 1, filtr: '', kind: 'edge', max_upload_bytes: 1 });
    expect(job.problems).toHaveLength(4);
    expect(job.settings).toEqual({ kind: 'edge' });
  });

  it('an integer of an unknown key that would lose digits', () => {
    const job = only('{"name":"a","colour":{"shades":[1,9007199254740993]},"size":9007199254740991}');
    expect(job.problems).toEqual([
      'found an integer beyond 2^53 in the key "colour", which headgate cannot send exactly; remove the key',
    ]);
    expect(job.settings).toEqual({ name: 'a', size: 9007199254740991 });
  });

  it('keys of every JavaScript object', () => {
    const job = only('{"name":"a","__proto__":{"enabled":true},"output_options":{"constructor":1,"__proto__":2}}');
    expect(job.problems).toEqual([
      'found the key "__proto__", which jobs do not have; remove it',
      'output_options: found the key "constructor", which jobs do not have; remove it',
      'output_options: found the key "__proto__", which jobs do not have; remove it',
    ]);
    expect(job.settings.enabled).toBeUndefined();
  });

  it('thousands of problems by their number', () => {
    const { problems } = only({ output_options: { field_names: Array.from({ length: 5000 }, () => 1) } });
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe('and 4900 more problems');
  });

  it('a key that is there twice', () => {
    expect(only('{"filter":"a","name":"b","filter":""}').problems).toEqual([
      'filter: found the key twice, expected it once; remove one',
    ]);
    const [first, second] = parse('{"result":[{"name":"a"},{"output_options":{"sample_rate":1,"sample_rate":0.1}}]}');
    expect(first!.problems).toEqual([]);
    expect(second!.problems).toEqual(['output_options.sample_rate: found the key twice, expected it once; remove one']);
  });

  it('no secret', () => {
    const secret = 'a-secret-value';
    const job = only({
      destination_conf: `r2://b?secret-access-key=${secret}${'x'.repeat(5000)}`,
      ownership_challenge: { token: secret },
    });
    expect(job.problems).toHaveLength(2);
    expect(job.problems.join()).not.toContain(secret);
  });

  it.each([
    ['{', 'cannot parse the job in job.json: invalid JSON at line 1, column 2'],
    ['[]', 'cannot use job.json: found an empty list of jobs, expected at least one job'],
    ['5', 'cannot use the job in job.json: the document: found 5, expected a job'],
    ['"x"', 'the document: found a string, expected a job, which is an object'],
    ['[{"name":"a"},5]', 'cannot use the job in job.json: [1]: found 5, expected a job'],
    ['{"where":{}}', 'the document: found a filter, expected a job; pass a filter with --filter @FILE'],
    ['{"filter":"@a.json","cases":[]}', 'the document: found a suite of filter tests (key "cases"), expected a job'],
    ['{}', 'the document: found an object without any key of a job'],
    ['{"colour":"red"}', 'the document: found an object without any key of a job'],
    ['{"id":-1}', 'cannot use the job in job.json: id: found -1, expected a positive integer, as the API returns it'],
    ['{"id":1.5}', 'id: found 1.5, expected a positive integer'],
    ['{"id":"07"}', 'id: found a string, expected a positive integer'],
    ['{"result":[{"name":"a","id":"seven"}]}', 'result[0].id: found a string, expected a positive integer'],
    ['{"headgate_undo":true,"id":"x"}', 'id: found a string, expected a positive integer'],
    ['{"rules":[]}', 'cannot use the job in job.json: found a ruleset'],
    ['{"success":false,"result":null}', '"success": false'],
  ])('%s as an error', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
