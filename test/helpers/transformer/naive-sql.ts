// A second, naive meaning of SQL expressions for properties: evaluates random trees directly, with bigints and without closures or folding, and
// prints them as SQL. Knows integers, texts and conditions.
import fc from 'fast-check';
import type { Value } from '../../../src/base/index.ts';

/** A value, NULL, or what ends the evaluation. */
export type NaiveResult = bigint | string | boolean | null | 'FAIL' | 'MAY FAIL' | 'UNDECIDED';

/** A random expression: its SQL, and its naive meaning. Texts that are values have a `=` in front, so that they differ from results. */
export interface Naive {
  readonly sql: string;
  of(record: ReadonlyMap<string, Value>): NaiveResult;
}

const STOPS = ['FAIL', 'MAY FAIL', 'UNDECIDED'] as const;
const isStop = (value: NaiveResult): value is (typeof STOPS)[number] => STOPS.includes(value as never);
/** Of several stops the first one of this order. */
const worst = (values: readonly NaiveResult[]) => STOPS.find((stop) => values.includes(stop));
const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);

/** A function that does not see NULL: of two stops, a failure decides. */
function strict(sql: string, args: readonly Naive[], compute: (...values: never[]) => NaiveResult): Naive {
  return {
    sql,
    of(record) {
      const values = args.map((arg) => arg.of(record));
      const stop = worst(values);
      if (stop !== undefined) return stop;
      return values.includes(null) ? null : compute(...(values as never[]));
    },
  };
}

const field = (name: string, isType: (value: Value) => boolean): Naive => ({
  sql: name,
  of(record) {
    const value = record.get(name);
    if (value === undefined) return 'UNDECIDED';
    if (value === null) return null;
    if (!isType(value)) return 'UNDECIDED';
    return typeof value === 'string'
      ? `=${value}`
      : typeof value === 'boolean'
        ? value
        : BigInt(value as number | bigint);
  },
});
const isInt = (value: Value): boolean =>
  typeof value === 'number' || (typeof value === 'bigint' && wrap(value) === value);
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** AND and OR by their table: what decides on the left hides what is undecided, but not whether the right fails. */
function junction(decides: boolean, left: NaiveResult, right: NaiveResult): NaiveResult {
  if (left === 'FAIL' || left === 'MAY FAIL') return left;
  if (right === 'MAY FAIL') return right;
  if (right === 'FAIL' && (left === decides || left === 'UNDECIDED')) return 'MAY FAIL';
  if (left === decides) return left;
  if (left === 'UNDECIDED') return right === decides ? right : 'UNDECIDED';
  if (right === 'FAIL') return 'FAIL';
  if (right === decides || right === 'UNDECIDED') return right;
  return left === null || right === null ? null : !decides;
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '%', '_', "'", 'é', '😀', '1'), maxLength: 3 });
const integers = fc.oneof(
  fc.integer({ min: -3, max: 5 }).map(BigInt),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);

function like(text: string, pattern: string): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text === '';
  if (first === '%') return like(text, rest.join('')) || (text !== '' && like([...text].slice(1).join(''), pattern));
  const [head, ...tail] = text;
  return head !== undefined && (first === '_' || first === head) && like(tail.join(''), rest.join(''));
}

const COMPARE: readonly (readonly [string, (order: number) => boolean])[] = [
  ['=', (order) => order === 0],
  ['<>', (order) => order !== 0],
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
];
function order(a: bigint | string, b: bigint | string): number {
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  return a < (b as bigint) ? -1 : a > (b as bigint) ? 1 : 0;
}

/** Random expressions of the three kinds. */
export const naiveSql: fc.LetrecValue<{ int: Naive; text: Naive; bool: Naive }> = fc.letrec((tie) => {
  const int = tie('int') as fc.Arbitrary<Naive>;
  const text = tie('text') as fc.Arbitrary<Naive>;
  const bool = tie('bool') as fc.Arbitrary<Naive>;
  const arithmetic = (sign: string, compute: (a: bigint, b: bigint) => NaiveResult): fc.Arbitrary<Naive> =>
    fc.tuple(int, int).map(([a, b]) => strict(`(${a.sql} ${sign} ${b.sql})`, [a, b], compute));
  const choice = <T extends fc.Arbitrary<Naive>>(value: T): fc.Arbitrary<Naive> =>
    fc.tuple(bool, value, value).map(([when, a, b]) => ({
      sql: `CASE WHEN ${when.sql} THEN ${a.sql} ELSE ${b.sql} END`,
      of(record: ReadonlyMap<string, Value>): NaiveResult {
        const is = when.of(record);
        return isStop(is) ? is : is === true ? a.of(record) : b.of(record);
      },
    }));
  const coalesce = <T extends fc.Arbitrary<Naive>>(value: T): fc.Arbitrary<Naive> =>
    fc.tuple(value, value).map(([a, b]) => ({
      sql: `coalesce(${a.sql}, ${b.sql})`,
      of(record: ReadonlyMap<string, Value>): NaiveResult {
        const values = [a.of(record), b.of(record)];
        return worst(values) ?? values[0] ?? values[1]!;
      },
    }));
  const compared = <T extends fc.Arbitrary<Naive>>(value: T): fc.Arbitrary<Naive> =>
    fc
      .tuple(value, value, fc.constantFrom(...COMPARE))
      .map(([a, b, [sign, test]]) =>
        strict(`(${a.sql} ${sign} ${b.sql})`, [a, b], (x: bigint | string, y: bigint | string) => test(order(x, y))),
      );
  const joint = (word: 'AND' | 'OR'): fc.Arbitrary<Naive> =>
    fc.tuple(bool, bool).map(([a, b]) => ({
      sql: `(${a.sql} ${word} ${b.sql})`,
      of: (record: ReadonlyMap<string, Value>) => junction(word === 'OR', a.of(record), b.of(record)),
    }));
  return {
    int: fc.oneof(
      { depthSize: 'small' },
      integers.map((value): Naive => ({ sql: value < 0 ? `(${value})` : `${value}`, of: () => value })),
      fc.constantFrom(field('EdgeResponseStatus', isInt), field('ClientSrcPort', isInt)),
      arithmetic('+', (a, b) => wrap(a + b)),
      arithmetic('-', (a, b) => wrap(a - b)),
      arithmetic('*', (a, b) => wrap(a * b)),
      arithmetic('/', (a, b) => (b === 0n ? 'FAIL' : wrap(a / b))),
      arithmetic('%', (a, b) => (b === 0n ? 'FAIL' : wrap(a % b))),
      text.map((a) => strict(`length(${a.sql})`, [a], (value: string) => BigInt([...value.slice(1)].length))),
      text.map((a) =>
        strict(`CAST(${a.sql} AS BIGINT)`, [a], (value: string) =>
          /^=[+-]?\d+$/.test(value) && wrap(BigInt(value.slice(1))) === BigInt(value.slice(1))
            ? BigInt(value.slice(1))
            : 'FAIL',
        ),
      ),
      fc.tuple(int, int).map(([a, b]) => ({
        sql: `nullif(${a.sql}, ${b.sql})`,
        of(record: ReadonlyMap<string, Value>): NaiveResult {
          const [x, y] = [a.of(record), b.of(record)];
          return worst([x, y]) ?? (x === y ? null : x);
        },
      })),
      choice(int),
      coalesce(int),
    ),
    text: fc.oneof(
      { depthSize: 'small' },
      letters.map((value): Naive => ({ sql: quote(value), of: () => `=${value}` })),
      fc.constantFrom(
        ...['ClientRequestPath', 'ClientCountry'].map((name) => field(name, (value) => typeof value === 'string')),
      ),
      text.map((a) => strict(`upper(${a.sql})`, [a], (value: string) => value.toUpperCase())),
      int.map((a) => strict(`CAST(${a.sql} AS TEXT)`, [a], (value: bigint) => `=${value}`)),
      fc
        .tuple(text, text)
        .map(([a, b]) => strict(`(${a.sql} || ${b.sql})`, [a, b], (x: string, y: string) => `${x}${y.slice(1)}`)),
      choice(text),
      coalesce(text),
    ),
    bool: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(true, false).map((value): Naive => ({ sql: `${value}`, of: () => value })),
      fc.constant(field('CacheReserveUsed', (value) => typeof value === 'boolean')),
      compared(int),
      compared(text),
      joint('AND'),
      joint('OR'),
      bool.map((a) => strict(`(NOT ${a.sql})`, [a], (value: boolean) => !value)),
      fc.tuple(fc.oneof(int, text), fc.boolean()).map(([a, isNegated]) => ({
        sql: `(${a.sql} IS ${isNegated ? 'NOT ' : ''}NULL)`,
        of(record: ReadonlyMap<string, Value>): NaiveResult {
          const value = a.of(record);
          return isStop(value) ? value : (value === null) !== isNegated;
        },
      })),
      fc
        .tuple(text, letters)
        .map(([a, pattern]) =>
          strict(`(${a.sql} LIKE ${quote(pattern)})`, [a], (value: string) => like(value.slice(1), pattern)),
        ),
      fc
        .tuple(text, fc.array(letters, { minLength: 1, maxLength: 3 }))
        .map(([a, list]) =>
          strict(`(${a.sql} IN (${list.map(quote).join(', ')}))`, [a], (value: string) =>
            list.includes(value.slice(1)),
          ),
        ),
      fc
        .tuple(int, integers)
        .map(([a, one]) =>
          strict(`(${a.sql} NOT IN (${one}, NULL))`, [a], (value: bigint) => (value === one ? false : null)),
        ),
    ),
  };
});

/** Random records of the fields, some of them absent, null or of another type. */
export const naiveRecord: fc.Arbitrary<Map<string, Value>> = fc
  .record(
    {
      EdgeResponseStatus: fc.oneof(
        fc.integer({ min: -3, max: 5 }),
        fc.constantFrom<Value>(null, 9007199254740993n, 2n ** 63n, 'x'),
      ),
      ClientSrcPort: fc.oneof(fc.integer({ min: -3, max: 5 }), fc.constant(null)),
      ClientRequestPath: fc.oneof(letters, fc.constantFrom<Value>(null, 7)),
      ClientCountry: fc.oneof(letters, fc.constant(null)),
      CacheReserveUsed: fc.oneof(fc.boolean(), fc.constantFrom<Value>(null, 'true')),
    },
    { requiredKeys: [] },
  )
  .map((record) => new Map(Object.entries(record) as [string, Value][]));
