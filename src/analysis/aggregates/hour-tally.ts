// Counts lines by hour of event time, in total and by job, for at most MAX_HOURS hours. The set of hours alone, not their order, decides
// which hours are counted individually, so tallies merge exactly.
import { type Instant, MS_PER_HOUR, NS_PER_SECOND } from '../../base/index.ts';
import type { ScanCounts, ScannedHour } from '../../input/kernel/index.ts';
import { type LineTotal, NO_LINES } from '../../input/scan/index.ts';
import { KEEP, UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import { type Aggregate, type AggregateByKind, type Merging, NONE } from './aggregate.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** Maximum number of hours counted individually, a year; the earliest hours beyond it are summed in `otherHours`. */
export const MAX_HOURS = 8784;

/** Maximum number of hours times jobs: with more than 29 jobs, fewer hours are counted individually. Bounds memory; ours. */
export const MAX_HOURS_OF_JOBS = 262_144;

/** Lines of some event times. */
export interface HourTotals extends LineTotal {
  /** By job, as in `jobs`. dropped = the rest. */
  jobs: { kept: LineTotal; undecided: LineTotal }[];
}

/** Lines of one hour of event time. */
export interface HourCount extends HourTotals {
  /** Start of the hour in UTC, RFC 3339: `2026-11-01T10:00:00Z`. */
  hour: string;
}

/** The hours of a report. */
export interface Hours {
  /**
   * Lines read by the hour of their event time, ascending; hours without lines are absent. The lines read that are neither in these nor
   * in `otherHours` have no readable time. Absent with `counts`.
   */
  hours: HourCount[];
  /** Lines of times outside the latest hours that are counted one by one, a year at most, or outside the years 0 to 9999; absent if there are none. */
  otherHours?: HourTotals;
}

const NS_PER_HOUR = 3600n * NS_PER_SECOND;
/** RFC 3339 has four digits for the year. Hours since 1970. */
const FIRST_HOUR = Date.parse('0000-01-01T00:00:00Z') / MS_PER_HOUR;
const LAST_HOUR = Date.parse('9999-12-31T23:00:00Z') / MS_PER_HOUR;
/** Share of the limit by which hours may exceed it before the earliest are dropped together: sorting once for many is faster. */
const SPARE_SHARE = 0.5;

/** Figures of an hour: lines and bytes; then for each job those that it keeps and those that it leaves undecided. */
type Figures = Float64Array;
const OF_JOBS = 2;
const PER_JOB = 4;
const UNDECIDED_AT = 2;

/** The number of hours that are counted individually for a number of jobs. */
export function hourLimit(jobs: number): number {
  return Math.min(MAX_HOURS, Math.floor(MAX_HOURS_OF_JOBS / Math.max(1, jobs)));
}

/** How hours add up. */
export const HOURS: Merging<'hours', Hours> = {
  splits: 'lines',
  empty: () => ({ hours: [] }),
  merge: ({ of }, a, b) => {
    const tally = new HourTally(of.length);
    tally.merge(a);
    tally.merge(b);
    return tally.toHours();
  },
};

/** The hours of all aggregates. */
export class HourCounter implements ScanCounter<'hours', Hours> {
  /** The slot of `none` is undefined. */
  readonly #asked: readonly {
    tally: HourTally;
    slots: readonly (number | undefined)[];
    one: AggregateByKind['hours'];
  }[];

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    this.#asked = asked.flatMap((one) =>
      one.kind === 'hours'
        ? [
            {
              tally: new HourTally(one.of.length),
              slots: one.of.map((text) => (text === NONE ? undefined : slots.of(text))),
              one,
            },
          ]
        : [],
    );
  }

  addLine({ record, time, verdicts }: DecidedLine): void {
    for (const { tally, slots } of this.#asked) {
      tally.open(time, record.bytes);
      for (let index = 0; index < slots.length; index += 1) {
        const slot = slots[index];
        if (slot !== undefined) tally.addVerdict(index, verdicts[slot]!, record.bytes);
      }
    }
  }

  addCounts({ hours }: ScanCounts): void {
    for (const { tally, slots } of this.#asked) {
      const none = { kept: NO_LINES, undecided: NO_LINES };
      const jobsOf = ({ jobs }: ScannedHour) => slots.map((slot) => (slot === undefined ? none : jobs[slot]!));
      tally.addScanned(hours.map((hour) => ({ ...hour, jobs: jobsOf(hour) })));
    }
  }

  answer(asked: AggregateByKind['hours']): Hours {
    return this.#asked.find(({ one }) => one === asked)!.tally.toHours();
  }
}

/**
 * Sums lines per hour. The latest hours are counted individually: an hour that is among them at the end was never beyond the limit, so
 * its figures are complete.
 */
export class HourTally {
  readonly #jobs: number;
  readonly #limit: number;
  readonly #capacity: number;
  /** By number of the hour since 1970. */
  readonly #byHour = new Map<number, Figures>();
  readonly #rest: Figures;
  /** The earliest hour kept when hours were last dropped; earlier hours belong to the rest. */
  #earliest = FIRST_HOUR;
  /** The hour of the line that was opened last, and its first nanosecond. */
  #last: { from: Instant; figures: Figures } | undefined;
  /** Of the open line; undefined if it has no time. */
  #open: Figures | undefined;

  /** @param limit hours counted one by one @default hourLimit(jobs) */
  constructor(jobs: number, limit: number = hourLimit(jobs)) {
    this.#jobs = jobs;
    this.#limit = limit;
    this.#capacity = limit + Math.max(1, Math.ceil(limit * SPARE_SHARE));
    this.#rest = this.#noFigures();
  }

  /** Counts a line. @param time of its event; undefined: the line belongs to no hour */
  open(time: Instant | undefined, bytes: number): void {
    this.#open = time === undefined ? undefined : this.#figuresAt(time);
    if (this.#open !== undefined) addTotal(this.#open, 0, 1, bytes);
  }

  /** Counts the verdict of a job for the line that was opened last. */
  addVerdict(job: number, verdict: Verdict, bytes: number): void {
    if (this.#open === undefined || (verdict !== KEEP && verdict !== UNDECIDED)) return;
    addTotal(this.#open, OF_JOBS + job * PER_JOB + (verdict === KEEP ? 0 : UNDECIDED_AT), 1, bytes);
  }

  /** Adds hours that the kernel counted. */
  addScanned(hours: readonly ScannedHour[]): void {
    for (const scanned of hours) this.#add(scanned.hour, scannedHour(scanned));
  }

  /** Adds the result of {@link toHours}. */
  merge({ hours, otherHours }: Hours): void {
    for (const { hour, ...totals } of hours) this.#add(Date.parse(hour) / MS_PER_HOUR, totals);
    if (otherHours !== undefined) addTotals(this.#rest, otherHours);
  }

  /** The figures by hour. */
  toHours(): Hours {
    if (this.#byHour.size > this.#limit) this.#dropEarliest();
    const hours = [...this.#byHour].sort(([a], [b]) => a - b);
    return {
      hours: hours.map(([hour, figures]) => ({ hour: printHour(hour), ...this.#totalsOf(figures) })),
      ...(this.#rest[0] === 0 ? {} : { otherHours: this.#totalsOf(this.#rest) }),
    };
  }

  #figuresAt(time: Instant): Figures {
    const last = this.#last;
    if (last !== undefined && time >= last.from && time < last.from + NS_PER_HOUR) return last.figures;
    // The remainder of a time before 1970 is negative.
    const from = time - (((time % NS_PER_HOUR) + NS_PER_HOUR) % NS_PER_HOUR);
    const figures = this.#figuresOf(Number(from / NS_PER_HOUR));
    this.#last = { from, figures };
    return figures;
  }

  #add(hour: number, totals: HourTotals): void {
    addTotals(this.#figuresOf(hour), totals);
  }

  #figuresOf(hour: number): Figures {
    return this.#byHour.get(hour) ?? this.#admit(hour);
  }

  #admit(hour: number): Figures {
    if (hour < this.#earliest || hour > LAST_HOUR) return this.#rest;
    if (this.#byHour.size >= this.#capacity) {
      this.#dropEarliest();
      return this.#admit(hour);
    }
    const figures = this.#noFigures();
    this.#byHour.set(hour, figures);
    return figures;
  }

  #dropEarliest(): void {
    const latestFirst = [...this.#byHour.keys()].sort((a, b) => b - a);
    for (const hour of latestFirst.splice(this.#limit)) {
      for (const [index, figure] of this.#byHour.get(hour)!.entries()) this.#rest[index]! += figure;
      this.#byHour.delete(hour);
    }
    this.#earliest = latestFirst.at(-1)!;
    this.#last = undefined;
  }

  #noFigures(): Figures {
    return new Float64Array(OF_JOBS + this.#jobs * PER_JOB);
  }

  #totalsOf(figures: Figures): HourTotals {
    const totalAt = (at: number): LineTotal => ({ lines: figures[at]!, bytes: figures[at + 1]! });
    const jobs = Array.from({ length: this.#jobs }, (_, job) => {
      const at = OF_JOBS + job * PER_JOB;
      return { kept: totalAt(at), undecided: totalAt(at + UNDECIDED_AT) };
    });
    return { ...totalAt(0), jobs };
  }
}

/** Returns the counts of an hour over lines that a kernel has counted, every figure of them. */
export function scannedHour({ lines, bytes, jobs }: ScannedHour): Required<HourTotals> {
  return { lines, bytes, jobs };
}

function printHour(hour: number): string {
  return new Date(hour * MS_PER_HOUR).toISOString().replace('.000Z', 'Z');
}

function addTotals(figures: Figures, { lines, bytes, jobs }: HourTotals): void {
  addTotal(figures, 0, lines, bytes);
  for (const [job, { kept, undecided }] of jobs.entries()) {
    const at = OF_JOBS + job * PER_JOB;
    addTotal(figures, at, kept.lines, kept.bytes);
    addTotal(figures, at + UNDECIDED_AT, undecided.lines, undecided.bytes);
  }
}

function addTotal(figures: Figures, at: number, lines: number, bytes: number): void {
  figures[at]! += lines;
  figures[at + 1]! += bytes;
}
