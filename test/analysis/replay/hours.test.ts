// Lines by hour of event time: the hour of each form of time, the bound on hours, and sums over all hours. Kernel and JavaScript must agree.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HourTally,
  type HourTotals,
  hourLimit,
  MAX_HOURS,
  MAX_HOURS_OF_JOBS,
} from '../../../src/analysis/aggregates/hour-tally.ts';
import type { Detail, Report } from '../../../src/analysis/replay/index.ts';
import { type Instant, printInstant } from '../../../src/base/index.ts';
import { createScanner, type ScannedHour } from '../../../src/input/kernel/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { DROP, type Filter, KEEP, readFilter, UNDECIDED, type Verdict } from '../../../src/language/filter/index.ts';
import { expectSameReport, SEEN } from '../../helpers/kernel/both-ways.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';

const DATASET = getDataset('http_requests');
const NS_PER_HOUR = 3_600_000_000_000n;
const ERRORS = readFilter('EdgeResponseStatus >= 500', DATASET).filter!;
const { kernel, inflater } = await openKernel();

interface Options {
  filters?: readonly (Filter | undefined)[];
  detail?: Detail;
  since?: Instant;
  withKernel?: boolean;
}

function replayOf(text: string, options?: Options): Report {
  return passOver(text, options).report();
}

/** Replays one object in which the kernel may read every line. */
function passOver(
  text: string,
  { filters = [ERRORS], detail = 'full', since, withKernel = true }: Options = {},
): ReplayPass {
  const replay = new ReplayPass({ filters, range: since === undefined ? {} : { since }, detail });
  const object = replay.openObject('a', { input: 'ndjson', offset: 1 });
  const bytes = Buffer.from(text);
  inflater.begin();
  if (withKernel) object.readWindow(inflater.plain(bytes));
  else object.push(bytes);
  object.end(false);
  object.close();
  return replay;
}

/** A line of a time and status. */
function lineAt(time: string, status = '200'): string {
  return `{"EdgeStartTimestamp":${time},"EdgeResponseStatus":${status}}\n`;
}

describe('the hour of a time', () => {
  it.each([
    ['RFC 3339', '"2026-11-01T10:59:59.999999999Z"', '2026-11-01T10:00:00Z'],
    ['the first moment', '"2026-11-01T11:00:00Z"', '2026-11-01T11:00:00Z'],
    ['with an offset', '"2026-11-01T10:30:00+05:30"', '2026-11-01T05:00:00Z'],
    ['seconds', '1793527200', '2026-11-01T10:00:00Z'],
    ['milliseconds', '1793530799999', '2026-11-01T10:00:00Z'],
    ['nanoseconds', '1793530799999999999', '2026-11-01T10:00:00Z'],
    ['nanoseconds as a string', '"1793530799999999999"', '2026-11-01T10:00:00Z'],
    ['1970', '0', '1970-01-01T00:00:00Z'],
    ['before 1970', '-1', '1969-12-31T23:00:00Z'],
    ['an hour before 1970', '-3600', '1969-12-31T23:00:00Z'],
    ['the year 1600', '"1600-02-29T12:30:00Z"', '1600-02-29T12:00:00Z'],
    ['the year 0', '"0000-01-01T00:00:00Z"', '0000-01-01T00:00:00Z'],
    ['the last hour of RFC 3339', '"9999-12-31T23:59:59Z"', '9999-12-31T23:00:00Z'],
  ])('%s', (_, time, hour) => {
    const text = lineAt(time, '500') + lineAt(time) + lineAt(time, 'null');
    const bytes = text.length;
    const [kept, , open] = text.split('\n').map((line) => line.length + 1);
    const report = replayOf(text);
    const jobs = [{ kept: { lines: 1, bytes: kept }, undecided: { lines: 1, bytes: open } }];
    expect(report.hours).toEqual([{ hour, lines: 3, bytes, jobs }]);
    expect(report).not.toHaveProperty('otherHours');
    expect(replayOf(text, { withKernel: false })).toEqual(report);
  });

  it.each([
    ['after the year 9999', '"9999-12-31T23:59:60Z"'],
    ['an integer beyond 64 bits', '1793530799999999999999'],
    ['before the year 0', '-99999999999'],
  ])('%s: not counted individually', (_, time) => {
    const report = replayOf(lineAt(time));
    expect(report.hours).toEqual([]);
    expect(report.otherHours).toMatchObject({ lines: 1, jobs: [{ kept: { lines: 0 }, undecided: { lines: 0 } }] });
    expect(replayOf(lineAt(time), { withKernel: false })).toEqual(report);
  });

  it.each(['null', '"yesterday"', '1793527200.5', 'true', '[1793527200]'])('%s is not a time', (time) => {
    const report = replayOf(lineAt(time));
    expect(report).toMatchObject({ lines: { read: 1, untimed: 0 }, hours: [] });
    expect(report).not.toHaveProperty('otherHours');
    // Counted as untimed only where a range needs the time.
    expect(replayOf(lineAt(time), { since: 0n })).toMatchObject({ lines: { read: 1, untimed: 1 }, hours: [] });
  });

  it('counts lines inside the range alone', () => {
    const since = 1793530800n * 1_000_000_000n;
    const report = replayOf(lineAt('1793530799') + lineAt('1793530800') + lineAt('1793534400'), { since });
    expect(report.hours!.map(({ hour, lines }) => [hour, lines])).toEqual([
      ['2026-11-01T11:00:00Z', 1],
      ['2026-11-01T12:00:00Z', 1],
    ]);
  });

  it('counts hours at every level of detail but counts, and without jobs', () => {
    expect(replayOf(lineAt('1793527200'), { detail: 'no-fields' }).hours).toHaveLength(1);
    expect(replayOf(lineAt('1793527200'), { filters: [] }).hours).toMatchObject([{ lines: 1, jobs: [] }]);
    expect(replayOf(lineAt('1793527200'), { detail: 'counts' })).not.toHaveProperty('hours');
  });
});

/** Hours in an order that is hard on a bounded table. */
const MANY_HOURS = 9000;
const shuffled = Array.from({ length: MANY_HOURS }, (_, index) => (index * 4001) % MANY_HOURS);

describe('more hours than are counted individually', () => {
  const timeOf = (hour: number): string => `${1_600_000_000 - (1_600_000_000 % 3600) + hour * 3600}`;
  const text = shuffled.map((hour) => lineAt(timeOf(hour), hour % 3 === 0 ? '500' : '200')).join('');

  it('the latest hours count, the others are summed, and the kernel defers no line', async () => {
    SEEN.ways.clear();
    await expectSameReport(
      { filters: [ERRORS], nullAs: 'unknown', range: {}, samples: 0, detail: 'no-fields' },
      { body: text, offset: 65_536, stored: 'plain', sizes: [500_000], isCut: false },
    );
    expect([...SEEN.ways]).not.toContain('many-hours');
    const { hours, otherHours } = replayOf(text);
    expect(hours).toHaveLength(MAX_HOURS);
    expect(hours!.at(-1)!.hour).toBe(`${printInstant(BigInt(timeOf(MANY_HOURS - 1)) * 1_000_000_000n)}`);
    expect(hours!.every(({ lines }) => lines === 1)).toBe(true);
    expect(otherHours).toMatchObject({
      lines: MANY_HOURS - MAX_HOURS,
      jobs: [{ kept: { lines: (MANY_HOURS - MAX_HOURS) / 3 } }],
    });
  });

  it('the kernel defers a line if the caller takes no counts', () => {
    const scanner = createScanner(kernel, {
      ...{ dataset: DATASET, filters: [undefined], range: {}, detail: 'counts', hourlyJobs: 1 },
      ...{ examinedHeadBytes: 0, examinedOneIn: 1 },
    })!;
    inflater.begin();
    const { start, end } = inflater.plain(Buffer.from(text));
    scanner.begin(1, 1000, false);
    expect(scanner.read(start, end, 0)?.reason).toBe('many-hours');
    const { hours } = scanner.takeCounts();
    expect(hours.map(({ hour }) => hour - Number(timeOf(0)) / 3600)).toEqual(shuffled.slice(0, hours.length));
    expect(hours.every(({ lines, jobs }) => lines === 1 && jobs[0]!.kept.lines === 1)).toBe(true);
  });

  it('with many jobs, fewer hours count', () => {
    const filters = Array.from({ length: 1000 }, (_, job) => (job % 2 === 0 ? undefined : ERRORS));
    const few = text.split('\n').slice(0, 300).join('\n');
    const report = replayOf(`${few}\n`, { filters, detail: 'no-fields' });
    expect(report.hours).toHaveLength(Math.floor(MAX_HOURS_OF_JOBS / 1000));
    expect(report.hours!.length + report.otherHours!.lines).toBe(300);
    expect(replayOf(`${few}\n`, { filters, detail: 'no-fields', withKernel: false })).toEqual(report);
    expect([hourLimit(0), hourLimit(29), hourLimit(30)]).toEqual([MAX_HOURS, MAX_HOURS, 8738]);
  });
});

const time = fc.oneof(
  fc.bigInt({ min: -3n, max: 8n }).map((hour) => hour * NS_PER_HOUR),
  fc.bigInt({ min: -3n * NS_PER_HOUR, max: 8n * NS_PER_HOUR }),
  fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
);
const counted = fc.array(
  fc.record({
    time: fc.option(time, { nil: undefined, freq: 8 }),
    bytes: fc.integer({ min: 1, max: 9 }),
    verdicts: fc.tuple(...Array.from({ length: 2 }, () => fc.constantFrom<Verdict>(KEEP, DROP, UNDECIDED))),
  }),
  { maxLength: 30 },
);
type Counted = (typeof counted extends fc.Arbitrary<infer Lines> ? Lines : never)[number];

function count(tally: HourTally, lines: readonly Counted[]): HourTally {
  for (const line of lines) {
    tally.open(line.time, line.bytes);
    for (const [job, verdict] of line.verdicts.entries()) tally.addVerdict(job, verdict, line.bytes);
  }
  return tally;
}

/** Counts lines without a tally. */
function totalsOf(lines: readonly Counted[]): HourTotals {
  const sum = (some: readonly Counted[]) => ({
    lines: some.length,
    bytes: some.reduce((all, { bytes }) => all + bytes, 0),
  });
  const of = (job: number, verdict: Verdict) => sum(lines.filter(({ verdicts }) => verdicts[job] === verdict));
  return { ...sum(lines), jobs: [0, 1].map((job) => ({ kept: of(job, KEEP), undecided: of(job, UNDECIDED) })) };
}

function hourOf(instant: Instant): bigint {
  return (instant - (((instant % NS_PER_HOUR) + NS_PER_HOUR) % NS_PER_HOUR)) / NS_PER_HOUR;
}

/** RFC 3339 writes these. */
function hasYear(hour: bigint): boolean {
  const year = Math.floor(Number(hour) / 8765.82 + 1970);
  return year >= 0 && year <= 9999;
}

describe('HourTally', () => {
  it('counts the latest hours one by one, exactly, and sums the rest', () => {
    fc.assert(
      fc.property(counted, fc.integer({ min: 1, max: 6 }), (lines, limit) => {
        const timed = lines.flatMap((line) => (line.time === undefined ? [] : [{ ...line, hour: hourOf(line.time) }]));
        const all = [...new Set(timed.map(({ hour }) => hour))].filter(hasYear).sort((a, b) => Number(a - b));
        const latest = all.slice(-limit);
        const { hours, otherHours } = count(new HourTally(2, limit), lines).toHours();
        expect(hours).toEqual(
          latest.map((hour) => ({
            hour: printInstant(hour * NS_PER_HOUR),
            ...totalsOf(timed.filter((line) => line.hour === hour)),
          })),
        );
        const rest = timed.filter(({ hour }) => !latest.includes(hour));
        expect(otherHours).toEqual(rest.length === 0 ? undefined : totalsOf(rest));
      }),
    );
  });

  it('merges as if all lines had been added to one, whatever has counted them', () => {
    fc.assert(
      fc.property(counted, counted, fc.integer({ min: 1, max: 6 }), (left, right, limit) => {
        const whole = count(new HourTally(2, limit), [...left, ...right]).toHours();
        const parts = [left, right].map((lines) => count(new HourTally(2, limit), lines).toHours());
        const merged = new HourTally(2, limit);
        for (const part of parts.toReversed()) merged.merge(part);
        expect(merged.toHours()).toEqual(whole);
        const scanned = new HourTally(2, limit);
        for (const line of [...right, ...left]) {
          if (line.time === undefined) continue;
          const hour: ScannedHour = { hour: Number(hourOf(line.time)), ...totalsOf([line]) };
          scanned.addScanned([hour]);
        }
        expect(scanned.toHours()).toEqual(whole);
      }),
    );
  });

  it('keeps the latest of hours that come in any order', () => {
    const orders = [shuffled, shuffled.toSorted((a, b) => a - b), shuffled.toSorted((a, b) => b - a)];
    const results = orders.map((hours) => {
      const tally = new HourTally(0, 10);
      for (const hour of hours) tally.open(BigInt(hour) * NS_PER_HOUR, 1);
      return tally.toHours();
    });
    expect(results[0]!.hours).toHaveLength(10);
    expect(results[0]!.otherHours!.lines).toBe(MANY_HOURS - 10);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});

it('reports merge hours that only one of them has', () => {
  const [a, b] = [lineAt('1793527200', '500'), lineAt('1793534400') + lineAt('-99999999999')];
  const merged = passOver(a).report(1, passOver(b));
  expect(merged.hours!.map(({ hour, lines }) => [hour, lines])).toEqual([
    ['2026-11-01T10:00:00Z', 1],
    ['2026-11-01T12:00:00Z', 1],
  ]);
  expect(merged.otherHours!.lines).toBe(1);
  expect(passOver(b).report(1, passOver(a))).toEqual(merged);
  expect(replayOf(a + b).hours).toEqual(merged.hours);
});
