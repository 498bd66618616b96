// Rates and costs on the command line: the tables, prices and their errors, what is not measured.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printBytes } from '../../../src/base/index.ts';
import { replayPage } from '../../../src/report/page/replay-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { replay } from '../../../src/verbs/index.ts';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const LOGS = 'samples/logs/errors-and-threats';
const folder = mkdtempSync(join(tmpdir(), 'prices-'));
const prices = join(folder, 'prices.json');
writeFileSync(prices, '{"archive": "stored=$0.023/GB-month,keep=90d", "search": {"ingest": "2.50 EUR/GB"}}');

const costOf = async (args: string[], stdin?: string) => {
  const run = await runTogether(['replay', ...args, '--format', 'json', '-q'], stdin === undefined ? {} : { stdin });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout).cost;
};
const line = (time: string, status: number): string =>
  `${JSON.stringify({ EdgeStartTimestamp: `2026-11-01T${time}Z`, EdgeResponseStatus: status })}\n`;

it('shows rates, what is stored, and money for each destination', async () => {
  const run = await runTogether([
    'replay',
    LOGS,
    '-f',
    'EdgeResponseStatus >= 500',
    '--price',
    `@${prices}`,
    '-q',
    '--details',
  ]);
  expect(run.code).toBe(0);
  const text = run.stdout;
  const rows = text.split('\n').map((row) => row.trim().replaceAll(/ {2,}/g, ' | '));
  expect(rows).toContain('Rates from 3 days of logs | filter-1 | all lines');
  expect(rows.find((row) => row.startsWith('Lines per day | '))).toMatch(/ \| 806$/);
  expect(rows.find((row) => row.startsWith('Stored per month | '))).toMatch(/ \| 1\.16 MB$/);
  expect(rows.find((row) => row.startsWith('Cost per month, archive | '))).toMatch(/\$0\.0\d+ \| \$0\.0\d+$/);
  expect(rows.find((row) => row.startsWith('Saves, search | '))).toMatch(/0\.0\d+ EUR \| \d+\.\d %/);
  expect(text).toContain('  Stored: all kept lines were compressed as --emit writes them.');
});

it.each([40, 60, 80, 100, 140])('keeps to %i columns', async (width) => {
  const report = await replay({
    ...{ sources: [`${LOGS}/20261101`], filters: ['EdgeResponseStatus >= 500', 'EdgeResponseStatus < 500'] },
    ...{ price: `@${prices}`, detail: 'no-fields' },
  });
  const { stored, all, jobs } = report.cost!;
  stored!.exact = false;
  for (const { perMonth, money } of [all, ...jobs]) {
    perMonth.stored!.low /= 1.234;
    money[0]!.amount!.low /= 1.234;
  }
  const text = [...renderText(replayPage(report), { color: false, width })].join('').split('\n');
  expect(text.filter((one) => one.length > Math.max(width, 48))).toEqual([]);
  // Each end of an interval is there, whatever the form of the table.
  expect(text.join(' ')).toContain(printBytes(jobs[0]!.perMonth.stored!.low));
});

it('names missing hours, and extrapolation', async () => {
  const input = line('10:00:00', 500) + line('10:59:00', 200) + line('13:00:00', 500);
  const run = await runTogether(['replay', '-', '-f', 'EdgeResponseStatus >= 500', '-q'], { stdin: input });
  expect(run.stdout).toContain('Rates from 2 hours of logs');
  expect(run.stdout.replace(/\s+/g, ' ')).toContain(
    'Rates leave out 2 hours without lines: 2026-11-01T11:00:00Z to 2026-11-01T13:00:00Z',
  );
  expect(run.stdout).toContain('2 hours of logs are extrapolated to days and months');
  expect(run.stdout).toContain('The first and the last hour count as whole hours');
});

it('one line in a batch of hours is a quiet time, and counts for guards as for rates', async () => {
  const path = join(folder, '20261101T000000Z_20261101T120000Z_1.log');
  writeFileSync(path, line('05:00:00', 500));
  expect(await costOf([path, '-f', 'all'])).toMatchObject({
    covered: { hours: 12, missing: [], since: '2026-11-01T00:00:00Z', until: '2026-11-01T12:00:00Z' },
    all: { perDay: { lines: { value: 2 } } },
  });
  const size = line('05:00:00', 500).length;
  const run = await runTogether(['replay', path, '-f', 'all', '--guard', `kept-bytes <= ${size * 2} B/day`, '-q']);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('in 12 hours');
});

it('a pipe has rates, but no stored size', async () => {
  const cost = await costOf(
    ['-', '-f', 'EdgeResponseStatus >= 500', '--price', '1/GB'],
    line('10:00:00', 500).repeat(24),
  );
  expect(cost).toMatchObject({ stored: null, all: { perDay: { lines: { value: 576 }, stored: null } } });
  expect(cost.jobs[0].money[0].amount.value).toBeGreaterThan(0);
});

it('divides by the sample_rate of the job that wrote the source', async () => {
  const job = join(folder, 'writer.json');
  const settings = { name: 'writer', dataset: 'http_requests', output_options: { sample_rate: 0.1 } };
  writeFileSync(job, JSON.stringify(settings));
  const [all, tenth] = await Promise.all([
    costOf([LOGS, '-f', 'all']),
    costOf([LOGS, '-f', 'all', '--written-by', job]),
  ]);
  expect(tenth.sampleRate).toBe(0.1);
  expect(tenth.all.perDay.lines.value).toBeCloseTo(all.all.perDay.lines.value * 10, 6);
  expect(tenth.all.perDay.lines.low).toBeLessThan(tenth.all.perDay.lines.value);
});

it('--counts has no costs', async () => expect(await costOf([LOGS, '-f', 'all', '--counts'])).toBeUndefined());

it('lines of seconds have no rates', async () => {
  const path = join(folder, '20261101T100000Z_20261101T100010Z_1.log');
  writeFileSync(path, line('10:00:05', 500));
  expect(await costOf([path, '-f', 'all'])).toBeUndefined();
  const run = await runTogether(['replay', path, '-f', 'all', '-q']);
  expect(run.stdout).toContain('No rates: the lines cover less than 5 minutes.');
});

describe('guards on money', () => {
  const ERRORS = 'EdgeResponseStatus >= 500';
  const pipe = line('10:00:00', 500).repeat(24);
  const first = `${LOGS}/20261101`;
  const HOUR = ['--since', '2026-11-01T10:00Z', '--until', '2026-11-01T11:00Z'];
  it.each([
    [
      'compare: the new filter costs less',
      ['compare', first, '--to', ERRORS, '--price', '1/GB', '--guard', 'saves >= 50%'],
      0,
    ],
    ['compare: nothing saved', ['compare', first, '--to', 'all', '--price', '1/GB', '--guard', 'saves > 0%'], 1],
    [
      'compare: stored bytes',
      ['compare', first, '--to', ERRORS, '--price', '1/GB-month', '--guard', 'cost <= 1/month'],
      0,
    ],
    [
      'compare: stored bytes of a pipe',
      ['compare', '-', '--to', ERRORS, '--price', '1/GB-month', '--guard', 'cost <= 1/month', ...HOUR],
      2,
    ],
    ['replay: a pipe', ['replay', '-', '-f', ERRORS, '--price', '1/GB', '--guard', 'cost <= 1/month', ...HOUR], 0],
    ['replay: a share of a pipe', ['replay', '-', '-f', ERRORS, '--price', '1/GB', '--guard', 'saves >= 0%'], 0],
    [
      'replay: stored bytes of a pipe',
      ['replay', '-', '-f', ERRORS, '--price', '1/GB-month', '--guard', 'cost <= 1/month', ...HOUR],
      2,
    ],
  ] as const)('%s', async (_, [verb, source, ...args], code) => {
    const from = verb === 'compare' ? ['--from', 'EdgeResponseStatus >= 400'] : [];
    const run = await runTogether([verb, source, ...from, ...args, '-q'], source === '-' ? { stdin: pipe } : {});
    expect([run.code, run.stderr === '']).toEqual([code, code < 2]);
    if (code === 2)
      expect(run.stderr).toContain(
        'found no size of what the filter stores or its job writes for the price "price", expected one',
      );
  });

  it.each([
    ['replay', ['-f', ERRORS]],
    ['compare', ['--from', 'all', '--to', ERRORS]],
  ] as const)('%s: a warning that stored bytes of a pipe are not measured', async (verb, filters) => {
    const warning =
      'headgate: warning: stored bytes of stdin are not measured, because it can be read only once: save it to a file for costs with the price "price"';
    const run = (price: string) => runTogether([verb, '-', ...filters, '--price', price], { stdin: pipe });
    expect(await run('1/GB-month')).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) });
    expect((await run('1/GB')).stderr).not.toContain('not measured');
  });

  it.each([
    ['replay', ['-f', ERRORS]],
    ['compare', ['--from', 'all', '--to', ERRORS]],
  ] as const)('%s: an amount per month needs the covered time', async (verb, filters) => {
    const args = [verb, '-', ...filters, '-q', '--price', '1/GB', '--guard', 'cost <= 1/month'];
    const run = await runTogether(args, { stdin: pipe });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('found no times in the names of the objects');
    expect(run.stderr).toContain('add --since and --until');
  });

  it.each([
    ['replay', ['1/GB-month'], 2],
    ['compare', ['1/GB-month'], 2],
    ['replay', ['1/GB-month', '--undecided-ok'], 0],
    ['replay', ['1/GB'], 0],
  ] as const)('%s: stored bytes of undecided lines: %j', async (verb, [price, ...args], code) => {
    const path = join(folder, '20261101T120000Z_20261101T130000Z_1.log');
    const undecided = line('12:20:00', 500).replace('EdgeResponseStatus', 'OriginResponseStatus');
    writeFileSync(path, line('12:10:00', 500) + undecided);
    const filter = verb === 'compare' ? ['--from', 'all', '--to', ERRORS] : ['-f', ERRORS];
    const run = await runTogether([
      verb,
      path,
      ...filter,
      '-q',
      '--price',
      price,
      '--guard',
      'cost <= 1/month',
      ...['--guard', 'kept >= 1%'],
      ...args,
    ]);
    expect(run.stdout).toContain(code === 0 ? 'Guards: all 2 hold' : 'Guards: 1 of 2 not judged');
    expect(run.stdout).toMatch(/✓ holds +kept >= 1%/);
    expect([run.code, run.stderr]).toEqual([
      code,
      code === 0 ? '' : expect.stringContaining('found 1 undecided line, whose size as written is not measured'),
    ]);
    if (code === 2) expect(run.stdout).toMatch(/\? not judged +cost <= 1\/month +found 1 undecided line/);
  });

  it('undecided lines of an unknown time, or of a job that changes their bytes, have no cost', async () => {
    const undecided = line('12:20:00', 200).replace('EdgeResponseStatus', 'OriginResponseStatus');
    const untimed = join(folder, 'a.log');
    writeFileSync(untimed, line('12:10:00', 200) + undecided);
    const guards = ['-q', '--price', '1/GB', '--guard', 'cost <= 1/month'];
    const ofUnknownTime = await runTogether(['replay', untimed, '-f', ERRORS, ...guards]);
    expect([ofUnknownTime.code, ofUnknownTime.stderr]).toEqual([2, expect.stringContaining('add --since and --until')]);
    const timed = join(folder, '20261101T120000Z_20261101T130000Z_1.log');
    writeFileSync(timed, line('12:10:00', 500) + undecided);
    const job = join(folder, 'job.json');
    const where = { key: 'EdgeResponseStatus', operator: 'geq', value: 500 };
    const options = { output_type: 'ndjson', record_suffix: 'x'.repeat(50) };
    writeFileSync(job, JSON.stringify({ filter: JSON.stringify({ where }), output_options: options }));
    const longer = await runTogether(['replay', timed, '--job', job, ...guards]);
    expect([longer.code, longer.stderr]).toEqual([2, expect.stringContaining('whose size as written is not measured')]);
  });

  it.each([
    ['json', 'kept >= 1%', '"value": null', 2],
    ['markdown', 'kept >= 1%', 'The guard was not judged.', 2],
    ['html', 'kept >= 1%', '? not judged', 2],
    ['junit', 'kept >= 1%', '<error', 2],
    ['csv:guards', 'kept >= 1%', 'not judged', 2],
    ['text', 'kept >= 99%', 'Guards: 1 of 2 broken, 1 of 2 not judged', 1],
  ])('%s: a guard without an answer beside %s', async (format, other, printed, code) => {
    const path = join(folder, '20261101T130000Z_20261101T140000Z_1.log');
    writeFileSync(path, line('13:10:00', 500) + line('13:20:00', 500).replace('EdgeResponseStatus', 'Other'));
    const guards = ['--guard', 'cost <= 1/month', '--guard', other, '--format', format];
    const run = await runTogether(['replay', path, '-f', ERRORS, '--price', '1/GB-month', ...guards]);
    expect(run.stdout).toContain(printed);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain("cannot judge --guard 'cost <= 1/month': found 1 undecided line");
  });

  it('lines of seconds have no answer', async () => {
    const path = join(folder, '20261101T110000Z_20261101T110010Z_1.log');
    writeFileSync(path, line('11:00:05', 500));
    const run = await runTogether(['replay', path, '-f', ERRORS, '--price', '1/GB', '--guard', 'cost <= 1/month']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(
      'found no event times that cover 5 minutes or more, expected lines with times over a longer range',
    );
  });
});

describe('a price that cannot be used', () => {
  it.each([
    [['--price', '0.50'], 'cannot parse --price, column 5: found the end of the price, expected a slash'],
    [['--price', '0.50/gb'], '  0.50/gb\n       ^\nheadgate: cannot parse --price, column 6: found "gb"'],
    [['--price', ''], 'cannot read --price: found no text'],
    [['--price', 's3://bucket?secret-access-key=x'], 'cannot read --price: found a destination'],
    [['--price', 'samples/prices.json'], 'to read prices from the file, pass @samples/prices.json'],
    [['--price', '{"a":"1/GB"}'], 'found JSON, expected a price such as 0.50/GB; write several prices to a file'],
    [['--price', '@'], 'cannot read the price file: found an empty name, expected a file'],
    [['--price', '@/none.json'], 'cannot read the price file /none.json'],
    [['--price', '1/GB', '--counts'], 'cannot use --price with --counts'],
  ])('%j', async (flags, message) => {
    const run = await runTogether(['replay', LOGS, '-f', 'all', ...flags]);
    expect(run.code).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(message);
  });
});
