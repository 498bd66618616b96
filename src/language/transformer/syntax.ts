// The tree of a parsed transformer, which parse-sql.ts builds: nothing in it is checked against a dataset. Places of its parts in the text.
import { redactSecrets } from '../../base/index.ts';
import { placeOf } from '../filter/index.ts';

/** A part of the SQL text. Offsets in UTF-16 units, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A word with its position; `text` without quotes. */
export interface Name extends Span {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A type as written: `BIGINT`, `timestamp`, `int[]`. */
export interface TypeName extends Span {
  readonly name: string;
  /** `int[]`: a list of the type. */
  readonly isList: boolean;
}

/** An expression. */
export type Syntax = Span &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'constant'; readonly value: boolean | null }
    | { readonly kind: 'interval'; readonly value: string }
    /** `Field`, `table.Field`, `struct.key`. */
    | { readonly kind: 'name'; readonly parts: readonly Name[] }
    | { readonly kind: 'unary'; readonly operator: '+' | '-' | 'not'; readonly operand: Syntax }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Syntax; readonly right: Syntax }
    /** `a AND b AND c` is one chain: long ones do not nest. */
    | { readonly kind: 'chain'; readonly operator: 'and' | 'or' | '||'; readonly items: readonly Syntax[] }
    | {
        readonly kind: 'is';
        readonly operand: Syntax;
        readonly test: 'null' | 'true' | 'false' | 'unknown';
        readonly isNegated: boolean;
      }
    | { readonly kind: 'in'; readonly operand: Syntax; readonly items: readonly Syntax[]; readonly isNegated: boolean }
    | {
        readonly kind: 'between';
        readonly operand: Syntax;
        readonly low: Syntax;
        readonly high: Syntax;
        readonly isNegated: boolean;
      }
    | {
        readonly kind: 'like';
        readonly operand: Syntax;
        readonly pattern: Syntax;
        readonly ignoresCase: boolean;
        readonly isNegated: boolean;
      }
    | { readonly kind: 'cast'; readonly operand: Syntax; readonly type: TypeName; readonly isTry: boolean }
    | {
        readonly kind: 'case';
        readonly operand: Syntax | undefined;
        readonly branches: readonly { readonly when: Syntax; readonly value: Syntax }[];
        readonly otherwise: Syntax | undefined;
      }
    | { readonly kind: 'call'; readonly name: Name; readonly args: readonly Syntax[] }
    | { readonly kind: 'list'; readonly items: readonly Syntax[] }
    | { readonly kind: 'subscript'; readonly operand: Syntax; readonly index: Syntax }
    | { readonly kind: 'member'; readonly operand: Syntax; readonly key: Name }
  );

/** One column of a `SELECT`; `except`: `*`, without these names. */
export type SelectItem = Span &
  (
    | { readonly kind: 'column'; readonly expression: Syntax; readonly alias: Name | undefined }
    | { readonly kind: 'star'; readonly except: readonly Name[] }
  );

/** One `SELECT`. */
export interface SelectSyntax extends Span {
  readonly items: readonly SelectItem[];
  /** After `FROM`. */
  readonly table: Name | undefined;
  readonly alias: Name | undefined;
  readonly where: Syntax | undefined;
}

/** A transformer: the `SELECT` of each name of `WITH`, then the last one. */
export interface QuerySyntax {
  readonly tables: readonly { readonly name: Name; readonly select: SelectSyntax }[];
  readonly select: SelectSyntax;
}

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
