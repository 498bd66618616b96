// The lines of a sample, ordered by place. Reads each line on access, because the lines may not fit in memory.
import { type Candidates, offerAll } from './candidates.ts';
import { readLine } from './held-lines.ts';
import { type DrawnLine, LineDraw } from './line-draw.ts';
import { fileBytes, type LineSpace } from './line-space.ts';

/** The space of the lines, and a function that closes its file. */
export interface OwnedSpace {
  space: LineSpace;
  close: () => void;
}

/** Closes the files of samples that were garbage-collected without being closed. */
const forgotten = new FinalizationRegistry((close: () => void) => close());

/** A sample. May be read any number of times until it is closed. */
export class DrawnLines implements Iterable<DrawnLine> {
  readonly #candidates: Candidates;
  readonly #space: LineSpace;
  /** The candidates that are drawn. */
  readonly #drawn: Uint32Array;
  /** Undefined: closed, or nothing is in the file. */
  #close: (() => void) | undefined;

  /** @param candidates all lines that may be drawn, once no further lines follow */
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

  /** Closes the file, if there is one. Its lines can no longer be read. */
  close(): void {
    this.#close?.();
    this.#close = undefined;
    forgotten.unregister(this);
  }
}
