// The lines of a sample in the order of their places. Each is read when it is accessed: there may be more than fit into memory.
import { type Candidates, offerAll } from './candidates.ts';
import { readLine } from './held-lines.ts';
import { type DrawnLine, LineDraw } from './line-draw.ts';
import { fileBytes, type LineSpace } from './line-space.ts';

/** Space of the lines, and what gives its file back. */
export interface OwnedSpace {
  space: LineSpace;
  close: () => void;
}

/** Closes files of samples that were forgotten before they were closed. */
const forgotten = new FinalizationRegistry((close: () => void) => close());

/** A sample. May be read any number of times until it is closed. */
export class DrawnLines implements Iterable<DrawnLine> {
  readonly #candidates: Candidates;
  readonly #space: LineSpace;
  /** Of the candidates, those that are drawn. */
  readonly #drawn: Uint32Array;
  /** Undefined: closed, or nothing is in the file. */
  #close: (() => void) | undefined;

  /** @param candidates all that may be drawn, when nothing more comes */
  constructor(
    candidates: Candidates,
    { wanted, seed }: { wanted: number; seed: number },
    { space, close }: OwnedSpace,
  ) {
    const draw = new LineDraw<number>(wanted, seed);
    offerAll(candidates, draw);
    this.#drawn = Uint32Array.from(draw.toLines(), ({ line }) => line);
    this.#candidates = candidates;
    this.#space = space;
    if (fileBytes(space) === 0) close();
    else {
      this.#close = close;
      forgotten.register(this, close, this);
    }
  }

  /** Lines. */
  get length(): number {
    return this.#drawn.length;
  }

  *[Symbol.iterator](): Generator<DrawnLine> {
    const { objects, objectOf, offsets, lines } = this.#candidates;
    for (const index of this.#drawn) {
      yield { object: objects[objectOf[index]!]!, offset: offsets[index]!, line: readLine(lines, index, this.#space) };
    }
  }

  /** Gives the file back, if there is one: the lines in it can no longer be read. */
  close(): void {
    this.#close?.();
    this.#close = undefined;
    forgotten.unregister(this);
  }
}
