// Limits which lines of an object the kernel defers because they may become samples: the more samples there are, the fewer lines may.
import type { Verdict } from '../filter/index.ts';
import type { Scanner } from '../kernel/index.ts';
import type { DrawnLine } from './drawn-line.ts';

/** The samples of a verdict of a job. */
export interface VerdictDraw {
  /** Index in the request of the kernel. */
  job: number;
  verdict: Verdict;
  /** Returns the hash below which lines may be chosen. It never rises. */
  hashesBelow(): number;
  draw(line: DrawnLine): void;
}

/** The limits of one object. */
export class SampleLimits {
  readonly #scanner: Scanner;
  readonly #draws: readonly VerdictDraw[];
  readonly #set: Float64Array;

  /** @param scanner must have begun the object */
  constructor(scanner: Scanner, draws: readonly VerdictDraw[]) {
    this.#scanner = scanner;
    this.#draws = draws;
    this.#set = new Float64Array(draws.length).fill(-1);
    this.update();
  }

  /** Must be called after lines were drawn. Another object may draw lines too: the kernel defers too many for a while. */
  update(): void {
    const set = this.#set;
    for (let index = 0; index < set.length; index += 1) {
      const { job, verdict, hashesBelow } = this.#draws[index]!;
      const limit = hashesBelow();
      if (limit === set[index]) continue;
      set[index] = limit;
      this.#scanner.setSampleLimit(job, verdict, limit);
    }
  }
}
