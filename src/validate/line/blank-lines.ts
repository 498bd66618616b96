// Blank lines of one object: those that the job's own batch_prefix and batch_suffix make are as they should be, all others are told.
// Those at the end are held back until it is clear that no line follows them.

/** Where blank lines were found that nothing of the job explains. */
type Tell = (offset: number) => void;

/** Takes the lines of one object in their order. */
export class BlankLines {
  readonly #last: number;
  readonly #between: number;
  readonly #tell: Tell;
  /** Blank lines that the batch may still begin with. */
  #first: number;
  /** Blank lines that the record before may still be followed by. */
  #after = 0;
  /** Offsets of blank lines since the last other line, as many as the batch may end with. */
  #held: number[] = [];

  /** @param expected of the form of the job's lines */
  constructor({ first, last, between }: { first: number; last: number; between: number }, tell: Tell) {
    this.#first = first;
    this.#last = last;
    this.#between = between;
    this.#tell = tell;
  }

  /** A blank line. */
  add(offset: number): void {
    if (this.#first > 0) {
      this.#first -= 1;
      return;
    }
    if (this.#after > 0) {
      this.#after -= 1;
      return;
    }
    this.#held.push(offset);
    if (this.#held.length > this.#last) this.#tell(this.#held.shift()!);
  }

  /** Any other line. */
  passLine(): void {
    this.#first = 0;
    this.#after = this.#between;
    if (this.#held.length === 0) return;
    for (const offset of this.#held) this.#tell(offset);
    this.#held = [];
  }
}
