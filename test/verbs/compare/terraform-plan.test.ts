// Terraform plans of another form are rejected: errors name the file or the address of the job, and contain no secret.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { comparePlan } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { bots, plan, resource, SECRET, state } from '../../helpers/verbs/terraform-plan.ts';

const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const folder = mkdtempSync(join(tmpdir(), 'headgate-plan-'));
const run = (terraformPlan: string) => comparePlan({ terraformPlan, sources: [LOGS], threads: 1 });

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
  ['an empty file', file('empty.json', '\n'), { message: expect.stringContaining('found no text, expected JSON') }],
  ['standard input', '-', { message: expect.stringContaining('found -, expected the path of a file') }],
  ['an empty name', '', { message: expect.stringContaining('found an empty name, expected a file') }],
  ['other JSON', file('other.json', '[]'), { code: 'terraform-plan' }],
  [
    'a job of another form',
    plan([resource(['update'], state(bots(1)), { filter: 5, destination_conf: SECRET })]),
    { code: 'terraform-plan', message: expect.stringContaining('after.filter') },
  ],
  [
    'invalid output options',
    plan([resource(['update'], state(''), state('', { output_options: { sample_rate: 2 } }))]),
    {
      code: 'job-invalid',
      message: expect.stringMatching(/prod\["eu"\] \(after\): output_options.sample_rate: found 2, expected/),
    },
  ],
  [
    'invalid output options that are sensitive',
    plan([
      resource(
        ['update'],
        state(''),
        state('', { output_options: { field_names: ['RayID'], record_template: 5, output_type: SECRET } }),
        { after_sensitive: { output_options: { output_type: true } } },
      ),
    ]),
    { code: 'job-invalid', message: expect.stringMatching(/prod\["eu"\] \(after\): found invalid output_options/) },
  ],
  [
    'an unknown dataset',
    plan([resource(['create'], null, state('', { dataset: 'http_request' }))]),
    { message: expect.stringMatching(/^module\.logs\.cloudflare_logpush_job\.prod\["eu"\]: .*http_request/) },
  ],
  ...[['explode'], [], ['update', 'delete']].map((actions): [string, string, object] => [
    `the actions ${JSON.stringify(actions)}`,
    plan([resource(actions, state(''), state(bots(1)))]),
    {
      code: 'terraform-plan',
      message: expect.stringContaining(
        `found module.logs.cloudflare_logpush_job.prod["eu"]: actions ${JSON.stringify(actions)}, expected one of no-op,`,
      ),
    },
  ]),
  [
    'lines of another dataset',
    plan([resource(['create'], null, state('', { dataset: 'firewall_events' }))]),
    { code: 'other-dataset', message: expect.stringMatching(/prod\["eu"\]: cannot compare: found lines/) },
  ],
  [
    'no log push job',
    plan([]),
    {
      code: 'terraform-no-jobs',
      message: expect.stringMatching(/found no cloudflare_logpush_job among 1 resource, expected one; .* grep -q/),
    },
  ],
  [
    'a document without a version',
    file('none.json', '{"where":{}}'),
    { code: 'terraform-plan', message: expect.stringContaining('found no format_version') },
  ],
  [
    'an invalid filter',
    plan([resource(['update'], state(''), state('BotScore < 5'))]),
    { code: 'filter-invalid', kind: 'negative' },
  ],
  [
    'all invalid filters together, before it reads logs',
    plan([
      resource(['update'], state(''), state(bots(5))),
      { ...resource(['update'], state(''), state('BotScore < 5')), address: 'cloudflare_logpush_job.a' },
      { ...resource(['create'], null, state('{}')), address: 'cloudflare_logpush_job.b' },
    ]),
    {
      code: 'filter-invalid',
      message: expect.stringContaining(
        'cannot use cloudflare_logpush_job.a (after), cloudflare_logpush_job.b (after):',
      ),
    },
  ],
  ['no such file', join(folder, 'absent.json'), { code: 'argument-unreadable' }],
])('rejects %s', async (_, path, error) => {
  await expect(run(path)).rejects.toMatchObject(error);
  await expect(run(path)).rejects.not.toMatchObject({ message: expect.stringContaining(SECRET) });
});
