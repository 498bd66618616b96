// Terraform plans: every log push job that changes is compared, with the costs of both states; no secret is printed.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CompareReport } from '../../../src/analysis/compare/index.ts';
import { unjudgedError } from '../../../src/verbs/compare/compare-plan.ts';
import { compare, comparePlan } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { bots, plan, resource, SECRET, state } from '../../helpers/verbs/terraform-plan.ts';

const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const run = (terraformPlan: string, more: object = {}) =>
  comparePlan({ terraformPlan, sources: [LOGS], samples: 0, findsValues: false, threads: 1, ...more });

it.each<[name: string, change: object, from: string, to: string]>([
  ['an update', resource(['update'], state(bots(30)), state(bots(20))), bots(30), bots(20)],
  ['a creation', resource(['create'], null, state(bots(30))), 'none', bots(30)],
  ['a deletion', resource(['delete'], state(bots(30)), null), bots(30), 'none'],
  [
    'a job that replaces a forgotten one',
    resource(['create', 'forget'], state(bots(9)), state(bots(30))),
    'none',
    bots(30),
  ],
  [
    'a job without marks of what is unknown',
    resource(['update'], state(bots(30)), state(bots(20)), { after_unknown: undefined }),
    bots(30),
    bots(20),
  ],
  ['a replacement', resource(['delete', 'create'], state(null), state(bots(30))), 'all', bots(30)],
  ['a job that is disabled', resource(['update'], state(''), state('', { enabled: false })), 'all', 'none'],
])('compares %s', async (_, change, from, to) => {
  const { jobs } = await run(plan([change]));
  const { timing: __, ...direct } = await compare({
    sources: [LOGS],
    from,
    to: [to],
    samples: 0,
    findsValues: false,
    threads: 1,
  });
  expect(jobs).toMatchObject([
    { address: 'module.logs.cloudflare_logpush_job.prod["eu"]', name: 'prod', reason: null },
  ]);
  const [{ onlyBefore, onlyAfter, keptByBoth } = direct.comparisons[0]!] = direct.comparisons;
  expect(jobs[0]!.report!.comparisons).toMatchObject([{ to: 'prod (after)', onlyBefore, onlyAfter, keptByBoth }]);
  expect(onlyBefore.lines + onlyAfter.lines).toBeGreaterThan(0);
  expect(JSON.stringify(jobs)).not.toContain(SECRET);
});

it('reports jobs that cannot be compared beside the others', async () => {
  const { jobs } = await run(
    plan([
      resource(['update'], state(bots(30)), { ...state(null), filter: undefined }, { after_unknown: { filter: true } }),
      resource(['update'], state(bots(30)), state(bots(30), { name: 'renamed' })),
      resource(['create', 'delete'], state(bots(30)), state(bots(20), { dataset: 'firewall_events' })),
      resource(['no-op'], state(bots(30)), state(bots(30))),
      resource(['update'], state(bots(30)), state(bots(20))),
    ]),
  );
  expect(jobs.map(({ report, reason }) => reason ?? report!.comparisons.length)).toEqual([
    'filter is unknown until Terraform applies the plan',
    'the filter does not change',
    'the dataset changes from http_requests to firewall_events',
    1,
  ]);
});

const after = (more: object, unknown: object | true = {}, filter = bots(20)) =>
  resource(['update'], state(bots(30)), state(filter, more), { after_unknown: unknown });
/** Version 4 of the provider has an empty list, version 5 null. */
const LEGACY = { output_options: [] };
const ENABLED_UNSET = 'enabled is not set, and a new job is disabled by default: compared as if it were true';

it.each<[name: string, change: object, found: object]>([
  [
    'an unknown filter',
    after({ filter: undefined }, { filter: true }),
    { report: null, reason: 'filter is unknown until Terraform applies the plan' },
  ],
  [
    'an unknown state',
    after({ enabled: undefined }, { enabled: true }),
    { report: null, reason: 'enabled is unknown until Terraform applies the plan' },
  ],
  [
    'an unknown state with the same filter',
    after({ enabled: undefined }, { enabled: true }, bots(30)),
    { report: null, reason: 'enabled is unknown until Terraform applies the plan' },
  ],
  [
    'an unknown dataset',
    after({ dataset: undefined }, { dataset: true }),
    { report: null, reason: 'dataset is unknown until Terraform applies the plan' },
  ],
  [
    'everything unknown',
    resource(['create'], null, {}, { after_unknown: true }),
    { report: null, reason: 'filter, enabled, dataset are unknown until Terraform applies the plan' },
  ],
  ['another dataset and the same filter', after({ dataset: 'firewall_events' }, {}, bots(30)), { report: null }],
  [
    'unknown output options',
    after({}, { output_options: true }),
    { report: { version: 1 }, remarks: ['output_options are unknown until Terraform applies the plan'] },
  ],
  [
    'an unknown field and the same filter',
    after({}, { output_options: { field_names: [false, true] } }, bots(30)),
    { report: { version: 1 }, remarks: ['field_names are unknown until Terraform applies the plan'] },
  ],
  [
    'an unknown sample rate in a block',
    after({}, { output_options: [{ sample_rate: true }] }),
    { report: { version: 1 }, remarks: ['sample_rate is unknown until Terraform applies the plan'] },
  ],
  [
    'unknown logpull_options',
    after({ ...LEGACY, logpull_options: undefined }, { logpull_options: true }),
    { report: { version: 1 }, remarks: ['logpull_options are unknown until Terraform applies the plan'] },
  ],
  [
    'a job whose enabled is removed',
    after({ enabled: null }, {}, bots(30)),
    { report: null, reason: 'the filter does not change', remarks: [ENABLED_UNSET] },
  ],
])('judges no guard on %s, and says so', async (_, change, found) => {
  const path = plan([change]);
  const report = await run(path, { neverDrop: ['BotScore < 1'] });
  expect(report.jobs).toMatchObject([{ isUnchanged: false, isUnjudged: true, ...found }]);
  expect(report.jobs[0]!.report?.guards).toBeUndefined();
  expect(unjudgedError(report)).toMatchObject({ code: 'guards-unjudged', kind: 'unreachable' });
  expect(unjudgedError(await run(path))).toBeUndefined();
});

it.each<[name: string, changes: object[], reasons: string[]]>([
  ['no job that changes', [resource(['no-op'], state(''), state(''))], []],
  ['a forgotten job', [resource(['forget'], state(bots(3)), null)], []],
  ['a job with another name', [after({ name: 'renamed' }, {}, bots(30))], ['the filter does not change']],
  [
    'a filter that is proven equal',
    [after({}, {}, JSON.stringify({ where: { key: 'BotScore', operator: 'leq', value: 29 } }))],
    ['the filter is proven equal, written differently'],
  ],
  [
    'a disabled job',
    [resource(['update'], state(bots(3), { enabled: false }), state(bots(3), { enabled: false, name: 'b' }))],
    ['the job is disabled before and after, and the filter does not change'],
  ],
  [
    'a job that is created disabled',
    [resource(['create'], null, state('', { enabled: false }))],
    ['the job is created disabled'],
  ],
  [
    'a job that is deleted disabled',
    [resource(['delete'], state('', { enabled: false }), null)],
    ['the job is deleted disabled'],
  ],
])('has an answer for %s', async (_, changes, reasons) => {
  const report = await run(plan(changes), { guards: ['kept >= 1%'] });
  expect(report.jobs.map(({ reason }) => reason)).toEqual(reasons);
  expect(unjudgedError(report)).toBeUndefined();
});

/** What `terraform show -json` prints of one job with the schemas of both versions of the provider. */
/** What a remark on sample_rate says. */
const sampled = (percent: number): string =>
  percent === 100
    ? 'the job pushes every line that its filter keeps; figures of lines are those of the filter'
    : `the job pushes about ${percent} % of the lines that its filter keeps, at random; figures of lines are those of the filter`;

const SHAPES = {
  'version 4': (filter: string, sample?: number) => ({
    ...{ account_id: null, zone_id: 'z', kind: '', frequency: null, ownership_challenge: '', logpull_options: '' },
    ...{ id: '7', name: 'prod', dataset: 'http_requests', enabled: true, destination_conf: 's3://logs/{DATE}', filter },
    max_upload_bytes: null,
    output_options:
      sample === undefined
        ? []
        : [{ cve20214428: false, field_names: ['RayID'], sample_rate: sample, output_type: 'ndjson' }],
  }),
  'version 5': (filter: string, sample?: number) => ({
    ...{
      account_id: null,
      zone_id: 'z',
      kind: '',
      frequency: 'high',
      ownership_challenge: null,
      logpull_options: null,
    },
    ...{ id: 7, name: 'prod', dataset: 'http_requests', enabled: true, destination_conf: 's3://logs/{DATE}', filter },
    ...{ error_message: null, last_complete: null, last_error: null, max_upload_records: 100_000 },
    output_options:
      sample === undefined
        ? null
        : { cve_2021_44228: false, field_names: ['RayID'], sample_rate: sample, output_type: 'ndjson' },
  }),
  'version 4, logpull_options': (filter: string, sample = 1) => ({
    ...{ name: 'prod', dataset: 'http_requests', enabled: true, destination_conf: 's3://logs/{DATE}', filter },
    ...{ logpull_options: `fields=RayID&sample=${sample}`, output_options: [] },
  }),
} as const;

it.each(Object.entries(SHAPES))('reads a job of %s of the provider', async (_, shape) => {
  const changes = [
    resource(['update'], shape(bots(30)), shape(bots(20))),
    resource(['update'], shape(bots(30), 0.5), shape(bots(20), 0.25)),
    resource(['update'], shape(bots(30), 0.5), shape(bots(30), 0.5)),
  ];
  const { jobs } = await run(plan(changes));
  expect(jobs).toMatchObject([
    { name: 'prod', report: { comparisons: [{ onlyAfter: { lines: 0 } }] }, remarks: [] },
    {
      report: { version: 1 },
      sampleRateChange: 'lower',
      remarks: [`sample_rate changes from 0.5 to 0.25: ${sampled(25)}`],
    },
    { report: null, isUnchanged: true, reason: 'the filter does not change', remarks: [] },
  ]);
  expect(jobs[0]!.report!.comparisons[0]!.onlyBefore.lines).toBeGreaterThan(0);
});

it.each([
  [null, [ENABLED_UNSET]],
  [true, []],
  [false, []],
])('names what a new job does whose enabled is %j', async (enabled, remarks) => {
  const { jobs } = await run(plan([resource(['create'], null, state(bots(30), { enabled }))]));
  expect(jobs).toMatchObject([{ remarks, isUnchanged: enabled === false }]);
});

const status = (least: number) =>
  JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: least } });
const output = (output_options: unknown, logpull_options: string | null = null) => ({
  output_options,
  logpull_options,
});

it.each<[name: string, remarks: string[], before: object, after: object, least: number, api?: object[]]>([
  [
    'sample_rate 0.01 to 1',
    [`sample_rate changes from 0.01 to 1: ${sampled(100)}`],
    output({ sample_rate: 0.01 }),
    output({}),
    500,
  ],
  [
    'sample_rate 1 to 0.01 in a block',
    [`sample_rate changes from 1 to 0.01: ${sampled(1)}`],
    output([{ sample_rate: 1, cve20214428: false, record_template: '', field_names: [] }]),
    output([{ sample_rate: 0.01, cve20214428: false, record_template: '', field_names: [] }]),
    500,
    [output(null), output({ sample_rate: 0.01 })],
  ],
  [
    'field_names',
    ['field_names change from 1 field to 4 fields'],
    output({ field_names: ['RayID'] }),
    output({ field_names: ['RayID', 'ClientIP', 'ClientRequestPath', 'ClientRequestHost'] }),
    500,
  ],
  [
    'field_names that other fields replace',
    ['field_names change from 3 fields to 2 fields: removes ClientIP, ClientRequestPath'],
    output({ field_names: ['RayID', 'ClientIP', 'ClientRequestPath'] }),
    output({ field_names: ['ClientRequestHost', 'RayID'] }),
    500,
  ],
  [
    'only field_names and the form',
    [
      'field_names change from all fields to 1 field: removes all fields but RayID',
      'output_type changes from ndjson to csv',
    ],
    output(null),
    output({ field_names: ['RayID'], output_type: 'csv' }),
    400,
  ],
  [
    'only logpull_options',
    [`sample_rate changes from 1 to 0.1: ${sampled(10)}`],
    output([], 'fields=RayID'),
    output([], 'fields=RayID&sample=0.1'),
    400,
    [output(null, 'fields=RayID'), output(null, 'fields=RayID&sample=0.1')],
  ],
])('computes costs of %s as for two jobs', async (_, remarks, before, next, least, api = [before, next]) => {
  const changes = [resource(['update'], state(status(400), before), state(status(least), next))];
  const request = { price: 'stored=0.023/GB-month,ingest=1/MB', guards: ['saves >= 0%', 'cost <= 3/month'] };
  const { jobs } = await run(plan(changes), request);
  const [from, to] = [400, least].map((one, index) => ({
    kind: 'job' as const,
    value: `job-${index}`,
    text: JSON.stringify(state(status(one), { name: `prod (${['before', 'after'][index]})`, ...api[index] })),
  }));
  const { timing: __, ...alone } = await compare({
    ...{ sources: [LOGS], samples: 0, findsValues: false, threads: 1, ...request },
    ...{ from: from!, to: [to!] },
  });
  const { timing: ___, ...found } = jobs[0]!.report!;
  // A block of Terraform sets options that the job of the API omits.
  const withoutSettings = (report: CompareReport) => ({
    ...report,
    jobs: report.jobs.map(({ push: _, file: __, ...job }) => job),
  });
  expect(withoutSettings(found)).toEqual(withoutSettings(alone));
  expect(jobs).toMatchObject([{ reason: null, isUnchanged: false, isUnjudged: false, remarks }]);
  expect(found.guards).toHaveLength(2);
  expect(found.comparisons[0]!.cost!.perMonth.bytes!.value).not.toBe(0);
});

it('measures bytes of a job beside one that writes lines as they are', async () => {
  const plain = output(null);
  const few = output({ field_names: ['RayID'] });
  const changes = [plain, few].map((more) => resource(['update'], state(status(400), more), state(status(500), more)));
  const { jobs } = await run(plan(changes));
  const [alone] = (await run(plan(changes.slice(1)))).jobs;
  expect(jobs[1]!.report!.cost).toEqual(alone!.report!.cost);
  expect(jobs[0]!.report!.cost).not.toEqual(alone!.report!.cost);
});

it.each<[name: string, before: object | null, after: object, more: object, remarks: string[], broken: number]>([
  ['a rate as before', { sample_rate: 0.5 }, { sample_rate: 0.5 }, {}, [`sample_rate is 0.5: ${sampled(50)}`], 0],
  ['a new job', null, { sample_rate: 0.5 }, {}, [`sample_rate is 0.5: ${sampled(50)}`], 0],
  ['a lower rate', {}, { sample_rate: 0.5 }, {}, [`sample_rate changes from 1 to 0.5: ${sampled(50)}`], 2],
  ['a higher rate', { sample_rate: 0.5 }, {}, {}, [`sample_rate changes from 0.5 to 1: ${sampled(100)}`], 0],
  [
    'a sensitive rate',
    {},
    { sample_rate: 0.5 },
    { after_sensitive: { output_options: true } },
    [
      'sample_rate changes',
      'Terraform marks the output options as sensitive: rates, costs and what the job pushes are not shown',
    ],
    2,
  ],
])('guards against lost lines and %s', async (_, before, after, more, remarks, broken) => {
  const from = before && state(status(500), output(before));
  const changes = [resource([from === null ? 'create' : 'update'], from, state(status(400), output(after)), more)];
  const { jobs } = await run(plan(changes), {
    ...{ guards: ['newly-dropped <= 1%', 'kept <= 90%'], neverDrop: ['EdgeResponseStatus >= 500'] },
  });
  const guards = jobs[0]!.report!.guards!;
  expect([jobs[0]!.remarks, guards.filter(({ holds }) => !holds).length, guards.length]).toEqual([remarks, broken, 3]);
  const reasons = guards.filter(({ holds }) => !holds).map(({ found }) => found);
  const reason = more === null || 'after_sensitive' in more ? 'is lower' : 'changes from 1 to 0.5';
  for (const text of reasons) expect(text).toContain(`by the filter; sample_rate ${reason} and drops lines at random`);
  const shown = JSON.stringify(jobs, (key, value) => (key === 'timing' ? undefined : value));
  expect(shown.includes('0.5')).toBe(!('after_sensitive' in more));
});
