// Suggestions over the samples: what they reach, what their proofs and replays say, and what stops them. Figures are compared with those of compare.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '../../../src/report/page/page.ts';
import { suggestPage } from '../../../src/report/page/suggest-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { compare, indexLogs, replay, type SuggestReport, suggest } from '../../../src/verbs/index.ts';
import { runTogether } from '../../helpers/cli/run-cli.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { randomRecords } from '../../helpers/suggest/random-logs.ts';

const LOGS = join(SAMPLES, 'logs/all-requests');
const PROMISES = ['promise:security', 'promise:errors', 'promise:writes'];
const folder = mkdtempSync(join(tmpdir(), 'headgate-suggest-'));
const INDEX = join(folder, 'logs.index');

/** Too large to be compressed completely. Draws depend on names: those of a relative folder are the same in every run. */
const TWICE = 'node_modules/.cache/headgate/suggest-twice';
rmSync(TWICE, { recursive: true, force: true });
for (const copy of ['1', '2']) cpSync(LOGS, join(TWICE, copy), { recursive: true });

/** Without what a run of another kind has differently. */
function comparable({ timing: _, source: __, sources: ___, commands: ____, ...report }: SuggestReport): unknown {
  return report;
}

function sourceOf(name: string, lines: readonly object[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'a.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function answerOf(report: SuggestReport): string {
  const { tone, text } = suggestPage(report).answer;
  return `${tone}: ${plainText(text)}`;
}

let half: SuggestReport;
beforeAll(async () => {
  await indexLogs({ sources: [LOGS], out: INDEX });
  half = await suggest({ sources: [INDEX], goal: '50 %', neverDrop: PROMISES });
});

describe('a half of the bytes', () => {
  it('is reached over all days together, with a margin of the learnt ones, by a nested ladder, proven', () => {
    expect(half).toMatchObject({ outcome: 'reached', partial: false, obstacle: null, search: { isProved: true } });
    const last = half.ladder.at(-1)!;
    expect(half.search.margin).toBeGreaterThan(1);
    expect(half.ladder.at(-2)!.share).toBeLessThan(0.5);
    expect(last.share).toBeGreaterThanOrEqual(0.5);
    expect(answerOf(half)).toMatch(/^good: 2 more terms drop 50\.4 % of the bytes/);
    expect(last.periods.filter(({ isLearnt }) => !isLearnt)).toHaveLength(1);
    const shares = half.ladder.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    for (const { proofs, samples } of half.ladder) {
      expect(proofs).toEqual({ promises: 'proven', narrows: 'proven' });
      expect(samples).toHaveLength(3);
    }
    expect(half.leftOutPeriods.map(({ period }) => period)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
  });

  it('has the figures of a comparison, and its promises hold there', async () => {
    const { comparisons, guards = [] } = await compare({
      ...{ sources: [INDEX], from: 'all', to: half.ladder.map(({ filter }) => filter.expression), neverDrop: PROMISES },
    });
    expect(comparisons.map(({ onlyBefore: { lines, bytes } }) => ({ lines, bytes }))).toEqual(
      half.ladder.map(({ dropped: { lines, bytes } }) => ({ lines, bytes })),
    );
    expect(guards.every(({ holds }) => holds)).toBe(true);
  });

  it('names no person, identifier or time in a filter', () => {
    const expressions = [...half.ladder, half.keepList!].map(({ filter }) => filter.expression).join(' ');
    expect(expressions).not.toMatch(/ClientIP|RayID|Timestamp|UserAgent|URI/);
    expect(half.leftOut.find(({ reason }) => reason === 'personal')?.fields).toContain('ClientIP');
  });

  it.each([1, 2, 4])('is the same with %i threads, over the logs themselves', async (threads) => {
    const found = await suggest({ sources: [LOGS], goal: '50 %', neverDrop: PROMISES, threads, bytesPerThread: 0 });
    expect(comparable(found)).toEqual(comparable(half));
  });
});

describe('short text', () => {
  it.each([80, 60, 40])('has the last rung of a long ladder in %i columns, without rows to spare', (width) => {
    const ladder = Array.from({ length: 8 }, (_, rung) => ({ ...half.ladder.at(-1)!, name: `suggestion-${rung + 1}` }));
    const remarks = Array.from({ length: 9 }, (_, at) => `remark ${at} ${'of many words '.repeat(9)}`);
    const page = suggestPage({ ...half, ladder, remarks });
    const text = [...renderText(page, { color: false, width })].join('');
    const table = text.slice(text.indexOf('Ladder'), text.indexOf('Filter suggestion'));
    expect(table).toContain('suggestion-8');
    expect(text).toMatch(/ladder\s+\(\d more\)/);
  });
});

describe('goals', () => {
  it('what may remain, by day', async () => {
    const report = await suggest({ sources: [INDEX], goal: '3 MB/day', neverDrop: PROMISES });
    const { outcome, need, ladder } = report;
    expect(outcome).toBe('reached');
    expect(need.low).toBeLessThan(need.high);
    expect(ladder.at(-1)!.proofs.promises).toBe('proven');
    const statements = suggestPage(report).statements!.map(({ text }) => plainText(text));
    expect(statements).toContain('Learnt with a margin of 22.5 %, so that each day reaches the goal.');
  });

  it('what may be paid: with what a month then costs', async () => {
    const report = await suggest({ sources: [INDEX], goal: '0.09/month', price: '$0.50/GB', neverDrop: PROMISES });
    const { saves, costs } = report.ladder.at(-1)!;
    expect(report.outcome).toBe('reached');
    expect(saves[0]!.amount!.value).toBeGreaterThan(0.03);
    expect(costs[0]!.amount!.value).toBeLessThan(0.09);
    expect(answerOf(report)).toMatch(/ of the bytes \(.*\); then a month costs \$0\.08\d+; the 3 promises hold/);
  });

  it.each([
    ['0.1/month', '0.50/GB'],
    ['0.08/month', '0.50/GB'],
    ['3/month', '20/million-lines'],
    ['1.5/month', '20/million-lines'],
    ['0.25/month', 'stored=23/GB-month'],
    ['0.15/month', 'stored=23/GB-month'],
    ['3/month', '0.50/GB,20/million-lines'],
  ])('%s at %s: the last filter alone reaches it, by the costs of a comparison', async (goal, price) => {
    const { outcome, ladder } = await suggest({ sources: [INDEX], goal, price: [price], neverDrop: PROMISES });
    const to = ladder.map(({ filter }) => filter.expression);
    const { cost } = await compare({ sources: [INDEX], from: 'all', to, price: [price] });
    const paid = cost!.jobs.slice(1).map(({ money: [one] }) => one!.amount!.value);
    expect(outcome).toBe('reached');
    expect(ladder.map(({ costs: [one] }) => one!.amount!.value)).toEqual(paid);
    const reaches = paid.map((amount) => amount <= Number.parseFloat(goal));
    expect(reaches).toEqual(ladder.map((_, rung) => rung === ladder.length - 1));
    expect(ladder.map(({ reachesGoal }) => reachesGoal)).toEqual(reaches);
  });

  it('a price of lines: proved best by what lines cost', async () => {
    const price = '20/million-lines';
    const report = await suggest({ sources: [INDEX], goal: '3/month', price, neverDrop: PROMISES });
    expect(suggestPage(report).statements!.map(({ text }) => plainText(text))).toEqual(
      expect.arrayContaining([
        '3/month needs 23.4 % of the cost to be saved.',
        'Proved best of all sets of up to three of the 52 terms that reach the goal.',
      ]),
    );
  });

  it('costs decide, not bytes: few large lines, many small ones, and a price of lines', async () => {
    const lines = Array.from({ length: 900 }, (_, line) => ({
      ClientRequestHost: line % 3 === 0 ? 'large.example.com' : 'small.example.com',
      ClientRequestPath: line % 3 === 0 ? `/${'x'.repeat(400)}` : '/',
      EdgeResponseStatus: [200, 404, 500][line % 7] ?? 304,
      EdgeStartTimestamp: new Date(Date.UTC(2026, 10, 1 + Math.floor(line / 300), line % 24)).toISOString(),
    }));
    const request = { sources: [sourceOf('few-large', lines)], price: '1/thousand-lines', noPromise: true };
    const { inForce } = await suggest({ ...request, goal: '0.001/month' });
    const [full] = inForce.costs;
    for (const part of [0.9, 0.7, 0.6, 0.4, 0.35]) {
      const most = Number((full!.amount!.value * part).toPrecision(6));
      const { outcome, ladder } = await suggest({ ...request, goal: `${most}/month` });
      expect([part, outcome]).toEqual([part, 'reached']);
      expect(ladder.at(-1)!.costs[0]!.amount!.value).toBeLessThanOrEqual(most);
    }
  });

  it('promises that protect every line forbid each goal of money', async () => {
    const request = { sources: [INDEX], price: '0.50/GB', neverDrop: ['EdgeResponseStatus >= 0'] };
    for (const goal of ['0.001/month', '0.12/month', '10 MB/month', '1 MB/day', '1 %'])
      expect([goal, (await suggest({ ...request, goal })).outcome]).toEqual([goal, 'forbidden']);
    const met = await suggest({ ...request, goal: '0.13/month' });
    expect([met.outcome, met.need]).toEqual(['met', { low: 0, high: 0 }]);
  });

  it('bytes of a month are judged as guards do, not by the largest day', async () => {
    const [one, two] = ['kept-bytes <= 230 MB/month', 'kept-bytes <= 150 MB/month'];
    const { guards } = await compare({ sources: [INDEX], from: 'none', to: ['all'], guards: [one, two] });
    expect(guards!.map(({ holds }) => holds)).toEqual([false, false]);
    const report = await suggest({ sources: [INDEX], goal: '150 MB/month', neverDrop: PROMISES });
    const last = report.ladder.at(-1)!;
    expect(report.outcome).toBe('reached');
    const judged = await compare({ sources: [INDEX], from: 'all', to: [last.filter.expression], guards: [two] });
    expect(judged.guards![0]!.holds).toBe(true);
    expect(answerOf(await suggest({ sources: [INDEX], goal: '300 MB/month', neverDrop: PROMISES }))).toMatch(
      /met already: 250 MB are pushed in a month/,
    );
  });

  it('each day of a goal by day, also of days that are learnt from together', async () => {
    const records = randomRecords(3, { lines: 12_000, days: 40 });
    const source = sourceOf('forty-days', records);
    const { ladder } = await suggest({ sources: [source], goal: '66 kB/day', noPromise: true });
    const reached: boolean[] = [];
    for (const { filter, reachesGoal } of ladder) {
      const { hours } = await replay({ sources: [source], filters: [filter.expression] });
      const byDay = Map.groupBy(hours!, ({ hour }) => hour.slice(0, 10));
      const bytes = [...byDay.values()].map((own) => own.reduce((sum, { jobs }) => sum + jobs[0]!.kept.bytes, 0));
      expect([filter.expression, reachesGoal]).toEqual([filter.expression, Math.max(...bytes) <= 66e3]);
      reached.push(reachesGoal);
    }
    expect(new Set(reached)).toEqual(new Set([true, false]));
  });

  it('what promised lines alone cost forbids less', async () => {
    const report = await suggest({ sources: [INDEX], goal: '0.02/month', price: '0.50/GB', neverDrop: PROMISES });
    expect([report.outcome, report.ladder]).toEqual(['forbidden', []]);
    const least = await compare({
      ...{ sources: [INDEX], from: 'all', price: '0.50/GB' },
      to: [report.promises.map(({ filter }) => filter).join(' or ')],
    });
    const [paid] = least.cost!.jobs[1]!.money;
    expect(report.remarks.join()).toContain(
      `for 0.02/month: a month of the promised lines alone costs ${Number(paid!.amount!.value.toPrecision(4))}; of the bytes, promise:writes protects 16.8 %, `,
    );
  });

  it.each([
    ['99 %', PROMISES, 'forbidden', /the promises protect too much.*promise:writes protects 16\.8 %/],
    // The learnt days alone could drop so much.
    [
      '85 %',
      PROMISES,
      'forbidden',
      /all bytes in force 81\.1 % may be dropped, and 85\.0 % have to be; promise:writes pro/,
    ],
    [
      '2 MB/day',
      PROMISES,
      'forbidden',
      /the promised lines alone have 2\.68 MB on the day with the most; of the bytes, promise:writes protects 16\.8 %/,
    ],
    ['200 GB/day', PROMISES, 'met', /^$/],
    ['20 %', ['all'], 'forbidden', /all protects 100/],
  ])('%s with %j is %s', async (goal, neverDrop, outcome, remark) => {
    const report = await suggest({ sources: [INDEX], goal, neverDrop });
    expect(report).toMatchObject({ outcome, ladder: [], obstacle: null });
    expect(report.remarks.filter((text) => text.includes('protect too much')).join()).toMatch(remark);
  });

  it('reached on the learnt days alone: stated as missed', async () => {
    // The last day has a host of its own.
    const lines = Array.from({ length: 300 }, (_, line) => ({
      EdgeStartTimestamp: `2026-11-0${1 + Math.floor(line / 100)}T10:00:00Z`,
      ClientRequestHost: line >= 200 ? 'c.example.org' : line % 10 < 7 ? 'a.example.com' : 'b.example.net',
    }));
    const report = await suggest({ sources: [sourceOf('new-host', lines)], goal: '50 %', noPromise: true });
    const { share, learnt } = report.ladder.at(-1)!;
    expect([report.outcome, share < 0.5, learnt! >= 0.5]).toEqual(['missed', true, true]);
    expect(answerOf(report)).toMatch(
      /^bad: The goal 50 % is missed\. 1 more term drops 46\.7 % .*, and reaches it only on the days that the filter is learnt from;/,
    );
    const statements = suggestPage(report).statements!.map(({ text }) => plainText(text));
    expect(statements.join('\n')).toMatch(
      /^Further searches, with a margin on the learnt days, found no filter that reaches it\.\nProved best .* that reach the goal on the learnt days.*\.$/m,
    );
  });

  it('has no answer if the filter in force keeps no line', async () => {
    const request = {
      sources: [INDEX],
      goal: '30 %',
      noPromise: true,
      from: 'ClientRequestHost == "none.example.com"',
    };
    await expect(suggest(request)).rejects.toMatchObject({
      code: 'nothing-kept',
      message: expect.stringMatching(/found no line of 19,575 that the filter in force keeps, expected at least one/),
    });
  });

  it.each([
    ['200 GB/day', /^good: The goal 200 GB\/day is met already: at most 9\.06 MB are pushed on a day; nothing has/],
    ['5/month', /^good: The goal 5\/month is met already: a month costs \$0\.1249; nothing has/],
  ])('%s is met: with what remains now', async (goal, answer) => {
    const report = await suggest({ sources: [INDEX], goal, price: '$0.50/GB', neverDrop: PROMISES });
    expect(answerOf(report)).toMatch(answer);
  });

  it.each([
    // 7.43 MB of the day, in two parts that are judged apart.
    [{ since: '2026-11-01', until: '2026-11-02' }, '7 MB/day', [0.0583, 0.0583]],
    // A neighbor of one hour does not halve the day.
    [{ until: '2026-11-02T01:00:00Z' }, '6 MB/day', [0.193, 0.193]],
    // Two hours have 760 kB: a day has twelve times as much.
    [{ since: '2026-11-01T10:00:00Z', until: '2026-11-01T12:00:00Z' }, '1 MB/day', [0.89, 0.89]],
  ])('of %j, %s is not met', async (range, goal, [low, high]) => {
    const report = await suggest({ sources: [LOGS], range, goal, noPromise: true });
    expect(report.outcome).not.toBe('met');
    expect(report.need.low).toBeCloseTo(low!, 2);
    expect(report.need.high).toBeCloseTo(high!, 2);
  });

  it('a goal by day is met on a day that its two parts have, as a replay counts it', async () => {
    const range = { since: '2026-11-01', until: '2026-11-02' };
    const { inForce, outcome } = await suggest({ sources: [LOGS], range, goal: '7.5 MB/day', noPromise: true });
    expect([outcome, inForce.mostPerDay]).toEqual(['met', inForce.kept.bytes]);
  });

  it('a goal by day is not judged on a day that is covered for a few hours, with a remark', async () => {
    const range = { until: '2026-11-03T10:00:00Z' };
    const { remarks } = await suggest({ sources: [LOGS], range, goal: '5 MB/day', neverDrop: PROMISES });
    expect(remarks).toContain(
      'a goal by day is judged on what the lines cover, 10 hours of 2026-11-03: pass whole days',
    );
  });

  it('a broken link: the reason, and no path of the index of this run', async () => {
    const path = sourceOf('broken-link', [{ EdgeResponseStatus: 200 }]);
    symlinkSync('nowhere', join(path, 'b.log'));
    const { problems } = await suggest({ sources: [path], goal: '50 %', noPromise: true });
    expect(problems).toMatchObject([
      { code: 'object-gone', message: 'the file no longer exists, or it is a broken link' },
    ]);
  });

  it('names what promises that are not made lose', async () => {
    const report = await suggest({ sources: [LOGS], goal: '50 %', neverDrop: ['promise:security'] });
    const last = report.ladder.at(-1)!;
    expect(last.unpromised.map(({ text }) => text)).not.toContain('promise:security');
    for (const { text, dropped, lines } of last.unpromised) {
      const { guards, jobs } = await compare({
        sources: [LOGS],
        ...{ from: 'all', to: [last.filter.expression], neverDrop: [text], samples: 0, findsValues: false },
      });
      expect([text, guards![0]!.value]).toEqual([text, dropped]);
      expect(lines).toBeGreaterThanOrEqual(dropped);
      expect(lines).toBeLessThan(jobs[0]!.kept.lines);
    }
    expect(last.unpromised.length).toBeGreaterThan(2);
    const text = [...renderText(suggestPage(report), { color: false, width: 200 })].join('');
    expect(text).toMatch(/Not promised: drops \d+ of [\d,]+ errors, /);
  });

  it.each([
    ['0.95/month', 'met'],
    ['0.3/month', 'reached'],
  ])('%s of stored bytes is %s, but the interval reaches beyond it', async (goal, outcome) => {
    const report = await suggest({ sources: [TWICE], goal, neverDrop: PROMISES, price: ['stored=23/GB-month'] });
    expect(report.outcome).toBe(outcome);
    expect(report.remarks).toContain(
      `the interval of the cost reaches beyond ${goal}: a guard cost <= ${goal} does not hold on these lines`,
    );
    expect(answerOf(report)).toMatch(/a month costs [\d.]+ \(95 % interval: [\d.]+ to [\d.]+\)/);
  });

  it('lines of two hours: extrapolated, with a remark; lines without a time have no rate', async () => {
    const range = { since: '2026-11-01T10:00:00Z', until: '2026-11-01T12:00:00Z' };
    const { inForce, remarks } = await suggest({ sources: [LOGS], range, goal: '20 MB/day', noPromise: true });
    expect(inForce.mostPerDay).toBe(inForce.kept.bytes * 12);
    expect(remarks.join('\n')).toMatch(
      /^the lines cover 2 hours, and no day well enough: .* extrapolated to 24 hours$/m,
    );
    const short = { since: '2026-11-01T10:00:00Z', until: '2026-11-01T10:05:00Z' };
    const few = await suggest({ sources: [LOGS], range: short, goal: '20 MB/day', noPromise: true });
    expect(few.remarks.join('\n')).toMatch(/^the lines cover 5 minutes, and no day/m);
    const source = sourceOf('timeless', [{ ClientRequestPath: '/a' }, { ClientRequestPath: '/b' }]);
    await expect(suggest({ sources: [source], goal: '1 MB/day', noPromise: true })).rejects.toMatchObject({
      code: 'goal-no-rate',
    });
  });

  it('out of reach if the filter in force leaves no room', async () => {
    const values = Array.from({ length: 60 }, (_, index) => `"/static/path-${index}.js"`).join(' ');
    const report = await suggest({
      ...{ sources: [INDEX], goal: '30 %', neverDrop: PROMISES },
      from: `not ClientRequestPath in {${values.slice(0, 700)}"}`,
    }).catch((error: Error) => error.message);
    expect(report).toMatchObject({
      outcome: 'out-of-reach',
      remarks: expect.arrayContaining([expect.stringMatching(/the limits of the platform allow \d+ more operators?/)]),
    });
  });

  it('only narrows the filter in force', async () => {
    const from = 'EdgeResponseStatus >= 300';
    const report = await suggest({ sources: [INDEX], goal: '20 %', neverDrop: ['promise:server-errors'], from });
    const { jobs } = await compare({ sources: [INDEX], from, to: [report.ladder.at(-1)!.filter.expression] });
    expect(report.outcome).toBe('reached');
    expect(report.ladder.at(-1)!.proofs.narrows).toBe('proven');
    expect(report.inForce.kept).toEqual(jobs[0]!.kept);
  });
});

describe('the printed commands', () => {
  it.each([
    [
      ['--since', '2026-11-02', '--slack', '2h'],
      ['--since', '2026-11-02T00:00:00Z', '--slack', '7200s'],
    ],
    [
      ['--until', '2026-11-03', '--input', 'ndjson', '--unwrap', 'none', '--null', 'zero', '--price', '0.50/GB'],
      ['--until', '2026-11-03T00:00:00Z', '--input', 'ndjson', '--unwrap', 'none', '--null', 'zero'],
    ],
    [['--endpoint-url', 'http://127.0.0.1:9', '--region', 'eu-west-1', '--profile', 'logs'], undefined],
  ])('have the source flags of the question: %j', async (flags, printed = flags) => {
    const days = ['20261102', '20261101', '20261103'].map((day) => join(LOGS, day));
    const asked = ['suggest', ...days, '--goal', '30 %', '--never-drop', 'promise:security', ...flags];
    const { stdout, code, stderr } = await runTogether([...asked, '-q', '--format', 'json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { commands, ladder, inForce } = JSON.parse(stdout) as SuggestReport;
    for (const { words } of commands) expect(words.join('\0')).toContain(printed.join('\0'));
    expect(commands.at(-1)!.words.filter((word) => word === '--source')).toHaveLength(days.length);
    const compared = await runTogether([...commands[0]!.words, '-q', '--format', 'json']);
    const { comparisons, jobs } = JSON.parse(compared.stdout) as Awaited<ReturnType<typeof compare>>;
    expect(jobs[0]!.kept).toEqual(inForce.kept);
    expect(comparisons[0]!.onlyBefore.bytes / jobs[0]!.kept.bytes).toBe(ladder.at(-1)!.share);
  });
});

describe('wrong requests', () => {
  it.each([
    [{ goal: '50 %' }, 'promise-missing'],
    [{ goal: '50', noPromise: true }, 'goal-syntax'],
    [{ goal: '5/month', noPromise: true }, 'goal-no-price'],
    [{ goal: '50 %', neverDrop: ['promise:attacks'] }, 'promise-undecided'],
    [{ goal: '50 %', neverDrop: ['promise:nothing'] }, 'guard-invalid'],
    [{ goal: '50 %', noPromise: true, use: ['Foo'] }, 'unknown-field'],
    [{ goal: '50 %', noPromise: true, from: 'none' }, 'nothing-kept'],
    [{ goal: '50 %', noPromise: true, neverDrop: PROMISES }, 'promise-contradiction'],
    [{ goal: '50 %', noPromise: true, sources: [] }, 'no-source'],
  ])('%j: %s', async (request, code) => {
    await expect(suggest({ sources: [INDEX], ...request })).rejects.toMatchObject({ code });
  });

  it('without a source: names the flag of the job', async () => {
    await expect(suggest({ sources: [], goal: '50 %', noPromise: true })).rejects.toThrow(/, or --from-job with a job/);
  });

  it('a promise of a field that is null: names --null', async () => {
    const records = randomRecords(7, { lines: 200, days: 3 }).map((one) => ({ ...one, EdgeResponseStatus: null }));
    const request = { sources: [sourceOf('null-status', records)], goal: '30 %', neverDrop: ['promise:errors'] };
    await expect(suggest(request)).rejects.toThrow(/; the field is null or of another type: --null zero treats/);
  });

  it.each([{ neverDrop: ['promise:security'] }, { noPromise: true }])(
    'lines of another dataset: %j',
    async (promises) => {
      const events = Array.from({ length: 60 }, (_, line) => ({
        ...{ Action: 'block', Kind: 'firewall', RuleID: `${line % 4}`, Source: 'waf', MatchIndex: line % 2 },
        ...{ Datetime: '2026-11-01T10:00:00Z', ClientRequestPath: '/x' },
      }));
      const source = sourceOf(`events-${Object.keys(promises)[0]}`, events);
      await expect(suggest({ sources: [source], goal: '50 %', ...promises })).rejects.toThrow(
        /^cannot suggest: found lines that look like firewall_events \(.*\), expected those of http_requests; use --dataset firewall_events$/,
      );
    },
  );

  it.each([{ neverDrop: ['promise:errors'] }, { noPromise: true }])(
    'lines without a field of a dataset: %j',
    async (promises) => {
      const source = sourceOf(`no-logs-${Object.keys(promises)[0]}`, [{ a: 1, level: 'info' }]);
      await expect(suggest({ sources: [source], goal: '50 %', ...promises })).rejects.toThrow(
        /^cannot suggest: found lines whose keys are a and level, of which none is a field of http_requests; if the fields are inside one/,
      );
    },
  );

  it('lines of two datasets', async () => {
    const events = Array.from({ length: 60 }, (_, line) => ({
      ...{ Action: 'block', Kind: 'firewall', RuleID: `${line % 4}`, Source: 'waf', MatchIndex: line % 2 },
      ...{ Datetime: '2026-11-01T10:00:00Z', ClientRequestPath: '/x' },
    }));
    const source = sourceOf('mixed', [...randomRecords(5, { lines: 200, days: 3 }), ...events]);
    await expect(suggest({ sources: [source], goal: '50 %', noPromise: true })).rejects.toThrow(
      'cannot suggest: found lines of http_requests (200 lines) and firewall_events (60 lines), expected those of one dataset; pass the objects of each dataset alone',
    );
    const common = [{ ClientRequestPath: '/x' }];
    const more = sourceOf('mixed-more', [...randomRecords(5, { lines: 200, days: 3 }), ...events, ...common]);
    await expect(suggest({ sources: [more], goal: '50 %', noPromise: true })).rejects.toThrow(
      'found lines of http_requests (at least 200 lines) and firewall_events (at least 60 lines), expected',
    );
  });

  it('an index beside other sources', async () => {
    await expect(suggest({ sources: [INDEX, LOGS], goal: '50 %', noPromise: true })).rejects.toMatchObject({
      code: 'several-sources',
    });
  });

  it('a field that the index does not have', async () => {
    const out = join(folder, 'without.index');
    await indexLogs({ sources: [LOGS], out, without: ['SecurityAction'] });
    await expect(suggest({ sources: [out], goal: '50 %', neverDrop: ['promise:security'] })).rejects.toMatchObject({
      code: 'index-without',
    });
    const report = await suggest({ sources: [out], goal: '30 %', neverDrop: ['promise:errors'] });
    expect(report.outcome).toBe('reached');
  });
});

describe('sources', () => {
  it('one line: no filter', async () => {
    const source = sourceOf('one', randomRecords(1, { lines: 1, days: 1 }));
    const report = await suggest({ sources: [source], goal: '50 %', noPromise: true });
    expect(report).toMatchObject({ outcome: 'out-of-reach', ladder: [], keepList: null });
    expect(answerOf(report)).toMatch(
      /^bad: No filter was found for 50 %: (?:the only term|each of the \d+ terms) drops every line\.$/,
    );
  });

  it('objects that cannot be read: the answer is unclear', async () => {
    const cut = join(folder, 'cut.log.gz');
    writeFileSync(cut, gzipSync('{"EdgeResponseStatus":200}\n').subarray(0, -4));
    const report = await suggest({ sources: [LOGS, cut], goal: '1 %', noPromise: true });
    expect(report.source).toMatchObject({ damaged: 1, unreadable: 0 });
    expect(answerOf(report)).toMatch(/^unclear: \S+ more terms? drops? /);
  });

  it('lines without a field that terms may test: no filter, with the reason', async () => {
    const lines = Array.from({ length: 50 }, (_, line) => ({ RayID: `${line}`, ClientIP: `10.0.0.${line}` }));
    const report = await suggest({ sources: [sourceOf('identities', lines)], goal: '50 %', noPromise: true });
    expect(answerOf(report)).toBe(
      'bad: No filter was found for 50 %: no condition on the fields that terms may test drops 0.5 % of the bytes; --use FIELD allows another field.',
    );
  });

  it('says which fields of --use no term can test', async () => {
    const use = ['EdgeResponseContentType', 'Cookies', 'ClientCountry'];
    const { remarks, obstacle } = await suggest({ sources: ['samples/damaged'], goal: '50 %', noPromise: true, use });
    expect(remarks.filter((text) => text.startsWith('--use'))).toEqual([
      '--use EdgeResponseContentType has no effect: some lines lack a value of the field',
      '--use Cookies has no effect: filters cannot test the field',
      '--use ClientCountry has no effect: some lines lack a value of the field',
    ]);
    expect(obstacle).toMatch(/, and \d+ fields are left out because some lines lack a value; --use FIELD/);
  });

  it('one day in several objects: learnt from the first, judged on the last', async () => {
    const report = await suggest({ sources: [join(LOGS, '20261101')], goal: '30 %', neverDrop: PROMISES });
    expect(report.ladder.at(-1)!.periods).toMatchObject([{ isLearnt: true }, { isLearnt: false }]);
    expect(answerOf(report)).not.toContain('per day');
    expect(report.ladder.at(-1)!.heldOut).toBeGreaterThan(0);
    expect(report.remarks.join()).toMatch(
      /the lines count as fewer than three days \(2026-11-01 to 2026-11-02\): .* learnt from the first objects/,
    );
  });

  it.each([
    ['the filter in force keeps no line of the first objects', [0, 0, 0, 0, 0, 0, 0, 80, 40], [8, 1]],
    ['the first objects have most lines', [80, 80, 30, 30, 20], [2, 3]],
    ['one object has nearly all lines', [1, 1, 200, 1], undefined],
  ])('one day in objects by bytes: %s', async (name, counts, parts) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [object, kept] of counts.entries())
      writeFileSync(
        join(path, `${object}.log`),
        randomRecords(object, { lines: Math.max(20, kept), days: 1 })
          .map((record, line) => `${JSON.stringify({ ...record, ZoneName: line < kept ? 'kept' : 'other' })}\n`)
          .join(''),
      );
    const request = { sources: [path], goal: '20 %', noPromise: true, from: 'ZoneName == "kept"' };
    const { outcome, ladder } = await suggest(request);
    expect(outcome).toBe('reached');
    expect(ladder[0]!.periods.flatMap(({ objects = [] }) => objects)).toEqual(parts ?? []);
    if (parts !== undefined) expect(ladder.at(-1)!.heldOut).toBeGreaterThan(0);
  });

  it.each([
    [[100, 2], /\(2026-11-01 to 2026-11-02\): no other lines remain/],
    [[100, 100], /\(2026-11-01 and 2026-11-02\): .* learnt from the first and judged on the last/],
    [[100, 2, 100], /\(2026-11-01 to 2026-11-02 and 2026-11-03\): .* learnt from the first and/],
    [[100], /\(2026-11-01\): no other lines remain/],
    [[0, 0, 0, 100], /\(2026-11-04\): no other lines remain/],
  ])('%j lines by day: a remark that names the days', async (counts, remark) => {
    const lines = counts.flatMap((count, day) =>
      randomRecords(day, { lines: count, days: 1 }).map((record) => ({
        ...record,
        EdgeStartTimestamp: `2026-11-0${day + 1}T10:00:00Z`,
      })),
    );
    const source = sourceOf(`days-${counts.join('-')}`, lines);
    const { remarks } = await suggest({ sources: [source], goal: '20 %', noPromise: true });
    expect(remarks.join('\n')).toMatch(remark);
    expect(remarks.filter((text) => text.includes('day'))).toHaveLength(1);
  });

  it('a filter in force that leaves lines undecided: counted, with the fields that lack a value', async () => {
    const records = randomRecords(7, { lines: 300, days: 3 }).map(({ BotScore, ...record }, line) => ({
      ...record,
      ...(line % 3 === 0 ? {} : { BotScore: line % 3 === 1 ? null : BotScore }),
    }));
    const request = {
      sources: [sourceOf('undecided', records)],
      goal: '20 %',
      neverDrop: ['EdgeResponseStatus >= 400'],
    };
    const { inForce, remarks } = await suggest({ ...request, from: 'BotScore >= 1' });
    expect(inForce).toMatchObject({ kept: { lines: 100 }, undecided: { lines: 200 } });
    expect(inForce.missingFields).toEqual([{ name: 'BotScore', lines: 200 }]);
    expect(remarks.join('\n')).toMatch(
      /the filter in force leaves 200 lines \(.*B\) undecided, because lines lack a value of BotScore/,
    );
    const decided = await suggest({ ...request, from: 'EdgeResponseStatus >= 200' });
    expect(decided.inForce).toMatchObject({ undecided: { lines: 0 }, missingFields: [] });
    expect(decided.remarks.join('\n')).not.toContain('undecided');
  });

  it('an undecided promise: named with the field that kept lines lack, and no other promise', async () => {
    const records = randomRecords(8, { lines: 300, days: 3 }).map(({ BotScore, ...record }, line) => ({
      ...record,
      ...(line % 2 === 0 ? { BotScore } : {}),
      ...(line % 4 === 0 ? {} : { WAFAttackScore: 5 }),
    }));
    await expect(
      suggest({
        sources: [sourceOf('undecided-promise', records)],
        goal: '20 %',
        // Undecided for the odd lines: no promise has to decide them.
        from: 'BotScore >= 1',
        neverDrop: [
          'EdgeResponseStatus >= 400',
          'BotScore == 20',
          'EdgeResponseBytes >= 3000 and WAFAttackScore < 20',
          // Undecided for no line that the others do not protect.
          'EdgeResponseStatus >= 500 and WAFAttackScore < 20',
        ],
      }),
    ).rejects.toThrow(
      /--never-drop EdgeResponseBytes >= 3000 and WAFAttackScore < 20: [\d,]+ of [\d,]+ lines of http_requests lack a value that the promise needs \(WAFAttackScore\), and no other promise protects them; expected it in every line/,
    );
  });

  it('a suggestion that tests a field that few lines lack: how many it leaves undecided', async () => {
    const found = await suggest({ sources: [join(SAMPLES, 'logs')], goal: '45 %', neverDrop: PROMISES.slice(0, 2) });
    const { name, filter, undecided } = found.ladder.at(-1)!;
    const { jobs } = await compare({ sources: [join(SAMPLES, 'logs')], from: 'all', to: [filter.expression] });
    expect([undecided, undecided > 0]).toEqual([jobs[1]!.undecided.lines, true]);
    expect(found.remarks).toContain(
      `the filter ${name} leaves ${undecided} lines undecided, because they lack a value of a field that it tests`,
    );
  });

  it.each([
    ['5 MB/day', undefined, 'misses the goal.'],
    ['0.02/month', ['0.10/GB'], 'misses the goal.'],
    ['20 %', undefined, 'drops 19.4 %: less than the goal.'],
  ])(
    'the goal %s: whether each filter reaches it by its costs or by day, and no share of another day is asked for',
    async (goal, price, missed) => {
      const range = { since: '2026-11-02', until: '2026-11-04' };
      const report = await suggest({
        ...{ sources: [INDEX], neverDrop: ['promise:security'], goal, price },
        ...(goal === '5 MB/day' && { range }),
      });
      expect([report.outcome, report.ladder.at(-1)!.reachesGoal, report.keepList!.reachesGoal]).toEqual([
        'reached',
        true,
        false,
      ]);
      const said = suggestPage(report).statements!.map(({ text }) => plainText(text));
      expect(said).toContain(`The filter keep-list ${missed}`);
      expect(said.join()).not.toContain('not learnt from');
    },
  );

  it('a remark begins with a word, not with the name of a promise', async () => {
    const { remarks } = await suggest({ sources: [INDEX], goal: '20 %', neverDrop: ['ClientRequestMethod == "NONE"'] });
    expect(remarks.join('\n')).toMatch(/^no line of the source matches the promise ClientRequestMethod == "NONE"/m);
  });

  it.each([
    [
      'that is never true',
      'all',
      'BotScore > 5 and BotScore < 3',
      /^no line can match the promise BotScore > 5 and/m,
      0,
    ],
    [
      'of lines that the filter in force drops',
      'EdgeResponseStatus < 400',
      'promise:errors',
      /^the filter in force drops every line that promise:errors matches/m,
      2372,
    ],
    [
      'of which the filter in force drops some lines',
      'ClientRequestMethod == "GET"',
      'promise:security',
      /^the filter in force already drops 1,146 lines that promise:security matches/m,
      1146,
    ],
  ])('a promise %s: a remark, and commands that hold', async (_, from, promise, said, dropped) => {
    const report = await suggest({ sources: [INDEX], goal: '10 %', neverDrop: [promise], from });
    expect(report.remarks.join('\n')).toMatch(said);
    expect(report.promises).toMatchObject([{ alreadyDropped: dropped }]);
    expect(plainText(suggestPage(report).answer.text)).toMatch(
      from === 'all' ? /holds for every possible line/ : /no promised line that the filter in force keeps is lost/,
    );
    const [words] = report.commands.map((one) => one.words);
    const flagOf = (name: string) => words![words!.indexOf(name) + 1]!;
    const compared = await compare({
      ...{ sources: [INDEX], from, to: [flagOf('--to')], neverDrop: [flagOf('--never-drop')] },
    });
    expect(compared.guards).toMatchObject([{ holds: true }]);
  });

  it('CSV, which no column has', async () => {
    const fields = ['RayID', 'EdgeStartTimestamp', 'ClientRequestHost', 'ClientRequestMethod', 'EdgeResponseStatus'];
    const records = randomRecords(3, { lines: 300, days: 3 });
    const csv = [fields, ...records.map((record) => fields.map((field) => record[field]))]
      .map((row) => row.join(','))
      .join('\n');
    const path = join(folder, 'lines.csv');
    writeFileSync(path, `${csv}\n`);
    const json = sourceOf(
      'json',
      records.map((record) => Object.fromEntries(fields.map((field) => [field, record[field]]))),
    );
    const request = { goal: '20 %', neverDrop: ['EdgeResponseStatus >= 400'] };
    const [ofCsv, ofJson] = [
      await suggest({ ...request, sources: [path], reading: { input: 'csv' } }),
      await suggest({ ...request, sources: [json] }),
    ];
    expect(ofCsv.ladder.length).toBeGreaterThan(0);
    expect(ofJson.ladder.length).toBeGreaterThan(0);
    expect(ofCsv.lines.read).toBe(300);
  });

  it.each<[string, unknown, 'unknown' | 'zero', boolean]>([
    ['null', null, 'unknown', true],
    ['a number', 5, 'unknown', true],
    ['null', null, 'zero', false],
  ])('a field that is %s (%j) in many lines, null as %s: left out is %s', async (_, value, nullAs, isLeftOut) => {
    const lines = randomRecords(9, { lines: 300, days: 3 }).map((record, line) => ({
      ...record,
      CacheCacheStatus: line % 3 === 0 ? value : line % 3 === 1 ? 'hit' : 'miss',
    }));
    const source = sourceOf(`lacking-${value}-${nullAs}`, lines);
    const { leftOut, ladder } = await suggest({ sources: [source], goal: '20 %', noPromise: true, nullAs });
    expect(leftOut.some(({ fields }) => fields.includes('CacheCacheStatus'))).toBe(isLeftOut);
    if (isLeftOut) expect(ladder.map(({ undecided }) => undecided)).toEqual(ladder.map(() => 0));
  });

  it('terms with two conditions, where single ones are too large', async () => {
    const lines = Array.from({ length: 400 }, (_, line) => ({
      ...{ RayID: `${line}`, EdgeStartTimestamp: `2026-11-0${1 + Math.floor(line / 100)}T00:00:01Z` },
      ClientRequestHost: line % 2 === 0 ? 'a.example.com' : 'b.example.com',
      ClientRequestMethod: line % 4 < 2 ? 'GET' : 'PUT',
      EdgeResponseStatus: 200,
    }));
    const report = await suggest({ sources: [sourceOf('quarters', lines)], goal: '22 %', noPromise: true });
    expect(report).toMatchObject({ outcome: 'reached', search: { withConjunctions: true } });
    expect(report.ladder[0]!.terms[0]).toMatch(/ and /);
    expect(report.ladder.at(-1)!.share).toBeCloseTo(0.25, 1);
  });

  it.each([100, 67_000])(
    '%i distinct values over 32 days: a day that is left out proposes no condition',
    async (count) => {
      const lines = Array.from({ length: count }, (_, line) => {
        const day = Math.floor((line * 32) / count);
        const start = day === 31 ? 'last' : line % 2 === 0 ? 'a' : 'b';
        return {
          ...{ EdgeStartTimestamp: new Date(Date.UTC(2026, 9, 1 + day, 10)).toISOString() },
          ClientRequestPath: `/${start}/${line}.html`,
        };
      });
      const { search } = await suggest({
        sources: [sourceOf(`left-out-${count}`, lines)],
        goal: '40 %',
        noPromise: true,
      });
      // The beginnings /a/ and /b/, and the ending .html.
      expect(search.conditions).toBe(3);
    },
  );

  it('400,000 distinct values of a field', async () => {
    const records = randomRecords(4, { lines: 400_000, days: 3 }).map((record, line) => ({
      ...record,
      ClientRequestPath: `/item/${line}`,
      ClientRequestHost: line % 3 === 0 ? 'a.example.com' : 'b.example.com',
    }));
    const report = await suggest({
      sources: [sourceOf('distinct', records)],
      goal: '30 %',
      neverDrop: ['EdgeResponseStatus >= 400'],
    });
    expect(report.outcome).toBe('reached');
    expect(report.leftOut.find(({ reason }) => reason === 'distinct')?.fields).toContain('ClientRequestPath');
  }, 300_000);

  it('an interruption: no answer, or the best until then, marked', async () => {
    const interrupted = async (turns: number): Promise<SuggestReport | undefined> => {
      const controller = new AbortController();
      const wait = (left: number): unknown => (left === 0 ? controller.abort() : setImmediate(wait, left - 1));
      return suggest({
        ...{ sources: [INDEX], goal: '70 %', neverDrop: ['promise:security'], signal: controller.signal, threads: 1 },
        onListing: () => wait(turns),
      }).catch((error: { kind?: string }) => {
        expect(error.kind).toBe('interrupted');
        return undefined;
      });
    };
    // The latest turn without an answer, and the first one with the best until then.
    let [low, high] = [1, 4096];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if ((await interrupted(middle)) === undefined) low = middle;
      else high = middle;
    }
    let found: SuggestReport | undefined;
    for (let turns = high; found === undefined || found.ladder.length === 0; turns += 1)
      found = await interrupted(turns);
    expect(found.partial).toBe(true);
    for (const { proofs } of found.ladder) expect(proofs).toEqual({ promises: 'proven', narrows: 'proven' });
    expect(suggestPage(found).answer).toEqual({
      tone: 'unclear',
      text: expect.stringMatching(/^Interrupted before the search for .* ended\. \d more terms? /),
    });
  });
});
