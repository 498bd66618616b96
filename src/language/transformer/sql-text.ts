// The text of a transformer: places of its parts, with line and column.
import { redactSecrets } from '../../base/index.ts';
import { placeOf } from '../filter/index.ts';
import type { Span } from './syntax.ts';

/** A part of the SQL text, whose secrets are masked: reports print it. Offsets in UTF-16 units, line and column from 1. */
export interface SqlPlace {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
}

export class SqlText {
  readonly sql: string;
  /** By offsets. A line that is undecided asks for its place. */
  readonly #places = new Map<string, SqlPlace>();

  constructor(sql: string) {
    this.sql = sql;
  }

  textOf({ from, to }: Span): string {
    return this.sql.slice(from, to);
  }

  place({ from, to }: Span): SqlPlace {
    const key = `${from} ${to}`;
    let place = this.#places.get(key);
    if (place === undefined) {
      const { line, column } = placeOf(this.sql, from);
      place = { text: redactSecrets(this.sql.slice(from, to)), from, to, line, column };
      this.#places.set(key, place);
    }
    return place;
  }
}
