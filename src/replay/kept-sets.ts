// Lines by the exact set of jobs that keep them. Fields are counted once per line, in the set it falls into: the totals,
// the figures of each job's kept lines and the overlap of jobs are all sums over these sets.
import { FieldTally } from './field-tally.ts';
import type { FieldCount, LineTotal, Overlap } from './report.ts';

/** Jobs per number of a set's key: what bitwise operations hold without a sign. */
const BITS = 31;

/** Lines kept by exactly one set of jobs. */
export interface KeptSet extends LineTotal {
  /** Indices of jobs, ascending. */
  jobs: number[];
  fields: FieldTally;
}

/** Finds the set of a line and keeps its figures. Mark the jobs that keep the line, then `close` it. */
export class KeptSets {
  readonly #sets = new Map<number | string, KeptSet>();
  readonly #words: Int32Array;
  #last: { key: number | string; set: KeptSet } | undefined;

  constructor(jobCount: number) {
    this.#words = new Int32Array(Math.max(1, Math.ceil(jobCount / BITS)));
  }

  /** Forgets the marks of the line before. */
  open(): void {
    this.#words.fill(0);
  }

  /** Marks a job that keeps the line. */
  mark(job: number): void {
    const word = Math.floor(job / BITS);
    this.#words[word] = this.#words[word]! | (1 << (job % BITS));
  }

  /** Counts the line in its set and gives the set. @param bytes with line end */
  close(bytes: number): KeptSet {
    const key = this.#words.length === 1 ? this.#words[0]! : this.#words.join();
    // Lines of one kind come in runs, so the set is mostly that of the line before.
    if (this.#last?.key !== key) this.#last = { key, set: this.#sets.get(key) ?? this.#create(key) };
    const set = this.#last.set;
    set.lines += 1;
    set.bytes += bytes;
    return set;
  }

  /** Sets in the order of their jobs, the lines that nobody keeps first. */
  toOverlap(): Overlap[] {
    return [...this.#sets.values()].map(({ jobs, lines, bytes }) => ({ jobs, lines, bytes })).sort(byJobs);
  }

  /** Fields over all lines, or over those that `job` keeps. */
  toFields(job?: number): FieldCount[] {
    const sum = new FieldTally();
    for (const set of this.#sets.values()) if (job === undefined || set.jobs.includes(job)) sum.merge(set.fields);
    return sum.toCounts();
  }

  #create(key: number | string): KeptSet {
    const jobs: number[] = [];
    for (let job = 0; job < this.#words.length * BITS; job += 1) {
      if ((this.#words[Math.floor(job / BITS)]! >>> (job % BITS)) & 1) jobs.push(job);
    }
    const set = { jobs, lines: 0, bytes: 0, fields: new FieldTally() };
    this.#sets.set(key, set);
    return set;
  }
}

/** Orders sets of jobs: fewer jobs first, then by their indices. */
export function byJobs(a: { jobs: readonly number[] }, b: { jobs: readonly number[] }): number {
  if (a.jobs.length !== b.jobs.length) return a.jobs.length - b.jobs.length;
  const at = a.jobs.findIndex((job, index) => job !== b.jobs[index]);
  return at < 0 ? 0 : a.jobs[at]! - b.jobs[at]!;
}
