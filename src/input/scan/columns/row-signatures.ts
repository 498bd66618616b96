// Numbers the rows of a part by the outcomes of conditions: rows with the same outcomes have the same number, so that whatever follows from them is
// computed once for each number, not for each row. Tests each distinct text once, and keeps the outcomes for the next question.
import { printJson } from '../../../base/index.ts';
import {
  ABSENT,
  type CompiledCondition,
  type CompiledFilter,
  FALSE,
  listOf,
  MISMATCH,
  NULL,
  OPERATORS,
  type Outcome,
  TRUE,
  truthOf,
} from '../../../language/filter/index.ts';
import type { Column, ColumnRows } from '../../columns/index.ts';
import { outcomesOf } from './column-values.ts';

/** Numbers that rows may have although no row has them: tables of this size stay in a processor's cache. Ours. */
const MAX_SPARSE = 2 ** 16;
/** Entries of the largest table that numbers are looked up in while they are made dense. Ours: 16 MB. */
const MAX_TABLE = 2 ** 22;

/** The codes of a column; undefined: a row has the number of its place plus 1. */
type Codes = Column['codes'];

/** Memory for the numbers of the next parts: new memory takes longer than numbering. */
const spare: Uint32Array[] = [];
/** Ours: a megabyte each at most. */
const MAX_SPARE = 8;

/** A number for each row. */
export class RowSignatures {
  /** By row, below {@link size}. */
  readonly of: Uint32Array;
  /** Numbers that rows may have. */
  size = 1;

  /** Numbers at the last {@link mark}. */
  #marked = 1;
  /** By number, once numbers are dense: that at the mark. */
  #marks: Uint32Array | undefined;

  /** Numbers all rows alike. */
  constructor(rows: number) {
    const at = spare.findIndex(({ length }) => length >= rows);
    this.of = at < 0 ? new Uint32Array(rows) : spare.splice(at, 1)[0]!.subarray(0, rows).fill(0);
  }

  /** Leaves the memory of {@link of} to the next parts. */
  release(): void {
    spare.push(new Uint32Array(this.of.buffer));
    if (spare.length > MAX_SPARE) spare.sort((a, b) => b.length - a.length).pop();
  }

  /** Marks the present numbers: {@link markedOf} returns them for those that distinguish more rows. */
  mark(): void {
    this.#marked = this.size;
    this.#marks = undefined;
  }

  /** The number at the mark of the rows that have a number now. */
  markedOf(number: number): number {
    const marks = this.#marks;
    return marks === undefined ? number % this.#marked : marks[number % marks.length]!;
  }

  /**
   * Distinguishes rows by their classes in one more column.
   * @param classes by code @default codes are classes
   * @param count of the classes
   */
  add(codes: Codes, classes: Uint8Array | undefined, count: number): void {
    if (count <= 1) return;
    if (this.size * count > MAX_TABLE) this.#makeDense();
    if (this.size * count > MAX_TABLE) this.#addSparse(codes, classes, count);
    else {
      addScaled(this.of, codes, classes, this.size);
      this.size *= count;
    }
    if (this.size > MAX_SPARSE) this.#makeDense();
  }

  /** Renumbers the rows, so that rows have all numbers. */
  #makeDense(): void {
    const { of, size } = this;
    const table = new Uint32Array(size);
    const marks: number[] = [];
    let count = 0;
    for (let row = 0; row < of.length; row += 1) {
      const old = of[row]!;
      let number = table[old]!;
      if (number === 0) {
        count += 1;
        number = count;
        table[old] = number;
        marks.push(this.markedOf(old));
      }
      of[row] = number - 1;
    }
    this.size = count;
    this.#marks = Uint32Array.from(marks);
  }

  /** Distinguishes rows if there is no room for a table of all pairs. */
  #addSparse(codes: Codes, classes: Uint8Array | undefined, count: number): void {
    const { of } = this;
    const numbers = new Map<number, number>();
    const marks: number[] = [];
    for (let row = 0; row < of.length; row += 1) {
      const code = codes === undefined ? row + 1 : codes[row]!;
      const pair = of[row]! * count + (classes === undefined ? code : classes[code]!);
      const number = numbers.get(pair) ?? numbers.size;
      if (number === numbers.size) {
        numbers.set(pair, number);
        marks.push(this.markedOf(of[row]!));
      }
      of[row] = number;
    }
    this.size = numbers.size;
    this.#marks = Uint32Array.from(marks);
  }
}

/** Adds to each row the class of its code, times a factor. Several loops: each array type has the fast one of its own. */
function addScaled(to: Uint32Array, codes: Codes, classes: Uint8Array | undefined, by: number): void {
  const rows = to.length;
  if (codes === undefined) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(classes![row + 1]!, by);
  } else if (classes === undefined) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(codes[row]!, by);
  } else if (codes instanceof Uint8Array) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(classes[codes[row]!]!, by);
  } else if (codes instanceof Uint16Array) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(classes[codes[row]!]!, by);
  } else for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(classes[codes[row]!]!, by);
}

/** Classes of the codes of one column. */
interface Classes {
  of: Uint8Array;
  count: number;
}

/**
 * Returns the classes of the codes of one column: codes with the same outcomes of all conditions have the same classes.
 * @param first code that a row may have
 * @param numbers by outcome: outcomes with the same number make no difference
 */
function classesOf(outcomes: readonly Uint8Array[], first: number, numbers: Uint8Array): Classes[] {
  const found: Classes[] = [];
  for (const one of outcomes) {
    const before = found.at(-1);
    const last = before !== undefined && before.count * OUTCOMES <= MAX_CLASSES ? found.pop()! : undefined;
    const classes = (last === undefined ? decidedClasses(one, first) : undefined) ?? refine(last, one, first, numbers);
    if (classes.count > 1) found.push(classes);
  }
  return found;
}

/** Four outcomes at a time: a nearly unique column has one for each row. */
function wordsOf(outcomes: Uint8Array): Uint32Array {
  return new Uint32Array(outcomes.buffer, outcomes.byteOffset, Math.floor(outcomes.length / WORD));
}

/** Returns the outcomes as classes if all are true or false; undefined otherwise. */
function decidedClasses(outcomes: Uint8Array, first: number): Classes | undefined {
  const one = outcomes[first];
  if (one !== FALSE && one !== TRUE) return undefined;
  const words = wordsOf(outcomes);
  let differences = 0;
  for (let word = 1; word < words.length; word += 1) differences |= words[word]! ^ (one * IN_EACH_BYTE);
  for (let code = first; code < WORD && code < outcomes.length; code += 1) differences |= outcomes[code]! ^ one;
  for (let code = words.length * WORD; code < outcomes.length; code += 1) differences |= outcomes[code]! ^ one;
  if ((differences & (OTHER_BITS * IN_EACH_BYTE)) !== 0) return undefined;
  return { of: outcomes, count: differences === 0 ? 1 : 2 };
}

/** Divides classes by the outcomes of one more condition. */
function refine(classes: Classes | undefined, outcomes: Uint8Array, first: number, numbers: Uint8Array): Classes {
  // 0 for a pair that no code has; else its class plus 1.
  const known = new Uint8Array((classes?.count ?? 1) * OUTCOMES);
  const of = new Uint8Array(outcomes.length);
  let count = 0;
  for (let code = first; code < of.length; code += 1) {
    const outcome = numbers[outcomes[code]!]!;
    const pair = classes === undefined ? outcome : classes.of[code]! * OUTCOMES + outcome;
    let found = known[pair]!;
    if (found === 0) {
      count += 1;
      found = count;
      known[pair] = found;
    }
    of[code] = found - 1;
  }
  return { of, count };
}

/** Bytes that are compared at once. */
const WORD = 4;
const IN_EACH_BYTE = 0x0101_0101;
/** Of a byte that is neither true nor false. */
const OTHER_BITS = 0xfe;
/** More than any outcome. */
const OUTCOMES = 8;
/** Most classes: {@link refine} numbers them from 1 in a byte. */
const MAX_CLASSES = 255;
/** By outcome: itself; and its truth, so that the reason for an unknown one makes no difference. */
const EACH: Uint8Array = Uint8Array.of(FALSE, TRUE, ABSENT, NULL, MISMATCH);
const TRUTHS = Uint8Array.from(EACH, (outcome) => truthOf(outcome as Outcome));
const ALWAYS_ABSENT = Uint8Array.of(ABSENT);

/** A condition on a column of a part. */
export interface RowTest {
  /** Undefined: no row has the field. */
  column: Column | undefined;
  /** By code: the outcome of the condition without its negation. */
  outcomes: Uint8Array;
  /** Whether true and false are exchanged. */
  isNegated: boolean;
}

/** Returns the outcome in a row. */
export function outcomeIn({ column, outcomes, isNegated }: RowTest, row: number): number {
  if (column === undefined) return ABSENT;
  const outcome = outcomes[column.codes === undefined ? row + 1 : column.codes[row]!] as Outcome;
  return isNegated ? negationOf(outcome) : outcome;
}

function negationOf(outcome: Outcome): Outcome {
  if (outcome > TRUE) return outcome;
  return outcome === TRUE ? FALSE : TRUE;
}

/** The conditions of filters. Filters that are compared have many in common: each is tested once, and so are those that differ in negation alone. */
export class RowTests {
  /** By field and key, without their negation. */
  readonly #fields = new Map<string, Map<string, CompiledCondition>>();
  /** By field: what its classes depend on. */
  readonly #classKeys: ReadonlyMap<string, string>;
  readonly #keys = new Map<CompiledCondition, string>();
  readonly #numbers: Uint8Array;

  /** @param areTruths whether the reason for an unknown outcome does not matter: rows then have fewer signatures */
  constructor(filters: readonly (CompiledFilter | undefined)[], areTruths: boolean) {
    this.#numbers = areTruths ? TRUTHS : EACH;
    for (const condition of filters.flatMap((filter) => filter?.conditions ?? [])) {
      const known = this.#fields.get(condition.field) ?? new Map<string, CompiledCondition>();
      const positive = withoutNegation(condition);
      const key = keyOf(positive);
      known.set(key, known.get(key) ?? positive);
      this.#fields.set(condition.field, known);
      this.#keys.set(condition, key);
    }
    this.#classKeys = new Map(
      [...this.#fields].map(([field, own]) => [field, JSON.stringify([areTruths, ...own.keys()])]),
    );
  }

  /** Tests the texts of a part, and numbers its rows. */
  in(part: ColumnRows): { signatures: RowSignatures; tests: ReadonlyMap<CompiledCondition, RowTest> } {
    const signatures = new RowSignatures(part.rows);
    const byKey = new Map<string, Omit<RowTest, 'isNegated'>>();
    for (const [field, own] of this.#fields) {
      const column = part.fields.get(field);
      const outcomes = [...own].map(([key, condition]) => {
        const found =
          column === undefined ? ALWAYS_ABSENT : kept.find(column, key, () => outcomesOf(column, condition));
        byKey.set(key, { column, outcomes: found });
        return found;
      });
      if (column === undefined) continue;
      const classes = kept.find(column, this.#classKeys.get(field)!, () =>
        classesOf(outcomes, hasAbsent(column) ? 0 : 1, this.#numbers),
      );
      for (const { of, count } of classes) signatures.add(column.codes, of, count);
    }
    const tests = [...this.#keys].map(([condition, key]) => {
      const { isNegated } = OPERATORS[condition.condition.operator];
      return [condition, { ...byKey.get(key)!, isNegated }] as const;
    });
    return { signatures, tests: new Map(tests) };
  }
}

function withoutNegation(condition: CompiledCondition): CompiledCondition {
  if (!OPERATORS[condition.condition.operator].isNegated) return condition;
  return { ...condition, test: (source) => negationOf(condition.test(source)) };
}

/** Returns what identifies a condition without its negation: its operator and values, and its reading of null. */
function keyOf({ field, type, condition, test }: CompiledCondition): string {
  const { positive } = OPERATORS[condition.operator];
  return [field, type, test({ get: () => null }), positive, ...listOf(condition).map(printJson)].join(' ');
}

/** Outcomes and classes that are kept. Bytes; ours: eight conditions on a nearly unique field of 2 million lines. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** What was found for columns. Forgets what was not used lately. */
class Kept {
  #bytes = 0;
  #newer = new WeakMap<Column, Map<string, unknown>>();
  #older = new WeakMap<Column, Map<string, unknown>>();

  /** Finds once what takes a byte, or several in arrays, for each text of a column. @param key of what is found */
  find<Found>(column: Column, key: string, find: () => Found): Found {
    const known = this.#newer.get(column)?.get(key) as Found | undefined;
    if (known !== undefined) return known;
    const found = (this.#older.get(column)?.get(key) as Found | undefined) ?? find();
    const arrays = Array.isArray(found) ? found.length : 1;
    const bytes = arrays * column.texts.ends.length + key.length;
    if (this.#bytes + bytes > KEPT_BYTES / 2) {
      this.#older = this.#newer;
      this.#newer = new WeakMap();
      this.#bytes = 0;
    }
    this.#bytes += bytes;
    const own = this.#newer.get(column) ?? new Map<string, unknown>();
    this.#newer.set(column, own.set(key, found));
    return found;
  }
}

const kept = new Kept();

/** By column: whether a row has no text. */
const absent = new WeakMap<Column, boolean>();

function hasAbsent(column: Column): boolean {
  const { codes } = column;
  const found = absent.get(column) ?? codes?.includes(0) === true;
  absent.set(column, found);
  return found;
}
