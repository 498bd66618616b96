// Price lists on the command line: the platform's own bill in every verb and format, ranges, guards, and flags that do not fit.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'price-lists-'));
/** 10 hours, each with 72 lines of 100 bytes and as many of 1,000 bytes. */
const HOURS = 10;
const source = join(folder, '20261101T000000Z_20261101T100000Z_1.log');
const lineOf = (hour: number, status: number, length: number): string => {
  const start = `{"EdgeStartTimestamp":"2026-11-01T0${hour}:30:00Z","EdgeResponseStatus":${status},"RayID":"`;
  return `${start.padEnd(length - 3, 'x')}"}\n`;
};
writeFileSync(
  source,
  Array.from(
    { length: HOURS },
    (_, hour) => lineOf(hour, 500, 100).repeat(72) + lineOf(hour, 200, 1000).repeat(72),
  ).join(''),
);
/** Bytes of a month. */
const [ERRORS, ALL] = [5_184_000, 57_024_000];
const jobOf = (name: string, destination: string | undefined, status = 500): string => {
  const path = join(folder, `${name}-${status}.json`);
  const filter = JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: status } });
  // Lines are written as they are.
  const output_options = { timestamp_format: 'rfc3339' };
  writeFileSync(
    path,
    JSON.stringify({ name, dataset: 'http_requests', filter, destination_conf: destination, output_options }),
  );
  return path;
};
const R2 = 'r2://logs/{DATE}?account-id=a&access-key-id=k&secret-access-key=SECRET';
const S3 = 's3://logs/{DATE}?region=eu-west-1';
const toR2 = jobOf('to-r2', R2);
const toS3 = jobOf('to-s3', S3);
const everything = jobOf('everything', S3, 0);
const unknown = jobOf('unknown', undefined);
const run = (...args: string[]) => runTogether([...args, '-q']);
const costOf = async (...args: string[]) => {
  const { stdout, stderr } = await run('replay', source, '--no-fields', ...args, '--format', 'json');
  expect(stderr).toBe('');
  return JSON.parse(stdout).cost;
};
const valuesOf = ({ money }: { money: { amount: { value: number }; cases?: { amount: { value: number } }[] }[] }) =>
  money.flatMap(({ amount, cases }) =>
    (cases ?? [{ amount }]).map((one) => Number((one.amount.value * 1e9).toFixed(3))),
  );
/** Nanodollars for bytes. */
const charge = (bytes: number, rate: number): number => Number((bytes * rate).toFixed(3));
const LIST = ['--price', 'cloudflare'];
const FULL = ['--price', 'cloudflare,internal=25GB,external=25GB'];

it.each<[string, string[], number[]]>([
  ['a job to R2', ['-j', toR2, ...FULL], [charge(ERRORS, 0.03)]],
  ['a job to S3', ['-j', toS3, ...FULL], [charge(ERRORS, 0.1)]],
  ['a filter beside it', ['-j', toS3, '-f', 'EdgeResponseStatus >= 500', ...FULL], [charge(ERRORS, 0.1)]],
  ['everything included', ['-j', toS3, '--price', 'cloudflare,external=0,internal=0'], [0]],
  ['an unknown destination', ['-j', unknown, ...FULL], [charge(ERRORS, 0.1), charge(ERRORS, 0.03)]],
  ['a folder as the source', ['-f', 'EdgeResponseStatus >= 500', ...FULL], [charge(ERRORS, 0.1), charge(ERRORS, 0.03)]],
  ['an unknown rest of the account', ['-j', toS3, ...LIST], [charge(ERRORS, 0.1), 0]],
])('%s', async (_, args, expected) => {
  const cost = await costOf(...args);
  expect(valuesOf(cost.jobs.at(-1))).toEqual(expected);
  expect(cost.priceLists).toMatchObject([
    { price: 'cloudflare', asOf: '2026-09-30', source: 'https://developers.cloudflare.com/logs/logpush/pricing/' },
  ]);
});

it('jobs share what is included, and each saves what the account pays less', async () => {
  // 10 MB are left: the jobs use 5.184 and 57.024 of them.
  const cost = await costOf('-j', toS3, '-j', everything, '--price', 'cloudflare,external=24.99GB');
  const total = charge(ERRORS + ALL - 10_000_000, 0.1);
  const sum = valuesOf({ money: cost.together })[0]!;
  expect(sum).toBeCloseTo(total, 0);
  expect(valuesOf(cost.jobs[0])[0]! + valuesOf(cost.jobs[1])[0]!).toBeCloseTo(total, 0);
  expect(valuesOf(cost.jobs[0])[0]! / sum).toBeCloseTo(ERRORS / (ERRORS + ALL), 6);
  expect(cost.jobs[0].saves[0].amount.value * 1e9).toBeCloseTo(charge(ALL - ERRORS, 0.1), 0);
  expect(cost.jobs[1].saves[0].amount.value).toBeCloseTo(0, 12);
});

it('trace events cost by line', async () => {
  const path = join(folder, '20261101T000000Z_20261101T010000Z_2.log');
  writeFileSync(path, '{"EventTimestampMs":1793491200000,"Outcome":"ok"}\n'.repeat(100));
  const flags = ['-d', 'workers_trace_events', '-f', 'Outcome == "ok"'];
  const { stdout } = await run(
    'replay',
    path,
    ...flags,
    '--price',
    'cloudflare,trace-events=10million-lines',
    '--format',
    'json',
  );
  const { jobs } = JSON.parse(stdout).cost;
  expect(jobs[0].billed).toEqual({ as: ['trace-events'], isShared: false });
  expect(jobs[0].money[0].amount.value).toBeCloseTo((100 * 720 * 0.05) / 1e6, 9);
});

it('several prices have a row each, and the storage of R2 is one of them', async () => {
  const { stdout } = await run('replay', source, '-j', toR2, ...FULL, '--price', 'r2', '--price', '$1/GB', '--details');
  expect(stdout).toMatch(/Cost per month, cloudflare .*\n +Cost per month, r2 +\$0 to \$0\.015.*\n +Cost per month /);
});

describe('formats', () => {
  it.each([
    ['text', ['replay', source, '-j', toS3, ...LIST]],
    ['html', ['replay', source, '-j', toS3, ...LIST]],
    ['markdown', ['replay', source, '-j', toS3, ...LIST]],
    ['text', ['compare', source, '--from-job', everything, '--to-job', toS3, ...LIST]],
    ['html', ['compare', source, '--from-job', everything, '--to-job', toS3, ...LIST]],
    ['markdown', ['compare', source, '--from-job', everything, '--to-job', toS3, ...LIST]],
  ])('%s: %j has the range, the date, the page and no secret', async (format, args) => {
    const { code, stdout } = await run(...args, '--format', format);
    const text = stdout.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(code).toBe(0);
    expect(text).toMatch(/\$0 to \$0\.0005/);
    expect(text).toMatch(
      /public prices of Logpush of 2026-09-30 \(https:\/\/developers\.cloudflare\.com\S+\); Enterprise contracts differ/,
    );
    expect(text).toContain('the low end assumes that all of the included usage is left');
    expect(text).not.toContain('SECRET');
  });

  it('compare: the difference is that under the same assumption', async () => {
    const { stdout } = await run('compare', source, '--from-job', everything, '--to-job', toS3, ...LIST);
    expect(stdout).toMatch(/Cost, cloudflare +\$0 to \$0\.005702 +\$0 to \$0\.000518 +−\$0\.005184 to \$0\n/);
  });
});

describe('guards hold in every case, or are not judged', () => {
  it.each<[string[], string, number]>([
    [['-j', toS3, ...LIST], 'cost <= 1/month', 0],
    [['-j', toS3, ...LIST], 'cost <= 0.0001/month', 2],
    [['-j', toS3, ...FULL], 'cost <= 0.0001/month', 1],
    [['-j', toS3, '--price', 'cloudflare,external=0'], 'cost <= 0.0001/month', 0],
    [['-j', unknown, ...FULL], 'cost <= 0.0003/month', 2],
    [['-j', unknown, ...FULL], 'cost <= 0.0001/month', 1],
    [['-j', toS3, ...LIST], 'saves >= 50%', 2],
    [['-j', toS3, ...FULL], 'saves >= 50%', 0],
    [['-j', toS3, ...FULL], 'saves >= 99%', 1],
    [['-j', toS3, ...LIST], 'saves >= 0.001/month', 2],
    [['-j', toS3, ...FULL, '--price', '1/GB'], 'cost[cloudflare] <= 0.001/month', 0],
  ])('replay %j, %s', async (args, guard, code) => {
    const found = await run('replay', source, ...args, '--guard', guard);
    expect([found.code, found.stderr === '']).toEqual([code, code < 2]);
    if (code === 2)
      expect(found.stderr).toMatch(/depending on .*; (?:state in --price|use a job with a destination_conf)/);
  });

  it.each<[string[], string, number]>([
    [LIST, 'saves > 0/month', 2],
    [FULL, 'saves > 0/month', 0],
    [FULL, 'saves >= 90%', 0],
    [FULL, 'cost <= 0.0001/month', 1],
  ])('compare %j, %s', async (prices, guard, code) => {
    const jobs = ['--from-job', everything, '--to-job', toS3];
    expect((await run('compare', source, ...jobs, ...prices, '--guard', guard)).code).toBe(code);
  });
});

it('a Terraform plan: several jobs may use what is left, one has it alone', async () => {
  const change = (name: string, before: number, after: number) => {
    const state = (status: number) => ({
      ...{ name, dataset: 'http_requests', enabled: true, destination_conf: S3 },
      filter: JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: status } }),
    });
    const one = { actions: ['update'], before: state(before), after: state(after), after_unknown: {} };
    return { address: `cloudflare_logpush_job.${name}`, type: 'cloudflare_logpush_job', change: one };
  };
  const verdict = async (...resource_changes: object[]) => {
    const path = join(folder, 'plan.json');
    writeFileSync(path, JSON.stringify({ format_version: '1.2', resource_changes }));
    const flags = ['--terraform-plan', path, '--price', 'cloudflare,external=0', '--guard', 'cost <= 0/month'];
    const { code, stdout } = await run('compare', source, ...flags);
    return [code, /Cost, cloudflare|Cost\s+per month, cloudflare/.test(stdout)];
  };
  expect(await verdict(change('one', 0, 500))).toEqual([0, true]);
  expect(await verdict(change('one', 0, 500), change('two', 500, 0))).toEqual([2, true]);
});

describe('flags that do not fit', () => {
  it.each([
    [['--price', 'cloudfare'], 'cannot parse --price, column 1: found "cloudfare"'],
    [
      ['--price', 'cloudflare', '--price', 'cloudflare'],
      'cannot use --price: found "cloudflare" twice, expected it once',
    ],
    [['--price', '1/GB', '--price', '2/GB'], 'cannot use --price: found two prices without a name'],
    [['--price', 'internal=1GB'], 'write cloudflare,internal='],
    [['--price', 'cloudflare,internal=1'], 'cannot parse --price, column 22'],
    [[...LIST, '--counts'], 'cannot use --price with --counts'],
    [[...LIST, '--guard', 'cost[s3] <= 1/month'], 'found no price "s3", expected one of cloudflare'],
  ])('%j', async (flags, message) => {
    const { code, stdout, stderr } = await run('replay', source, '-f', 'all', ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
