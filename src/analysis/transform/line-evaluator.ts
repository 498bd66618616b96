// Evaluates lines to their outcome and the sizes of the delivered fields: conditions and columns that depend on few fields once for each of their values,
// as long as values repeat. The transformer defines the results; a line that fails or is undecided is evaluated by it.
import type { FieldSource, Value } from '../../base/index.ts';
import type { Evaluation, Expression, OutputRow, SqlValue, Transformer } from '../../language/transformer/index.ts';
import type { Transformation } from './transformation.ts';

/** A field of a delivered record. */
export interface FieldSize {
  readonly name: string;
  /** Of key, colon, value and one comma. */
  readonly bytes: number;
  readonly isEmpty: boolean;
  readonly isNull: boolean;
}

/** What a line becomes: one record; or any other result, of which the transformer knows the records. */
export type LineResult =
  | { readonly kind: 'record'; readonly fields: readonly FieldSize[] }
  | { readonly kind: 'evaluation'; readonly evaluation: Evaluation };

/** Values whose results are known at a time. Ours. */
const MAX_KNOWN = 4096;
/** Share of values that must be known already: below it, remembering costs more than evaluating. Ours. */
const LEAST_HITS = 0.5;
const DROPPED = { kind: 'evaluation', evaluation: { outcome: 'dropped', by: 'where' } } as const;

/** Most fields of an expression whose results are remembered. Ours. */
const MAX_FIELDS = 4;
/** Longer texts are not remembered, which bounds memory. UTF-16 units; ours. */
const MAX_TEXT = 512;
/** Between the values of a key. */
const SEPARATOR = '\0';

/** Results of an expression by the values of its fields. */
class Known<Result> {
  readonly #fields: readonly string[];
  #results: Map<Value | undefined, Result> | undefined;
  #asked = 0;
  #hits = 0;

  constructor({ fields }: Expression) {
    this.#fields = fields;
    this.#results = fields.length <= MAX_FIELDS ? new Map() : undefined;
  }

  /** @param find computes the result of values that are not known */
  of(input: FieldSource, find: () => Result): Result {
    const results = this.#results;
    const value = results === undefined ? NO_KEY : this.#keyOf(input);
    if (results === undefined || value === NO_KEY) return find();
    this.#asked += 1;
    const known = results.get(value);
    if (known !== undefined) {
      this.#hits += 1;
      return known;
    }
    const found = find();
    if (results.size >= MAX_KNOWN) {
      if (this.#hits < this.#asked * LEAST_HITS) this.#results = undefined;
      results.clear();
    }
    results.set(value, found);
    return found;
  }

  /** Objects are distinct although they are equal: they have no key. */
  #keyOf(input: FieldSource): Value | undefined | typeof NO_KEY {
    const fields = this.#fields;
    if (fields.length === 1) {
      const value = input.get(fields[0]!);
      if (typeof value === 'string') return value.length > MAX_TEXT ? NO_KEY : value;
      return typeof value === 'object' && value !== null ? NO_KEY : value;
    }
    let key = '';
    for (let index = 0; index < fields.length; index += 1) {
      const value = input.get(fields[index]!);
      if (typeof value === 'string') {
        // Else several values could have one key.
        if (value.length > MAX_TEXT || value.includes(SEPARATOR)) return NO_KEY;
        key += `"${value}${SEPARATOR}`;
      } else if (typeof value === 'object' && value !== null) return NO_KEY;
      else key += `${value}${SEPARATOR}`;
    }
    return key;
  }
}

/** In place of a key. */
const NO_KEY = Symbol('no key');

/** Evaluates lines. Has no state that a result depends on. */
export class LineEvaluator {
  readonly #transformation: Transformation;
  readonly #transformer: Transformer;
  readonly #conditions: readonly Known<number>[];
  readonly #columns: readonly { known: Known<FieldSize | 'stops'>; keyLength: number }[];
  /** Whether a line is at most one record, of columns that all exist. */
  readonly #isPlain: boolean;
  /** A row with one column, to print it alone. */
  readonly #row: (SqlValue | undefined)[];

  constructor(transformation: Transformation) {
    const { transformer } = transformation;
    this.#transformation = transformation;
    this.#transformer = transformer;
    this.#conditions = transformer.conditions.map((one) => new Known(one));
    this.#columns = transformer.columns.map(({ name, expression }) => ({
      known: new Known<FieldSize | 'stops'>(expression),
      keyLength: JSON.stringify(name).length + 1,
    }));
    this.#isPlain = !transformer.hasUnnest && !transformer.hasStar;
    this.#row = transformer.columns.map(() => undefined);
  }

  /** Evaluates a line. @param outcomes receives an outcome for each condition */
  evaluate(record: FieldSource, outcomes: Uint8Array): LineResult {
    if (!this.#isPlain) return this.#evaluated(record, outcomes);
    const input = this.#transformation.inputOf(record);
    const { conditions } = this.#transformer;
    let isKept = true;
    for (let index = 0; index < conditions.length; index += 1) {
      const outcome = this.#conditions[index]!.of(input, () => conditions[index]!.outcome(input));
      outcomes[index] = outcome;
      if (outcome !== this.#transformation.isTrue) isKept = false;
    }
    if (!isKept) {
      const decision = this.#transformer.decisionOf(outcomes, input);
      return decision.outcome === 'dropped' ? DROPPED : this.#evaluated(record, outcomes);
    }
    const fields: FieldSize[] = [];
    for (let index = 0; index < this.#columns.length; index += 1) {
      const found = this.#columns[index]!.known.of(input, () => this.#sizeOf(index, input));
      if (found === 'stops') return this.#evaluated(record, outcomes);
      fields.push(found);
    }
    return { kind: 'record', fields };
  }

  #evaluated(record: FieldSource, outcomes: Uint8Array): LineResult {
    return { kind: 'evaluation', evaluation: this.#transformation.evaluate(record, outcomes) };
  }

  #sizeOf(index: number, input: FieldSource): FieldSize | 'stops' {
    const { name, expression } = this.#transformer.columns[index]!;
    const result = expression.evaluate(input);
    if (result.outcome !== 'value') return 'stops';
    this.#row[index] = result.value;
    const text = this.#transformer.printRow(this.#row as OutputRow);
    this.#row[index] = undefined;
    const start = 1 + this.#columns[index]!.keyLength;
    const length = text.length - 1 - start;
    const first = text.charCodeAt(start);
    const isNull = first === LETTER_N;
    const isPair = length === 2 && (first === QUOTE || first === BRACKET || first === BRACE);
    // Two braces less, and a comma more.
    return { name, bytes: Buffer.byteLength(text) - 1, isEmpty: isNull || isPair, isNull };
  }
}

const QUOTE = '"'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const LETTER_N = 'n'.charCodeAt(0);
