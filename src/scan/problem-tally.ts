// Counts the problems in the data, and keeps the first few of each code with their place.
import { Smallest } from '../base/index.ts';
import { byPlace, PROBLEMS_PER_CODE, type Problem } from './problem.ts';

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
