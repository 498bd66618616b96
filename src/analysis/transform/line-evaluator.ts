// Evaluates lines to their outcome and the sizes of the delivered fields: conditions and columns that depend on few fields once for each of their values,
// as long as values repeat. The transformer defines the results; a line that fails or is undecided is evaluated by it.
import type { FieldSource, Value } from '../../base/index.ts';
import type { Evaluation, Expression, OutputColumn, OutputRow } from '../../language/transformer/index.ts';
import type { Transformation } from './transformation.ts';

/** A field of a delivered record. */
export interface FieldSize {
  readonly name: string;
  /** Of key, colon, value and one comma. */
  readonly bytes: number;
  readonly isEmpty: boolean;
  readonly isNull: boolean;
}

/** What a line becomes: its delivered records, or why there is none. */
export type LineResult =
  | { readonly outcome: 'kept'; readonly records: readonly (readonly FieldSize[])[] }
  | Exclude<Evaluation, { outcome: 'rows' }>;

/** Values of a field, and results of several fields, that are known at a time. Ours; a power of two. */
const MAX_KNOWN = 4096;
/** Share of values that must be known already: below it, remembering costs more than evaluating. Ours. */
const LEAST_HITS = 0.5;

/** Most fields of an expression whose results are remembered: their numbers fit into one safe integer. Ours. */
const MAX_FIELDS = 4;
/** Records of more bytes are evaluated by the transformer, which limits them as a whole: far below that limit. Ours. */
const MAX_SIZED = 1_048_576;
/** Longer texts are not remembered, which bounds memory. UTF-16 units; ours. */
const MAX_TEXT = 512;
/** The number of a value that is not remembered. */
const NOT_KNOWN = -1;

/** Counts whether values repeat. */
class Hits {
  #asked = 0;
  #hits = 0;

  add(isHit: boolean): void {
    this.#asked += 1;
    if (isHit) this.#hits += 1;
  }

  get isWorth(): boolean {
    return this.#hits >= this.#asked * LEAST_HITS;
  }
}

/** Numbers the values of one field, as long as they repeat. */
class NumberedValues {
  /** Those whose results are by these numbers. */
  readonly users: Known<unknown>[] = [];
  readonly #name: string;
  #numbers: Map<Value | undefined, number> | undefined = new Map();
  readonly #hits = new Hits();
  #line = 0;
  #number = NOT_KNOWN;

  constructor(name: string) {
    this.#name = name;
  }

  /** @param line a number of its own for each line */
  of(input: FieldSource, line: number): number {
    if (this.#line !== line) {
      this.#line = line;
      this.#number = this.#numbers === undefined ? NOT_KNOWN : this.#numberOf(input.get(this.#name), this.#numbers);
    }
    return this.#number;
  }

  /** Objects are distinct although they are equal: they have no number. */
  #numberOf(value: Value | undefined, numbers: Map<Value | undefined, number>): number {
    if (typeof value === 'string' ? value.length > MAX_TEXT : typeof value === 'object' && value !== null)
      return NOT_KNOWN;
    const known = numbers.get(value);
    this.#hits.add(known !== undefined);
    if (known !== undefined) return known;
    if (numbers.size >= MAX_KNOWN) {
      if (!this.#hits.isWorth) {
        this.#numbers = undefined;
        return NOT_KNOWN;
      }
      numbers.clear();
      for (const one of this.users) one.clear();
    }
    const number = numbers.size;
    numbers.set(value, number);
    return number;
  }
}

/** Results of an expression by the values of its fields. */
class Known<Result> {
  readonly #fields: readonly NumberedValues[];
  #results: Map<number, Result> | undefined;
  readonly #hits = new Hits();
  #key = 0;

  constructor({ fields }: Expression, numbered: (field: string) => NumberedValues) {
    this.#fields = fields.map(numbered);
    if (fields.length > MAX_FIELDS) return;
    this.#results = new Map();
    for (const field of this.#fields) field.users.push(this);
  }

  clear(): void {
    this.#results?.clear();
  }

  /** @returns undefined if the result is not known: `remember` it then */
  find(input: FieldSource, line: number): Result | undefined {
    if (this.#results === undefined) return undefined;
    let key = 0;
    for (let index = 0; index < this.#fields.length; index += 1) {
      const number = this.#fields[index]!.of(input, line);
      if (number === NOT_KNOWN) {
        this.#key = NOT_KNOWN;
        return undefined;
      }
      key = key * MAX_KNOWN + number;
    }
    this.#key = key;
    const found = this.#results.get(key);
    // Whether values of one field repeat, they know.
    if (this.#fields.length > 1) this.#hits.add(found !== undefined);
    return found;
  }

  remember(result: Result): Result {
    if (this.#results === undefined || this.#key === NOT_KNOWN) return result;
    if (this.#results.size >= MAX_KNOWN) {
      if (!this.#hits.isWorth) this.#results = undefined;
      else this.#results.clear();
    }
    this.#results?.set(this.#key, result);
    return result;
  }
}

/** Evaluates lines. Has no state that a result depends on. */
export class LineEvaluator {
  readonly #transformation: Transformation;
  readonly #conditions: readonly Known<number>[];
  readonly #columns: readonly { known: Known<FieldSize | 'stops'>; column: OutputColumn; around: number }[];
  /** Whether a line is at most one record, of columns that all exist. */
  readonly #isPlain: boolean;
  #line = 0;

  constructor(transformation: Transformation) {
    const { transformer } = transformation;
    const numbered = new Map<string, NumberedValues>();
    const numberedOf = (name: string): NumberedValues => {
      const found = numbered.get(name) ?? new NumberedValues(name);
      numbered.set(name, found);
      return found;
    };
    this.#transformation = transformation;
    this.#conditions = transformer.conditions.map((one) => new Known(one, numberedOf));
    this.#columns = transformer.columns.map((column) => ({
      known: new Known<FieldSize | 'stops'>(column.expression, numberedOf),
      column,
      // Key, colon and comma.
      around: Buffer.byteLength(JSON.stringify(column.name)) + 2,
    }));
    this.#isPlain = !transformer.hasUnnest && !transformer.hasStar;
  }

  /** Evaluates a line. @param outcomes receives an outcome for each condition */
  evaluate(record: FieldSource, outcomes: Uint8Array): LineResult {
    if (!this.#isPlain) return this.#evaluated(record, outcomes);
    const input = this.#transformation.inputOf(record);
    const { outcomeNames, transformer } = this.#transformation;
    const { conditions } = transformer;
    this.#line += 1;
    const line = this.#line;
    let isKept = true;
    let isKnown = true;
    for (let index = 0; index < conditions.length; index += 1) {
      const known = this.#conditions[index]!;
      const outcome = known.find(input, line) ?? known.remember(conditions[index]!.outcome(input));
      outcomes[index] = outcome;
      const name = outcomeNames[outcome];
      if (name !== 'true') isKept = false;
      // The transformer knows the reason.
      if (name === 'failing' || name === 'undecided') isKnown = false;
    }
    if (!isKnown) return this.#evaluated(record, outcomes);
    if (!isKept) return DROPPED;
    const fields = new Array<FieldSize>(this.#columns.length);
    let bytes = 0;
    for (let index = 0; index < fields.length; index += 1) {
      const { known, column } = this.#columns[index]!;
      let found = known.find(input, line);
      if (found === undefined) {
        const text = column.jsonOf(input);
        found = known.remember(text === undefined ? 'stops' : this.#sizeOf(index, text));
      }
      if (found === 'stops') return this.#evaluated(record, outcomes);
      fields[index] = found;
      bytes += found.bytes;
    }
    // The size of a record is limited as a whole.
    if (bytes > MAX_SIZED) return this.#evaluated(record, outcomes);
    return { outcome: 'kept', records: [fields] };
  }

  #evaluated(record: FieldSource, outcomes: Uint8Array): LineResult {
    const evaluation = this.#transformation.evaluate(record, outcomes);
    if (evaluation.outcome !== 'rows') return evaluation;
    const sizesOf = (row: OutputRow): FieldSize[] =>
      row.flatMap((value, index) =>
        value === undefined ? [] : this.#sizeOf(index, this.#columns[index]!.column.print(value)),
      );
    return { outcome: 'kept', records: evaluation.rows.map(sizesOf) };
  }

  #sizeOf(index: number, text: string): FieldSize {
    const { column, around } = this.#columns[index]!;
    const isNull = text === 'null';
    const isEmpty = isNull || text === '""' || text === '[]' || text === '{}';
    return { name: column.name, bytes: around + Buffer.byteLength(text), isEmpty, isNull };
  }
}

const DROPPED: LineResult = { outcome: 'dropped', by: 'where' };
