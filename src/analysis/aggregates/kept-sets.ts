// Counts lines by the exact set of jobs that keep them. The fields of a line are counted once, in its set: the totals, the figures of
// each job's kept lines and the overlap of jobs are sums over the sets. There may be as many sets as lines, so only the first sets have
// field tallies; the fields of lines in further sets are counted for each job. A job is a selection of the query.
import { MAX_SETS_WITH_FIELDS, type ScanCounts, type ScannedField } from '../../input/kernel/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { type Dataset, hasCustomFields, TRUNCATED_FROM_BYTES, truncatedKeyOf } from '../../language/dataset/index.ts';
import { KEEP } from '../../language/filter/index.ts';
import { type Aggregate, type AggregateByKind, EVERY, type Merging, mergeBy, NONE } from './aggregate.ts';
import { type FieldCount, FieldTally } from './field-tally.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** Lines kept by exactly this set of jobs; the empty set contains the lines that no job keeps. */
export interface Overlap extends LineTotal {
  /** Indices into `jobs`, ascending. */
  jobs: number[];
}

/** Jobs per number of a set's key: the bits of an integer without its sign. */
const BITS = 31;

/** How sets of jobs add up. */
export const OVERLAP: Merging<'overlap', Overlap[]> = {
  splits: 'lines',
  empty: () => [],
  merge: (_, a, b) => mergeOverlap(a, b),
};

/** The sets and the fields of all aggregates, which share one count of each line. */
export class KeptSetCounter implements ScanCounter<'overlap', Overlap[]>, ScanCounter<'fields', FieldCount[]> {
  readonly #slots: Slots;
  readonly #sets: KeptSets;
  readonly #countsFields: boolean;
  readonly #hasCustomFields: boolean;

  constructor(slots: Slots, asked: readonly Aggregate[], dataset: Dataset) {
    this.#slots = slots;
    this.#sets = new KeptSets(slots.sets);
    this.#countsFields = asked.some(({ kind }) => kind === 'fields');
    this.#hasCustomFields = hasCustomFields(dataset);
  }

  addLine({ record, verdicts }: DecidedLine): void {
    this.#sets.open();
    for (let slot = 0; slot < this.#slots.sets; slot += 1) if (verdicts[slot] === KEEP) this.#sets.mark(slot);
    const { fields } = this.#sets.close(record.bytes);
    if (!this.#countsFields) return;
    for (let index = 0; index < record.fieldCount; index += 1) {
      const isFirst = !record.isRepeat(index);
      const isEmpty = isFirst && record.isEmpty(index);
      fields.addAt(index, record.fieldName(index), isFirst ? 1 : 0, isEmpty ? 1 : 0, record.fieldBytes(index));
    }
    const cut = record.bytes > TRUNCATED_FROM_BYTES && this.#hasCustomFields ? truncatedKeyOf(record) : undefined;
    if (cut !== undefined) fields.addTruncated(cut);
  }

  addCounts(counts: ScanCounts): void {
    this.#sets.addScanned(counts);
  }

  answer(asked: AggregateByKind['overlap']): Overlap[];
  answer(asked: AggregateByKind['fields']): FieldCount[];
  answer(asked: AggregateByKind['overlap' | 'fields']): Overlap[] | FieldCount[] {
    if (asked.kind === 'fields') return this.#sets.toFields(asked.of === EVERY ? undefined : this.#slots.of(asked.of));
    const slots = asked.of.map((text) => (text === NONE ? undefined : this.#slots.of(text)));
    const ofAsked = this.#sets.toOverlap().map(({ jobs: kept, ...total }) => ({
      jobs: slots.flatMap((slot, index) => (slot !== undefined && kept.includes(slot) ? [index] : [])),
      ...total,
    }));
    // The pass may have counted further selections.
    return mergeOverlap([], ofAsked);
  }
}

function mergeOverlap(a: readonly Overlap[], b: readonly Overlap[]): Overlap[] {
  return mergeBy<LineTotal & Overlap>((one) => one.jobs.join(), a, b).sort(byJobs);
}

/** Counts the fields of a line. */
export type FieldSink = Pick<FieldTally, 'add' | 'addAt' | 'addTruncated'>;

/** Lines kept by exactly one set of jobs. */
export interface KeptSet extends LineTotal {
  /** Counts the fields of the line that was closed last, once each. */
  fields: FieldSink;
}

/** A set by its key: one bit per job, see {@link KeptSets}. */
type SetKey = number | string;

/** Finds the set of a line and counts the line in it. Mark the jobs that keep the line, then `close` it. */
export class KeptSets {
  readonly #maxSetsWithFields: number;
  readonly #sets = new Map<SetKey, KeptSet>();
  /** The sets with a field tally. */
  readonly #tallies = new Map<SetKey, FieldTally>();
  readonly #further = new JobFields();
  /** One bit per job that keeps the line. */
  readonly #words: Int32Array;
  #last: { key: SetKey; set: KeptSet } | undefined;

  /** @param maxSetsWithFields bounds memory alone @default MAX_SETS_WITH_FIELDS */
  constructor(jobCount: number, maxSetsWithFields: number = MAX_SETS_WITH_FIELDS) {
    this.#maxSetsWithFields = maxSetsWithFields;
    this.#words = new Int32Array(Math.max(1, Math.ceil(jobCount / BITS)));
  }

  /** Clears the marks of the previous line. */
  open(): void {
    this.#words.fill(0);
  }

  /** Marks a job that keeps the line. */
  mark(job: number): void {
    const word = Math.floor(job / BITS);
    this.#words[word] = this.#words[word]! | (1 << (job % BITS));
  }

  /** Counts the line in its set and returns the set, valid until the next line. @param bytes with line end */
  close(bytes: number): KeptSet {
    const key = this.#words.length === 1 ? this.#words[0]! : this.#words.join();
    // Similar lines occur in runs, so the set is usually that of the previous line.
    if (this.#last?.key !== key) this.#last = { key, set: this.#find(key) };
    const set = this.#last.set;
    set.lines += 1;
    set.bytes += bytes;
    return set;
  }

  /** Adds lines that the kernel counted, by set; and their fields, by job. */
  addScanned({ sets, fields, jobs }: Pick<ScanCounts, 'sets' | 'fields' | 'jobs'>): void {
    for (const { jobs: keeping, lines, bytes } of sets) {
      this.open();
      for (const job of keeping) this.mark(job);
      this.close(bytes).lines += lines - 1;
    }
    this.#further.addScanned(fields, jobs);
  }

  /** Sets in the order of their jobs, the lines that no job keeps first. */
  toOverlap(): Overlap[] {
    return [...this.#sets].map(([key, { lines, bytes }]) => ({ jobs: jobsOf(key), lines, bytes })).sort(byJobs);
  }

  /** Fields over all lines, or over those that `job` keeps. */
  toFields(job?: number): FieldCount[] {
    const sum = new FieldTally();
    for (const [key, fields] of this.#tallies) {
      if (job === undefined || jobsOf(key).includes(job)) sum.merge(fields);
    }
    this.#further.addTo(sum, job);
    return sum.toCounts();
  }

  #find(key: SetKey): KeptSet {
    const set = this.#sets.get(key) ?? this.#create(key);
    if (set.fields === this.#further) this.#further.select(jobsOf(key));
    return set;
  }

  #create(key: SetKey): KeptSet {
    const set: KeptSet = { lines: 0, bytes: 0, fields: this.#further };
    if (this.#sets.size < this.#maxSetsWithFields) {
      const fields = new FieldTally();
      this.#tallies.set(key, fields);
      set.fields = fields;
    }
    this.#sets.set(key, set);
    return set;
  }
}

/** Fields of lines of any set: in total, and for each job that keeps them. */
class JobFields implements FieldSink {
  readonly #total = new FieldTally();
  readonly #byJob = new Map<number, FieldTally>();
  /** The tallies to which the next fields are added. */
  #selected: readonly FieldTally[] = [];

  /** Sets the jobs that keep the next lines. */
  select(jobs: readonly number[]): void {
    this.#selected = [this.#total, ...jobs.map((job) => this.#tallyOf(job))];
  }

  add(name: string, lines: number, empty: number, bytes: number): void {
    for (const tally of this.#selected) tally.add(name, lines, empty, bytes);
  }

  addAt(place: number, name: string, lines: number, empty: number, bytes: number): void {
    for (const tally of this.#selected) tally.addAt(place, name, lines, empty, bytes);
  }

  addTruncated(name: string): void {
    for (const tally of this.#selected) tally.addTruncated(name);
  }

  /** Adds fields of lines that the kernel counted. */
  addScanned(fields: readonly ScannedField[], jobs: ScanCounts['jobs']): void {
    this.#total.mergeCounts(fields.map(scannedField));
    for (const [job, { fields: ofJob }] of jobs.entries()) {
      if (ofJob.length > 0) this.#tallyOf(job).mergeCounts(ofJob.map(scannedField));
    }
  }

  /** Adds the fields of all lines, or of those that `job` keeps, to another tally. */
  addTo(sum: FieldTally, job: number | undefined): void {
    const tally = job === undefined ? this.#total : this.#byJob.get(job);
    if (tally !== undefined) sum.merge(tally);
  }

  #tallyOf(job: number): FieldTally {
    const tally = this.#byJob.get(job) ?? new FieldTally();
    this.#byJob.set(job, tally);
    return tally;
  }
}

/** Returns the counts of a field over lines that a kernel has counted, every figure of them. */
function scannedField({ name, lines, empty, bytes }: ScannedField): Required<Omit<FieldCount, 'rest'>> {
  // The kernel defers lines with custom fields that may be truncated.
  return { name, lines, empty, bytes, truncated: 0 };
}

/** Indices of a set's jobs, ascending. */
function jobsOf(key: SetKey): number[] {
  const words = typeof key === 'number' ? [key] : key.split(',').map(Number);
  const jobs: number[] = [];
  for (const [index, word] of words.entries()) {
    for (let bit = 0; bit < BITS; bit += 1) if ((word >>> bit) & 1) jobs.push(index * BITS + bit);
  }
  return jobs;
}

/** Orders sets of jobs: fewer jobs first, then by their indices. */
function byJobs(a: { jobs: readonly number[] }, b: { jobs: readonly number[] }): number {
  if (a.jobs.length !== b.jobs.length) return a.jobs.length - b.jobs.length;
  const at = a.jobs.findIndex((job, index) => job !== b.jobs[index]);
  return at < 0 ? 0 : a.jobs[at]! - b.jobs[at]!;
}
