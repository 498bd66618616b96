// The blank lines of one object: those that the job's batch_prefix and batch_suffix write are expected, all others are reported. Blank
// lines that may end the batch are held until another line follows them.

/** Receives the offset of a blank line that the job does not write. */
type OnUnexpected = (offset: number) => void;

/** Receives the lines of one object in order. */
export class BlankLines {
  readonly #last: number;
  readonly #between: number;
  readonly #report: OnUnexpected;
  /** How many more blank lines the batch may begin with. */
  #first: number;
  /** How many more blank lines may follow the last record. */
  #after = 0;
  /** Offsets of the blank lines since the last other line, at most as many as the batch may end with. */
  #held: number[] = [];

  /** Takes `blankLines` of the schema of a job's lines. */
  constructor({ first, last, between }: { first: number; last: number; between: number }, report: OnUnexpected) {
    this.#first = first;
    this.#last = last;
    this.#between = between;
    this.#report = report;
  }

  /** Adds a blank line. */
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
    if (this.#held.length > this.#last) this.#report(this.#held.shift()!);
  }

  /** Adds any other line. */
  passLine(): void {
    this.#first = 0;
    this.#after = this.#between;
    if (this.#held.length === 0) return;
    for (const offset of this.#held) this.#report(offset);
    this.#held = [];
  }
}
