// The text of a transformer: places of its parts, with line and column.
import type { Span } from './syntax.ts';

/** A part of the SQL text. Offsets in UTF-16 units, line and column from 1. */
export interface SqlPlace {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
}

export class SqlText {
  readonly sql: string;
  /** Offset of the first character of each line. */
  readonly #lines: readonly number[];

  constructor(sql: string) {
    this.sql = sql;
    this.#lines = [0, ...Array.from(sql.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  textOf({ from, to }: Span): string {
    return this.sql.slice(from, to);
  }

  place({ from, to }: Span): SqlPlace {
    const line = this.#lines.findLastIndex((start) => start <= from);
    return { text: this.sql.slice(from, to), from, to, line: line + 1, column: from - this.#lines[line]! + 1 };
  }
}
