// The plan of one job: what changes, what is sent, what the user is told, and that no secret is printed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareJobs, compareReadBack, type PlannedJob, planJob } from '../../../../src/cloud/plan/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { parseJobFile } from '../../../../src/language/job/index.ts';
import { diffBlocks } from '../../../../src/report/page/jobs-plan-page.ts';

const SECRET = 'aSecretOfFortyCharacters0123456789abcdefg';
const DESTINATION = 's3://logs/http?region=eu-west-1';
const R2 = `r2://logs/{DATE}?account-id=acc&access-key-id=KEYID&secret-access-key=${SECRET}`;
const BOTS = '{"where":{"key":"BotScore","operator":"lt","value":30}}';

const LIVE = {
  id: 7,
  name: 'bots',
  dataset: 'http_requests',
  enabled: true,
  destination_conf: DESTINATION,
  filter: BOTS,
  output_options: { field_names: ['RayID', 'BotScore'], timestamp_format: 'rfc3339', 'CVE-2021-44228': true },
  last_complete: '2026-11-01T00:00:00Z',
  last_error: null,
  error_message: null,
};

function plan(
  file: object | string,
  current: Record<string, unknown> | 'none' = LIVE,
  others: object[] = [],
  rewrite = false,
): PlannedJob {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const planned = planJob({
    wanted: parseJobFile(text, 'job.json')[0]!,
    current: current === 'none' ? undefined : current,
    others: others as Record<string, unknown>[],
    rewrite,
  });
  expect(JSON.stringify(planned.plan)).not.toContain(SECRET);
  return planned;
}
const without = (key: keyof typeof LIVE): Record<string, unknown> =>
  Object.fromEntries(Object.entries(LIVE).filter(([name]) => name !== key));

describe('no change', () => {
  it.each<[string, object, Record<string, unknown>]>([
    ['the job as the API returns it', LIVE, LIVE],
    ['an empty file', { id: 7 }, LIVE],
    [
      'the filter in other words',
      { filter: ' {"where":{"and":[{"operator":"lt","value":"30","key":"BotScore"}]}}' },
      LIVE,
    ],
    ['a filter as an object', { filter: { where: { key: 'BotScore', operator: 'lt', value: 30 } } }, LIVE],
    ['one option', { output_options: { timestamp_format: 'rfc3339' } }, LIVE],
    [
      'defaults',
      { output_options: { sample_rate: 1, output_type: 'ndjson', record_prefix: '{', merge_subrequests: false } },
      LIVE,
    ],
    ['null for what is absent', { logpull_options: null, output_options: { sample_rate: null } }, LIVE],
    [
      'nulls and empty texts of other tools',
      { id: 7, kind: null, logpull_options: '', frequency: null, filter: null },
      { ...LIVE, kind: '', logpull_options: null, frequency: null, filter: ' null ' },
    ],
    ['no filter where there is none', { filter: null }, without('filter')],
    ['empty text where there is no filter', { filter: '' }, without('filter')],
    ['enabled false where it is absent', { enabled: false }, without('enabled')],
    ['kind "" where it is absent', { kind: '' }, LIVE],
    ['a limit of 0 where it is absent', { max_upload_bytes: 0 }, LIVE],
    ['no limit where it is 0', { max_upload_records: null }, { ...LIVE, max_upload_records: 0 }],
    ['the default frequency', { frequency: null }, { ...LIVE, frequency: 'high' }],
    [
      'parameters in another order',
      { destination_conf: 's3://a?sse=AES256&region=b' },
      { ...LIVE, destination_conf: 's3://a?region=b&sse=AES256' },
    ],
    [
      'escapes of a parameter',
      { destination_conf: 'https://a/b?header_X=a%20b' },
      { ...LIVE, destination_conf: 'https://a/b?header_X=%61%20b' },
    ],
    [
      'legacy options in another order',
      { logpull_options: 'timestamps=unix&fields=A,B' },
      { ...LIVE, logpull_options: 'fields=A,B&timestamps=unix' },
    ],
  ])('%s', (_, file, current) => {
    const { plan: found, body } = plan(file, current);
    expect(found).toMatchObject({ action: 'none', changes: [], problems: [], needsOwnership: false });
    expect(body).toEqual({});
  });
});

describe('changes', () => {
  it.each<[string, object, object[], object]>([
    [
      'enabled',
      { enabled: false },
      [{ path: 'enabled', kind: 'change', from: 'true', to: 'false' }],
      { enabled: false },
    ],
    ['the name', { id: 7, name: 'b' }, [{ path: 'name', kind: 'change', from: '"bots"', to: '"b"' }], { name: 'b' }],
    [
      'one option: the others stay, and all are sent',
      { output_options: { timestamp_format: 'unix' } },
      [{ path: 'output_options.timestamp_format', kind: 'change', from: '"rfc3339"', to: '"unix"' }],
      { output_options: { ...LIVE.output_options, timestamp_format: 'unix' } },
    ],
    [
      'an option is removed',
      { output_options: { 'CVE-2021-44228': null } },
      [{ path: 'output_options.CVE-2021-44228', kind: 'remove', from: 'true' }],
      { output_options: { field_names: ['RayID', 'BotScore'], timestamp_format: 'rfc3339' } },
    ],
    [
      'all options are removed',
      { output_options: null },
      [
        { path: 'output_options.CVE-2021-44228', kind: 'remove' },
        { path: 'output_options.field_names', kind: 'list', added: [], removed: ['RayID', 'BotScore'] },
        { path: 'output_options.timestamp_format', kind: 'remove' },
      ],
      { output_options: null },
    ],
    [
      'fields',
      { output_options: { field_names: ['BotScore', 'ClientIP', 'RayID'] } },
      [{ path: 'output_options.field_names', kind: 'list', added: ['ClientIP'], removed: [], isReordered: true }],
      { output_options: { ...LIVE.output_options, field_names: ['BotScore', 'ClientIP', 'RayID'] } },
    ],
    [
      'the order of fields',
      { output_options: { field_names: ['BotScore', 'RayID'] } },
      [{ path: 'output_options.field_names', kind: 'list', added: [], removed: [], isReordered: true }],
      { output_options: { ...LIVE.output_options, field_names: ['BotScore', 'RayID'] } },
    ],
    [
      'a limit',
      { max_upload_records: 1000 },
      [{ path: 'max_upload_records', kind: 'add', to: '1000' }],
      { max_upload_records: 1000 },
    ],
    [
      'the filter',
      { filter: { where: { key: 'BotScore', operator: 'lt', value: 20 } } },
      [
        {
          path: 'filter',
          kind: 'filter',
          from: 'BotScore < 30',
          to: 'BotScore < 20',
          tree: { kind: 'change', path: 'where', text: 'BotScore < 20', from: 'BotScore < 30' },
        },
      ],
      { filter: '{"where":{"key":"BotScore","operator":"lt","value":20}}' },
    ],
    [
      'no filter',
      { filter: '' },
      [{ path: 'filter', kind: 'filter', from: 'BotScore < 30', to: null }],
      { filter: null },
    ],
    [
      'the destination',
      { destination_conf: 's3://logs/other?region=eu-west-1' },
      [
        {
          path: 'destination_conf',
          from: '"s3://logs/http?region=eu-west-1"',
          to: '"s3://logs/other?region=eu-west-1"',
        },
      ],
      { destination_conf: 's3://logs/other?region=eu-west-1' },
    ],
  ])('%s', (_, file, changes, body) => {
    const planned = plan(file);
    expect(planned.plan).toMatchObject({ action: 'update', id: 7, changes, problems: [] });
    expect(planned.body).toEqual(body);
  });

  it('a filter in other words is not sent with other changes, and stays as it is', () => {
    const { body, expected } = plan({ enabled: false, filter: BOTS.replace('30', '"30"') });
    expect(body).toEqual({ enabled: false });
    expect(expected).toMatchObject({ enabled: false, filter: BOTS });
  });

  it('options that equal the defaults, where legacy options applied', () => {
    const legacy = { ...without('output_options'), logpull_options: 'fields=RayID&timestamps=rfc3339' };
    const added = plan({ output_options: { timestamp_format: 'unixnano' } }, legacy);
    expect(added.plan.changes).toMatchObject([{ path: 'output_options.timestamp_format', kind: 'add' }]);
    expect(added.body).toEqual({ output_options: { timestamp_format: 'unixnano' } });
    const removed = plan({ output_options: null }, { ...legacy, output_options: { sample_rate: 1 } });
    expect(removed.plan.changes).toMatchObject([{ path: 'output_options.sample_rate', kind: 'remove' }]);
  });

  it('50,000 fields in another order, in linear time', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `Field${index}`);
    const live = { ...LIVE, output_options: { field_names: names } };
    expect(plan({ output_options: { field_names: names.toReversed() } }, live).plan.changes).toMatchObject([
      { added: [], removed: [], isReordered: true },
    ]);
  });

  it('a new output type: also options that only it makes differ', () => {
    const { changes } = plan({ output_options: { output_type: 'csv', record_prefix: '{' } }).plan;
    expect(changes.map(({ path }) => path)).toEqual(['output_options.output_type', 'output_options.record_prefix']);
  });
});

describe('a new job', () => {
  const file = {
    name: 'new',
    destination_conf: DESTINATION,
    filter: BOTS,
    output_options: { field_names: ['BotScore'] },
  };
  it('sends everything, disabled, and is undone by disabling it', () => {
    const planned = plan(file, 'none');
    expect(planned.plan).toMatchObject({
      action: 'create',
      id: undefined,
      name: 'new',
      dataset: 'http_requests',
      problems: [],
    });
    expect(planned.body).toEqual({ dataset: 'http_requests', enabled: false, ...file });
    expect(planned.undo(9)).toEqual({ headgate_undo: true, id: 9, name: 'new', enabled: false });
    expect(planned.plan.warnings).toEqual(['enabled is not true: the job exists after this, and pushes nothing']);
  });

  it('without a filter: the plan shows that it pushes every line', () => {
    const { filter: _, ...unfiltered } = file;
    const { plan: found, body } = plan({ ...unfiltered, enabled: true }, 'none');
    expect(found.changes.map(({ path }) => path)).toEqual([
      ...['name', 'dataset', 'enabled', 'destination_conf', 'filter', 'output_options.field_names'],
    ]);
    expect(found.changes).toContainEqual({ path: 'filter', kind: 'filter', from: null, to: null });
    expect(diffBlocks(found.changes, true)[0]!.code).toContain('+ filter\n  + none: every line');
    expect(body).not.toHaveProperty('filter');
  });

  it('needs a destination', () => {
    expect(plan({ name: 'new' }, 'none').plan.problems).toEqual([
      'destination_conf: found none, expected the address that the job pushes to; add it to the file',
    ]);
  });
});

describe('ownership', () => {
  it.each([
    [DESTINATION.replace('http', 'b'), true],
    ['s3://logs/b?region=a&endpoint=storage.example.com&access-key-id=k&secret-access-key=s', false],
    [R2, false],
    ['gs://logs/b', true],
    ['azure://logs/b?sig=x', true],
    ['https://example.com/in', false],
  ])('of %s: %s', (conf, needsOwnership) => {
    expect(plan({ destination_conf: conf }).plan.needsOwnership).toBe(needsOwnership);
  });

  it('a token of the file is sent with a changed destination only', () => {
    const token = { ownership_challenge: SECRET };
    const moved = plan({ destination_conf: 's3://logs/b?region=a', ...token });
    expect(moved.plan.needsOwnership).toBe(false);
    expect(moved.body).toMatchObject(token);
    expect(moved.expected).not.toHaveProperty('ownership_challenge');
    expect(plan({ enabled: false, ...token }).body).toEqual({ enabled: false });
  });
});

describe('problems', () => {
  it.each<[string, object, string]>([
    [
      'dataset',
      { dataset: 'dns_logs' },
      'dataset: found "dns_logs", expected "http_requests", because the dataset of a job cannot be changed',
    ],
    ['kind', { kind: 'edge' }, 'kind: found "edge", expected "", because the kind of a job cannot be changed'],
    ['an expression as the filter', { filter: 'BotScore < 30' }, 'filter: expression in a job'],
    [
      'a filter of wrong types',
      { filter: '{"where":{"key":"BotScore","operator":"lt","value":"x"}}' },
      'filter: value of the wrong type at where.value',
    ],
    ['a misspelt option', { output_options: { 'CVE-2021-4428': true } }, 'write CVE-2021-44228 for "CVE-2021-4428"'],
    [
      'an option in the wrong place',
      { sample_rate: 0.5, enabled: false },
      'found "sample_rate" next to output_options',
    ],
    ['an unknown field', { output_options: { field_names: ['RayId'] } }, 'write RayID for "RayId"'],
    ['a template', { output_options: { record_template: '{{ if }}' } }, 'output_options.record_template'],
    ['the file', { enabled: 'yes' }, 'enabled: found "yes", expected true or false'],
  ])('%s', (_, file, problem) => {
    expect(plan(file).plan.problems.join('\n')).toContain(problem);
  });

  it('of a new destination; the one that a job has, or had, is no problem', () => {
    const wrong = { destination_conf: 'var/logs/x' };
    const problem = expect.stringMatching(/^destination_conf: found no scheme/);
    expect(plan(wrong).plan.problems).toEqual([problem]);
    expect(plan({ name: 'new', ...wrong, dataset: 'unknown' }, 'none').plan.problems).toContainEqual(problem);
    expect(plan({ enabled: false, ...wrong }, { ...LIVE, ...wrong }).plan).toMatchObject({
      ...{ action: 'update', problems: [] },
      warnings: [expect.stringContaining('the job stops'), expect.any(String)],
    });
    const undo = plan(plan({ destination_conf: DESTINATION }, { ...LIVE, ...wrong }).undo(7));
    expect(undo.plan).toMatchObject({ problems: [], warnings: expect.arrayContaining([problem]) });
  });

  it('an unknown dataset of a new job', () => {
    const { problems } = plan({ dataset: 'http_request', destination_conf: DESTINATION }, 'none').plan;
    expect(problems).toEqual([expect.stringMatching(/^dataset: found "http_request".*did you mean http_requests\?/)]);
  });

  it('that the live job has already are warnings', () => {
    const live = { ...LIVE, filter: 'broken', output_options: { field_names: ['NewField'] } };
    const { problems, warnings } = plan({ output_options: { sample_rate: 0.5 } }, live).plan;
    expect(problems).toEqual([]);
    expect(warnings.join()).toContain('"NewField"');
    expect(plan({ filter: 'broken' }, live).plan).toMatchObject({ action: 'none', problems: [] });
  });

  const NEW_FIELDS = { field_names: ['NewField', 'OtherField', 'RayID'], 'new-option': 1 };
  it.each<[string, object]>([
    ['a name with spaces', { name: 'my job' }],
    ['a name that is too long', { name: 'x'.repeat(600) }],
    ['a kind', { kind: 'instant-logs' }],
    ['a limit', { max_upload_bytes: 1 }],
    ['a frequency', { frequency: 'medium' }],
    ['an option at the wrong place', { sample_rate: 0.5 }],
    ['names of fields and options', { output_options: NEW_FIELDS }],
    ['a value of an option', { output_options: { sample_rate: 7 } }],
    ['legacy options', { output_options: {}, logpull_options: 'fields=NoSuchField' }],
    ['a key that resembles another one', { frequencies: 'x' }],
    ['an integer that cannot be sent', { revision: 2 ** 60 }],
    ['a dataset', { dataset: 'new_logs' }],
    ['no destination', { destination_conf: null }],
  ])('that the live job has already, with this value, are none: %s', (_, same) => {
    const live = { ...LIVE, ...same };
    const { problems, warnings } = plan(live, live).plan;
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    expect(plan({ ...live, enabled: false }, live).plan).toMatchObject({ action: 'update', problems: [] });
    // Another value, and the same in a new job, are problems as before.
    expect(plan(live, 'none').plan.problems).not.toEqual([]);
  });

  it('of one value of several are about the new value alone', () => {
    const live = { ...LIVE, output_options: NEW_FIELDS };
    const namesOf = (...field_names: string[]) => plan({ output_options: { field_names } }, live).plan.problems;
    expect(namesOf('NewField', 'RayID')).toEqual([]);
    expect(namesOf('OtherField', 'NewField')).toEqual([]);
    expect(namesOf('NewField', 'BadField')).toEqual([expect.stringContaining('"BadField"')]);
    expect(plan({ name: 'another one' }, { ...LIVE, name: 'my job' }).plan.problems).toHaveLength(1);
  });

  it('of a dataset that headgate does not know: the rest is not checked', () => {
    const live = { ...LIVE, dataset: 'new_logs', filter: '{"where":{"key":"New","operator":"eq","value":1}}' };
    const { problems, warnings } = plan({ filter: live.filter.replace('1', '2') }, live).plan;
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^dataset: found "new_logs".*headgate does not check the filter/)]);
  });

  it('of a job that an undo file restores are warnings', () => {
    const live = { ...LIVE, filter: 'broken', output_options: { field_names: ['NewField'] } };
    const change = plan({ filter: BOTS, output_options: { field_names: ['RayID'] } }, live);
    const undo = plan(change.undo(7), { id: 7, ...change.expected });
    expect(undo.plan.problems).toEqual([]);
    expect(plan(plan({ enabled: false }).undo(7), { ...LIVE, enabled: false }).plan.warnings.join()).not.toContain(
      'no filter',
    );
    expect(undo.plan.warnings.join()).toContain('"NewField"');
    expect(undo.body).toEqual({ filter: 'broken', output_options: { field_names: ['NewField'] } });
  });
});

describe('warnings', () => {
  const moved = 's3://logs/b?region=a';
  it.each<[string, object, Record<string, unknown>, string]>([
    [
      'a filter that stays, in a file that looks like a whole job',
      { destination_conf: moved },
      LIVE,
      'the file has no filter, so the job keeps its own; to remove it, write "filter": null',
    ],
    ['a filter that is removed', { filter: null }, LIVE, 'users report that the platform left the old filter in force'],
    [
      'the filter to write instead',
      { filter: null },
      LIVE,
      '"filter": "{\\"where\\":{\\"key\\":\\"RayID\\",\\"operator\\":\\"!eq\\",\\"value\\":\\"no-such-value\\"}}"',
    ],
    [
      'fields that are not listed',
      { output_options: { field_names: ['RayID'] } },
      LIVE,
      'the filter tests BotScore, which field_names does not list',
    ],
    [
      'sampling',
      { enabled: false, output_options: { sample_rate: 0.1 } },
      LIVE,
      'the job pushes only a sample of the lines that its filter keeps: sample_rate is 0.1',
    ],
    [
      'a lower sample rate',
      { output_options: { sample_rate: 0.1 } },
      { ...LIVE, output_options: { sample_rate: 0.3 } },
      'sample_rate is 0.1, 0.3 before: the job loses 66.7 % of the lines that it pushes now',
    ],
    [
      'a job that stops',
      { enabled: false },
      LIVE,
      'the job stops: it pushes nothing until it is enabled again, and the lines of that time are lost',
    ],
    [
      'custom fields',
      { output_options: { field_names: ['RayID', 'BotScore', 'Cookies'] } },
      LIVE,
      "field_names lists Cookies: the zone's custom-fields ruleset decides",
    ],
    [
      'legacy options that are ignored',
      { output_options: { sample_rate: 1, field_names: ['RayID'] } },
      { ...LIVE, output_options: undefined, logpull_options: 'fields=RayID,ClientIP' },
      'the platform ignores logpull_options because the job has output_options; the job no longer pushes ClientIP unless field_names lists them',
    ],
    [
      'an https destination',
      { enabled: false },
      { ...LIVE, destination_conf: 'https://a/b' },
      'the platform tests an https destination at every update',
    ],
    [
      'no backfill',
      { enabled: true },
      { ...LIVE, enabled: false },
      'Logpush does not backfill: the job pushes only lines from now on',
    ],
    [
      'no backfill at a new destination',
      { destination_conf: moved },
      LIVE,
      'Logpush does not backfill: the new destination receives only lines from now on',
    ],
    [
      'a filter that is probably wrong',
      {
        filter:
          '{"where":{"and":[{"key":"BotScore","operator":"eq","value":1},{"key":"BotScore","operator":"eq","value":2}]}}',
      },
      LIVE,
      'contradict',
    ],
    [
      'an unknown parameter of the destination',
      { destination_conf: 's3://logs/b?regin=a' },
      LIVE,
      'destination_conf: found the parameter regin, expected region, endpoint',
    ],
    ['an unknown key', { id: 7, colour: 'red' }, LIVE, 'found the key "colour"'],
  ])('%s', (_, file, current, warning) => {
    expect(plan(file, current).plan.warnings.join('\n')).toContain(warning);
  });

  it('of other jobs with the same destination or name', () => {
    const other = { id: 8, name: 'twin', dataset: 'http_requests', destination_conf: moved };
    const { warnings } = plan({ destination_conf: moved, name: 'twin' }, LIVE, [other]).plan;
    expect(warnings).toContain(
      'the same destination already receives http_requests from twin: a line that both keep arrives twice',
    );
    expect(warnings).toContain('another job has the name "twin": find each by its id from now on');
  });

  it('of custom fields only when they are new', () => {
    const fields = { field_names: ['RayID', 'BotScore', 'Cookies'] };
    const { warnings } = plan(
      { filter: BOTS, output_options: { sample_rate: 1, ...fields }, max_upload_records: 1000 },
      {
        ...LIVE,
        output_options: fields,
      },
    ).plan;
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a part of a job', { enabled: false, output_options: { sample_rate: 0.5 } }],
    ['a whole job that is not changed', { destination_conf: DESTINATION }],
  ])('of the filter that stays not for %s', (_, file) => {
    expect(plan(file).plan.warnings.join()).not.toContain('no filter');
  });

  it.each([
    ['a higher sample rate', { output_options: { sample_rate: 0.5 } }, '0.3 before'],
    ['a job that was disabled', { enabled: false, max_upload_records: 1000 }, 'STOPS'],
  ])('of lost lines not for %s', (_, file, text) => {
    const live = { ...LIVE, enabled: false, output_options: { sample_rate: 0.3 } };
    expect(plan(file, live).plan).toMatchObject({ action: 'update' });
    expect(plan(file, live).plan.warnings.join()).not.toContain(text);
  });

  it('none if nothing changes', () => {
    const live = {
      ...LIVE,
      destination_conf: 'https://a/b',
      output_options: { field_names: ['RayID'], sample_rate: 0.1 },
    };
    expect(plan(live, live).plan.warnings).toEqual([]);
  });
});

describe('secrets', () => {
  it.each<[string, string, string, string]>([
    [
      'r2',
      R2,
      'r2://new?account-id=a&access-key-id=k&secret-access-key=s',
      'r2://logs/{DATE}?account-id=acc&access-key-id=…&secret-access-key=…',
    ],
    [
      'S3-compatible',
      `s3://b/p?region=auto&endpoint=s.example.com&access-key-id=k&secret-access-key=${SECRET}`,
      's3://c?region=a',
      's3://b/p?region=auto&endpoint=s.example.com&access-key-id=…&secret-access-key=…',
    ],
    [
      'https',
      `https://user:${SECRET}@example.com/${SECRET}?header_Authorization=${SECRET}&tags=a`,
      's3://c?region=a',
      'https://example.com/…?header_Authorization=…&tags=a',
    ],
    ['azure', `azure://container/dir?sv=2024&sig=${SECRET}`, 's3://c?region=a', 'azure://container/dir?sv=2024&sig=…'],
    ['a secret with an &', `r2://b?secret-access-key=x&${SECRET}`, 's3://c?region=a', 'r2://b?secret-access-key=…&…=…'],
    [
      'a password with a question mark',
      `https://user:${SECRET}?${SECRET}@example.com/in`,
      's3://c?region=a',
      'https://…?…=…',
    ],
    ['a key as the region', `r2://b?region=${SECRET.slice(0, 20)}`, 's3://c?region=a', 'r2://b?region=…'],
    ['a folder', '/var/logs', 's3://c?region=a', '/var/logs'],
    ['no destination', `r2:b?region=${SECRET}`, 's3://c?region=a', '…'],
    [
      'datadog',
      `datadog://intake.example.com/${SECRET}?header_DD-API-KEY=${SECRET}`,
      's3://c?region=a',
      'datadog://intake.example.com/…?header_DD-API-KEY=…',
    ],
  ])('of a destination: %s', (_, from, to, shown) => {
    const { changes } = plan({ destination_conf: to }, { ...LIVE, destination_conf: from }).plan;
    expect(changes).toMatchObject([{ path: 'destination_conf', from: JSON.stringify(shown) }]);
  });

  it('that alone differ are named', () => {
    const [change] = plan({ destination_conf: R2.replace(SECRET, 'other') }, { ...LIVE, destination_conf: R2 }).plan
      .changes;
    expect(change).toEqual({
      path: 'destination_conf',
      kind: 'change',
      from: '"r2://logs/{DATE}?account-id=acc&access-key-id=…&secret-access-key=…"',
      to: '"r2://logs/{DATE}?account-id=acc&access-key-id=…&secret-access-key=… (secret changed: secret-access-key)"',
    });
  });

  it('in a repeated parameter are named', () => {
    const conf = (first: string): string => `r2://b?secret-access-key=${first}&secret-access-key=x`;
    const { changes } = plan({ destination_conf: conf(SECRET) }, { ...LIVE, destination_conf: conf('y') }).plan;
    expect(changes).toMatchObject([{ to: expect.stringContaining('(secret changed: secret-access-key)') }]);
  });

  it.each(['%2B', '%252B', '%20'])('that differ by + and %s are a change', (written) => {
    const conf = (text: string): string => `r2://b?secret-access-key=a${text}b`;
    const { changes } = plan({ destination_conf: conf(written) }, { ...LIVE, destination_conf: conf('+') }).plan;
    expect(changes).toMatchObject([{ kind: 'change', to: expect.stringContaining('secret changed') }]);
  });

  it.each(['name', 'dataset', 'enabled', 'kind', 'filter', 'frequency', 'max_upload_bytes', 'output_options'])(
    'of a destination in the place of %s',
    (key) => {
      const file = { name: 'a', [key]: `r2://b?secret-access-key=${SECRET}` };
      expect(plan(file).plan.problems).not.toEqual([]);
      expect(plan(file, 'none').plan.problems).not.toEqual([]);
      const live = { ...LIVE, ...file, id: 7 };
      expect(plan({ enabled: false, filter: null, output_options: null }, live).plan.id).toBe(7);
    },
  );

  it('of a destination in the place of id', () => {
    const file = { name: 'a', id: `r2://b?secret-access-key=${SECRET}` };
    expect(() => plan(file)).toThrow(
      /^cannot use the job in job\.json: id: found a string, expected a positive integer/,
    );
  });

  it('of unknown keys', () => {
    const unknown = {
      id: 7,
      api_token: SECRET,
      callback: { url: `https://a/?token=${SECRET}`, headers: [{ password: SECRET, name: 'public' }] },
      output_options: { token: SECRET, client_secret: [SECRET] },
    };
    expect(plan(unknown).plan.changes).toEqual([
      { path: 'output_options.client_secret', kind: 'add', to: '"…"' },
      { path: 'output_options.token', kind: 'add', to: '"…"' },
      { path: 'api_token', kind: 'add', to: '"…"' },
      {
        path: 'callback',
        kind: 'add',
        to: '{"url":"https://a/?token=…","headers":[{"password":"…","name":"public"}]}',
      },
    ]);
  });
});

it('an undo file with the whole job has every setting, and null for what the change adds', () => {
  const change = { filter: null, frequency: 'low', output_options: { sample_rate: 0.5 } };
  const { last_complete: _, last_error: __, error_message: ___, ...settings } = LIVE;
  expect(plan(change).undo(7, 'whole')).toEqual({
    ...{ headgate_undo: 'whole', ...settings, frequency: null },
    output_options: { ...LIVE.output_options, sample_rate: null },
  });
});

describe('a filter that is proven equal, written differently', () => {
  const ATMOST = '{"where":{"key":"BotScore","operator":"leq","value":29}}';
  const equalFilter = { from: 'BotScore < 30', to: 'BotScore <= 29' };

  it('is no change, beside other changes too', () => {
    const alone = plan({ filter: ATMOST });
    expect(alone).toMatchObject({
      plan: { action: 'none', changes: [], equalFilter },
      body: {},
      expected: { filter: BOTS },
    });
    const beside = plan({ filter: ATMOST, enabled: false });
    expect(beside).toMatchObject({ plan: { action: 'update', equalFilter }, expected: { filter: BOTS } });
    expect(beside.body).toEqual({ enabled: false });
  });

  it('is a change if rewriting is asked for, and its undo file restores the text', () => {
    const rewritten = plan({ filter: ATMOST }, LIVE, [], true);
    expect(rewritten).toMatchObject({ plan: { action: 'update', equalFilter }, body: { filter: ATMOST } });
    expect(compareReadBack(rewritten, LIVE, getDataset('http_requests'))).toHaveLength(1);
    const undo = plan(rewritten.undo(7), { ...LIVE, filter: ATMOST });
    expect(undo.body).toEqual({ filter: BOTS });
  });

  it.each([
    ['only in its notation', '{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}', 0],
    [
      'for complete records alone',
      '{"where":{"or":[{"key":"BotScore","operator":"lt","value":30},{"and":[{"key":"EdgeResponseStatus","operator":"lt","value":5},{"key":"EdgeResponseStatus","operator":"gt","value":5}]}]}}',
      1,
    ],
    ['not at all', '{"where":{"key":"BotScore","operator":"leq","value":30}}', 1],
  ])('says nothing of a filter that differs %s', (_, filter, changes) => {
    expect(plan({ filter }).plan).not.toHaveProperty('equalFilter');
    expect(plan({ filter }).plan.changes).toHaveLength(changes);
  });
});

describe('undo', () => {
  it('disables a job that did not say whether it is enabled', () => {
    expect(plan({ enabled: true }, without('enabled')).undo(7)).toMatchObject({ enabled: false });
  });

  it('lists the old value of every changed key, null for what was absent', () => {
    const file = {
      name: 'b',
      filter: null,
      max_upload_records: 1000,
      output_options: { sample_rate: 0.5, 'CVE-2021-44228': null },
    };
    expect(plan(file).undo(7)).toEqual({
      headgate_undo: true,
      id: 7,
      name: 'bots',
      filter: BOTS,
      max_upload_records: null,
      output_options: { ...LIVE.output_options, sample_rate: null },
    });
  });
});

describe('reading back', () => {
  const dataset = getDataset('http_requests');
  const planned = plan({ filter: null, max_upload_records: 0 });
  const { filter: _, ...expected } = { ...LIVE, max_upload_records: 0 };
  it.each<[string, Record<string, unknown>, string[]]>([
    ['as expected', expected, []],
    ['empty values are left out', { ...expected, max_upload_records: undefined }, []],
    ['settings that the service adds', { ...expected, frequency: 'high' }, []],
    ['the old filter is still there', { ...expected, filter: BOTS }, ['filter']],
    [
      'an option was lost',
      { ...expected, output_options: { field_names: ['RayID', 'BotScore'] } },
      ['output_options.CVE-2021-44228', 'output_options.timestamp_format'],
    ],
  ])('%s', (_, answer, paths) => {
    expect(compareReadBack(planned, answer, dataset).map(({ path }) => path)).toEqual(paths);
  });

  it('changes by others are found in every setting', () => {
    expect(compareJobs(LIVE, { ...LIVE, last_complete: null, frequency: 'low' }, dataset)).toMatchObject([
      { path: 'frequency', kind: 'add', to: '"low"' },
    ]);
  });
});

const RECORDED = resolve(import.meta.dirname, '../../../../../shared/fixtures/api');
const recorded = existsSync(RECORDED) ? readdirSync(RECORDED) : [];
describe.runIf(recorded.length > 0)('jobs of other tools', () => {
  /** Every object in a recorded body that has a destination. */
  function jobsIn(value: unknown): Record<string, unknown>[] {
    if (typeof value !== 'object' || value === null) return [];
    const inner = Object.values(value).flatMap(jobsIn);
    return 'destination_conf' in value && 'id' in value ? [value as Record<string, unknown>, ...inner] : inner;
  }
  const jobs = recorded.flatMap((name) => jobsIn(JSON.parse(readFileSync(`${RECORDED}/${name}`, 'utf8'))));

  it('are there', () => {
    expect(jobs.length).toBeGreaterThan(3);
  });

  it.each(jobs.map((job, index) => [index, job]))('%i: the plan of a job with itself has no changes', (_, job) => {
    const { plan: found, body } = plan(job as object, job as Record<string, unknown>);
    expect(found).toMatchObject({ action: 'none', changes: [], problems: [] });
    expect(body).toEqual({});
  });
});
