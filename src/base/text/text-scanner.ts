// Reads a short text from outside piece by piece, such as a guard or a price, and keeps the place for errors. Knows no syntax.

/** A number as users write it. Thousands may be separated by `_`, not by `,`: some readers take `1,250` for 1250, others for 1.25. Sticky. */
export const WRITTEN_NUMBER = /(?:[1-9]\d{0,2}(?:_\d{3})+|\d+)(?:\.\d+)?/y;

const SPACE = /\s*/y;

/** The text, and the place of the next piece. */
export class TextScanner {
  readonly text: string;
  /** Offset of the next piece. UTF-16 units. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads what a sticky pattern matches at the place; empty if it does not match there. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Skips white space. @returns the place after it */
  skipSpace(): number {
    this.match(SPACE);
    return this.at;
  }
}
