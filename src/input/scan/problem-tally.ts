// Counts the problems in the data, and keeps the first few of each code with their place.
import { type Count, Smallest } from '../../base/index.ts';

/** Problems of one code that a report lists; the others are only counted. */
export const PROBLEMS_PER_CODE = 20;

/** Something wrong in the data, with its place. `offset` counts bytes of the inflated object. */
export interface Problem {
  code: string;
  object: string;
  offset: Count;
  message: string;
}

/** Orders by object name, then offset. */
export function byPlace(a: { object: string; offset: number }, b: { object: string; offset: number }): number {
  if (a.object !== b.object) return a.object < b.object ? -1 : 1;
  return a.offset - b.offset;
}

/**
 * Sorts lost objects by name and keeps the first problem of each, so that the order in which they were read does not matter.
 * @param found by any number of threads, in any number of parts of files
 */
export function lostObjects(found: readonly Problem[]): Problem[] {
  const sorted = [...found].sort((a, b) => byPlace(a, b) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return sorted.filter(({ object }, index) => object !== sorted[index - 1]?.object);
}

/** Counts problems by code and keeps the first {@link PROBLEMS_PER_CODE} of each by object and offset. */
export class ProblemTally {
  readonly #byCode = new Map<string, { count: number; first: Smallest<Problem> }>();

  /** Adds one problem. */
  add(problem: Problem): void {
    const entry = this.#entry(problem.code);
    entry.count += 1;
    entry.first.add(problem);
  }

  /** Counts problems without a place. */
  count(code: string, count: number): void {
    this.#entry(code).count += count;
  }

  /** Adds the problems of another report. */
  merge(counts: Readonly<Record<string, number>>, problems: readonly Problem[]): void {
    for (const [code, count] of Object.entries(counts)) this.#entry(code).count += count;
    for (const problem of problems) this.#entry(problem.code).first.add(problem);
  }

  /** Counts by code, codes in order. */
  toCounts(): Record<string, number> {
    return Object.fromEntries(this.#sorted().map(([code, { count }]) => [code, count]));
  }

  /** The kept problems, by code, then by place. */
  toProblems(): Problem[] {
    return this.#sorted().flatMap(([, { first }]) => first.toArray());
  }

  #entry(code: string): { count: number; first: Smallest<Problem> } {
    let entry = this.#byCode.get(code);
    if (entry === undefined) {
      entry = { count: 0, first: new Smallest<Problem>(PROBLEMS_PER_CODE, inOrder) };
      this.#byCode.set(code, entry);
    }
    return entry;
  }

  #sorted(): [string, { count: number; first: Smallest<Problem> }][] {
    return [...this.#byCode].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function inOrder(a: Problem, b: Problem): number {
  return byPlace(a, b) || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0);
}
