// Limits which lines of an object a scanner defers because they may become samples: the more samples there are, the fewer lines may.
import type { Scanner } from '../../input/kernel/index.ts';
import { ALL_HASHES, type VerdictDraw } from './sample-tally.ts';
import type { HandedLines } from './scan-counter.ts';

/** The limits of one object. */
export class SampleLimits {
  readonly #scanner: Pick<Scanner, 'setSampleLimit'>;
  readonly #draws: readonly VerdictDraw[];
  readonly #set: Float64Array;

  /** @param scanner must have begun the object @param each verdicts of which every line is handed over */
  constructor(scanner: Pick<Scanner, 'setSampleLimit'>, draws: readonly VerdictDraw[], each: HandedLines['each'] = []) {
    this.#scanner = scanner;
    this.#draws = draws.filter((draw) => !each.some((one) => one.slot === draw.slot && one.verdict === draw.verdict));
    for (const { slot, verdict } of each) scanner.setSampleLimit(slot, verdict, ALL_HASHES);
    this.#set = new Float64Array(this.#draws.length).fill(-1);
    this.update();
  }

  /** Must be called after lines were drawn. Another object may draw lines too: the kernel defers too many for a while. */
  update(): void {
    const set = this.#set;
    for (let index = 0; index < set.length; index += 1) {
      const draw = this.#draws[index]!;
      const limit = draw.hashesBelow();
      if (limit === set[index]) continue;
      set[index] = limit;
      this.#scanner.setSampleLimit(draw.slot, draw.verdict, limit);
    }
  }
}
