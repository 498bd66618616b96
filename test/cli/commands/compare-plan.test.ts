// `headgate compare --terraform-plan`, as a user runs it: exit codes, which all formats agree with, and plans that it rejects.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-plan-cli-'));
const file = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

const stdin = [200, 400, 500, 501].map((status) => `{"EdgeResponseStatus":${status}}\n`).join('');
/** Changes of log push jobs in a Terraform plan. */
const UNKNOWN = { actions: ['create'], before: null, after: { enabled: true }, after_unknown: { filter: true } };
const ERRORS = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}';
const CREATED = { actions: ['create'], before: null, after: { enabled: true, filter: ERRORS } };
const planOf = (changes: object[]) => ({
  format_version: '1.2',
  resource_changes: changes.map((change, index) => ({
    address: `cloudflare_logpush_job.${index === 0 ? 'prod' : 'other'}`,
    type: 'cloudflare_logpush_job',
    change,
  })),
});
const compare = (...args: string[]) => runTogether(['compare', ...args], { stdin });

it.each<[string, string[], number, RegExp]>([
  [
    'a plan of another version',
    ['--terraform-plan', file('plan-2.json', { format_version: '2.0', resource_changes: [] })],
    2,
    /found format_version "2\.0", expected 1\.x/,
  ],
  [
    'a plan without log push jobs',
    ['--terraform-plan', file('plan-1.json', { format_version: '1.2', resource_changes: [] })],
    2,
    /found no cloudflare_logpush_job among 0 resources/,
  ],
  [
    'a plan whose filter is not known yet',
    ['--terraform-plan', file('plan-4.json', planOf([UNKNOWN]))],
    2,
    /cannot compare cloudflare_logpush_job\.prod \(filter is unknown until Terraform applies the plan\)/,
  ],
  [
    'a plan of which one job is compared',
    ['-', '--terraform-plan', file('plan-5.json', planOf([UNKNOWN, CREATED]))],
    1,
    /warning: cannot compare cloudflare_logpush_job\.prod \(filter is unknown until Terraform applies the plan\)/,
  ],
  [
    'guards and a plan of which one job is compared',
    ['-', '--terraform-plan', file('plan-6.json', planOf([UNKNOWN, CREATED])), '--guard', 'kept <= 90%'],
    2,
    /cannot judge the guards for cloudflare_logpush_job\.prod/,
  ],
  [
    'a broken guard and a plan of which one job is compared',
    ['-', '--terraform-plan', file('plan-7.json', planOf([UNKNOWN, CREATED])), '--guard', 'kept >= 99%'],
    1,
    /warning: cannot judge the guards for cloudflare_logpush_job\.prod/,
  ],
  [
    'guards and a plan whose filter is not known yet',
    ['--terraform-plan', file('plan-3.json', planOf([UNKNOWN])), '--guard', 'kept >= 99%'],
    2,
    /cannot judge the guards for cloudflare_logpush_job\.prod \(filter is unknown until Terraform applies the plan\)/,
  ],
  [
    'an invalid guard',
    ['-', '--terraform-plan', file('plan-8.json', planOf([CREATED])), '--never-drop', 'BotScore < x'],
    2,
    /BotScore < x\n +\^/,
  ],
  [
    'a plan and filters',
    ['--terraform-plan', 'x.json', '--from', 'all', '--to', 'none'],
    2,
    /cannot use --from, --to with --terraform-plan/,
  ],
])('%s', async (_, args, code, message) => {
  const run = await compare(...args);
  expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(message)]);
  expect(run.stderr).not.toMatch(/\n\s+at /);
});

it.each([
  ['junit', /errors="1"/],
  ['github', /::error title=cloudflare_logpush_job\.prod/],
])('--format %s agrees with the exit code', async (format, found) => {
  const jobs = [[UNKNOWN, CREATED], [UNKNOWN], [CREATED]];
  const runs = await Promise.all(
    jobs.map((changes, index) =>
      compare('-', '--terraform-plan', file(`${format}-${index}.json`, planOf(changes)), '--format', format),
    ),
  );
  expect(runs.map(({ code, stdout }) => [code, found.test(stdout)])).toEqual([
    [1, true],
    [2, true],
    [0, false],
  ]);
});

it.each<[format: string, broken: RegExp, answer: RegExp]>([
  ['text', /✗ broken {2}newly-dropped <= 1% .* by the filter; sample_rate/s, /pushes fewer lines than prod \(before\)/],
  ['json', /"holds": ?false/, /"sampleRateChange": ?"lower"/],
  ['markdown', /\*\*✗ broken\*\*|broken/, /pushes fewer lines than/],
  ['html', /✗ broken/, /pushes fewer lines than/],
  ['csv', /guard broken/, /sample_rate changes from 1 to 0\.5: the job pushes about 50 %/],
  ['junit', /failures="1"/, /at random/],
  ['github', /::error title=.*newly-dropped/, /::warning title=.*about 50 %25 of the lines/],
])('--format %s: a lower sample_rate keeps no guard against lost lines', async (format, broken, answer) => {
  const job = (rate: number) => ({
    name: 'prod',
    enabled: true,
    filter: ERRORS,
    output_options: { sample_rate: rate },
  });
  const changes = [{ actions: ['update'], before: job(1), after: job(0.5) }];
  const path = file(`sampled-${format}.json`, planOf(changes));
  const [guarded, plain] = await Promise.all(
    [['--guard', 'newly-dropped <= 1%'], []].map((guards) =>
      compare('-', '--terraform-plan', path, '--format', format, ...guards),
    ),
  );
  expect([guarded!.code, plain!.code]).toEqual([1, 0]);
  expect(guarded!.stdout).toMatch(broken);
  for (const { stdout } of format === 'junit' ? [guarded!] : [guarded!, plain!]) {
    expect(stdout.replace(/<[^>]+>|`/g, '').replace(/\s+/g, ' ')).toMatch(answer);
    expect(stdout).not.toMatch(/keeps the same lines/);
  }
});

const lines = join(folder, 'lines.ndjson');
writeFileSync(lines, stdin);

/** How Terraform marks values. */
const MARKS: [string, object][] = [
  ['output_options', { after_sensitive: { output_options: true } }],
  ['sample_rate alone', { before_sensitive: { output_options: { sample_rate: true } } }],
  ['everything', { before_sensitive: true }],
];
/** Guards on the three lines that the filter keeps: what the job pushes of them decides. */
const PUSHED_GUARDS: [string, number][] = [
  ['pushed <= 2', 1],
  ['pushed >= 1', 1],
  ['pushed <= 3', 0],
  ['pushed-bytes <= 0.001 kB', 1],
  ['pushed-bytes <= 1 MB', 0],
  // Without a time in any line, there is no report. A pipe cannot be read again to measure sizes.
  ['pushed-bytes <= 1 MB/day', 2],
  ['pushed-bytes <= 1 GB', 2],
  ['kept <= 3', 0],
];

describe.each(MARKS)('sensitive: %s', (mark, marks) => {
  const job = (rate: number) => ({
    ...{ name: 'prod', enabled: true, filter: ERRORS },
    output_options: { sample_rate: rate, field_names: ['EdgeResponseStatus'], record_prefix: 'secretprefix' },
  });
  const changes = [{ actions: ['update'], before: job(0.8765), after: job(0.5432), ...marks }];
  const SECRETS = /8765|5432|secretprefix|87\.65|54\.32/;
  /** What shows the rate: about 1.6 of three lines, and the bounds of an interval. */
  const FIGURES = /pushed \d|95 % interval|\bpushed about|"pushed": ?\{/;

  it.each(['text', 'json', 'markdown', 'html', 'csv', 'junit', 'github'])(
    'guards on pushed lines are judged, and --format %s has no figure that shows the settings',
    async (format) => {
      const path = file(`sensitive-${mark.replaceAll(' ', '-')}-${format}.json`, planOf(changes));
      for (const [guard, code] of PUSHED_GUARDS) {
        const source = guard.endsWith('GB') ? '-' : lines;
        const run = await compare(source, '--terraform-plan', path, '--format', format, '--guard', guard);
        expect([guard, run.code]).toEqual([guard, code]);
        const text = (run.stdout + run.stderr).replaceAll(/<[^>=]+>/g, '');
        expect(text).not.toMatch(SECRETS);
        expect(text).not.toMatch(FIGURES);
        if (format === 'json' && guard.startsWith('pushed') && !guard.endsWith('/day')) {
          const [found] = JSON.parse(run.stdout).jobs[0].report.guards;
          expect([found.holds, found.value === null]).toEqual([code === 0, code === 2]);
          if (code !== 2) expect(found.found).toMatch(/^the figure is not shown: /);
        }
      }
    },
  );
});
