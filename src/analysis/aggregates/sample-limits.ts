// Limits which lines of an object a scanner defers because they may become samples: the more samples there are, the fewer lines may.
import type { Scanner } from '../../input/kernel/index.ts';
import { KEEP } from '../../language/filter/index.ts';
import { ALL_HASHES, type VerdictDraw } from './sample-tally.ts';

/** The limits of one object. */
export class SampleLimits {
  readonly #scanner: Pick<Scanner, 'setSampleLimit'>;
  readonly #draws: readonly VerdictDraw[];
  readonly #set: Float64Array;

  /** @param scanner must have begun the object @param each slots of which every kept line is handed over */
  constructor(scanner: Pick<Scanner, 'setSampleLimit'>, draws: readonly VerdictDraw[], each: readonly number[] = []) {
    this.#scanner = scanner;
    this.#draws = draws.filter(({ slot, verdict }) => verdict !== KEEP || !each.includes(slot));
    for (const slot of each) scanner.setSampleLimit(slot, KEEP, ALL_HASHES);
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
