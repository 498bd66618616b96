// Terraform plans: every log push job that changes is compared; plans of another form are refused; no secret is printed.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compare, comparePlan } from '../../../src/task/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const folder = mkdtempSync(join(tmpdir(), 'headgate-plan-'));
const bots = (score: number) => JSON.stringify({ where: { key: 'BotScore', operator: 'lt', value: score } });
const SECRET = 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY';
const state = (filter: string | null, more: object = {}) => ({
  name: 'prod',
  dataset: 'http_requests',
  enabled: true,
  destination_conf: `s3://logs/{DATE}?region=eu-west-1&access-key-id=AKIAIOSFODNN7EXAMPLE&secret-access-key=${SECRET}`,
  filter,
  output_options: { field_names: ['RayID'], sample_rate: null },
  ...more,
});
const resource = (actions: string[], before: object | null, after: object | null, more: object = {}) => ({
  address: 'module.logs.cloudflare_logpush_job.prod["eu"]',
  type: 'cloudflare_logpush_job',
  change: { actions, before, after, after_unknown: {}, before_sensitive: { destination_conf: true }, ...more },
});
const plan = (changes: object[], more: object = {}): string => {
  const path = join(folder, `${Math.abs(JSON.stringify([changes, more]).length)}-${changes.length}.json`);
  const other = {
    address: 'aws_s3_bucket.logs',
    type: 'aws_s3_bucket',
    change: { actions: ['create'], before: null, after: {} },
  };
  writeFileSync(
    path,
    JSON.stringify({
      format_version: '1.2',
      terraform_version: '1.9.0',
      resource_changes: [other, ...changes],
      ...more,
    }),
  );
  return path;
};
const run = (terraformPlan: string) =>
  comparePlan({ terraformPlan, sources: [LOGS], samples: 0, findsValues: false, threads: 1 });

it.each<[name: string, change: object, from: string, to: string]>([
  ['an update', resource(['update'], state(bots(30)), state(bots(20))), bots(30), bots(20)],
  ['a creation', resource(['create'], null, state(bots(30))), 'none', bots(30)],
  ['a deletion', resource(['delete'], state(bots(30)), null), bots(30), 'none'],
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
    'the filter is unknown until Terraform applies the plan',
    'the filter does not change',
    'the dataset changes from http_requests to firewall_events',
    1,
  ]);
});

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

it.each<[name: string, path: string, error: object]>([
  [
    'another version',
    plan([], { format_version: '2.0' }),
    { code: 'terraform-plan', message: expect.stringContaining('found format_version "2.0", expected 1.x') },
  ],
  [
    'a state',
    plan([], { resource_changes: undefined, values: {} }),
    { code: 'terraform-plan', message: expect.stringContaining('expected a plan and not a state') },
  ],
  [
    'a binary plan',
    file('binary.json', 'PK\u0003\u0004'),
    { code: 'terraform-plan', message: expect.stringContaining('terraform show -json') },
  ],
  ['other JSON', file('other.json', '[]'), { code: 'terraform-plan' }],
  [
    'a job of another form',
    plan([resource(['update'], state(bots(1)), { filter: 5, destination_conf: SECRET })]),
    { code: 'terraform-plan', message: expect.stringContaining('after.filter') },
  ],
  [
    'no log push job',
    plan([]),
    {
      code: 'terraform-no-jobs',
      message: expect.stringContaining('found no cloudflare_logpush_job among 1 resources'),
    },
  ],
  ['no changed job', plan([resource(['no-op'], state(''), state(''))]), { code: 'terraform-no-jobs' }],
  [
    'an invalid filter',
    plan([resource(['update'], state(''), state('BotScore < 5'))]),
    { code: 'filter-invalid', kind: 'negative' },
  ],
  ['no such file', join(folder, 'absent.json'), { code: 'argument-unreadable' }],
])('rejects %s', async (_, path, error) => {
  await expect(run(path)).rejects.toMatchObject(error);
  await expect(run(path)).rejects.not.toMatchObject({ message: expect.stringContaining(SECRET) });
});
