// Random filters and records for property tests: valid filters on a few http_requests fields of every filterable type, and
// records in which those fields are valid, invalid, null or absent.
import fc from 'fast-check';
import { Decimal, type Value } from '../../../src/base/index.ts';
import { type FieldType, getDataset } from '../../../src/language/dataset/index.ts';
import {
  type Condition,
  type Filter,
  type Node,
  OPERATORS,
  operatorsFor,
  printFilterJson,
  type Scalar,
} from '../../../src/language/filter/index.ts';
import { codePoint } from '../code-point.ts';

/** The dataset of all generated filters and records. */
export const ARBITRARY_DATASET = getDataset('http_requests');

/** A few fields, so filters often test a field that the record has. */
export const ARBITRARY_FIELDS: readonly string[] = [
  ...'ClientRequestHost ClientCountry EdgeResponseStatus BotScore CacheReserveUsed'.split(' '),
  ...'EdgeResponseCompressionRatio EdgeStartTimestamp BotTags BotDetectionIDs'.split(' '),
];

/** Texts that resemble each other, and hostile ones. */
const TEXTS: readonly string[] = [
  ...['', ...'a A ab b abc ca CA example.com Example.com /api /api/v1 é É'.split(' '), 'e\u0301', '𝒳'],
  ...['\ud800', '\udc00', '\udc00\ud800', '\u0000', '\n', '\u2028', '"', '\\', '\\"', "'", '{', '${'],
  ...'200 404 0500 -0 true null'.split(' '),
];
const INTEGERS: readonly (number | bigint)[] = [
  ...[0, 1, -1, 29, 30, 200, 404, 500, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2n ** 53n, 2n ** 53n + 1n],
  ...[1700000000002000001n, 1700000000002000002n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 63n)],
];
const DECIMALS = '0.5 5e-1 0.50 500.0 5e2 5E+2 -0 -0.0 0.1 1e300 1e-300 3.14159265358979323846'.split(' ');
const TIMES: readonly Value[] = [
  ...[1700000000, 1700000000000, 1700000000000000000n, '1700000000', '1700000000000'],
  ...'2023-11-14T22:13:20Z 2023-11-14t22:13:20.000z 2023-11-14T23:13:20+01:00'.split(' '),
  ...'2023-11-14T22:13:20.000000001Z 2023-11-14T22:13:20.0000000019Z'.split(' '),
  ...[1700000000000000001n, 99999999999, 100000000000, 99999999999999, 100000000000000, -1],
  ...'1969-12-31T23:59:59Z 2024-02-29T00:00:00Z 2016-12-31T23:59:60Z 2017-01-01T00:00:00Z'.split(' '),
  ...'0001-01-01T00:00:00Z 9999-12-31T23:59:59-23:59'.split(' '),
];
const NO_TIMES: readonly Value[] = [
  ...['2023-02-29T00:00:00Z', '2023-11-14 22:13:20Z', '2023-11-14', '1e9', 'now', '2023-11-14T24:00:00Z'],
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 6 }) },
);
const integer: fc.Arbitrary<number | bigint> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...INTEGERS) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);
const writtenInteger = fc.oneof(integer, integer.map(String));
const decimal = fc.constantFrom(...DECIMALS).map((one) => new Decimal(one));
const time = fc.constantFrom(...TIMES) as fc.Arbitrary<Scalar>;

/** Any JSON value that a line can contain, including nested ones. */
export const valueArbitrary: fc.Arbitrary<Value> = fc.oneof(
  text,
  integer,
  integer.map(String),
  decimal,
  fc.boolean(),
  fc.constant(null),
  time,
  fc.constantFrom(...NO_TIMES),
  fc.array(fc.oneof(text, integer, integer.map(String), decimal, fc.boolean(), fc.constant(null)), { maxLength: 4 }),
  fc
    .dictionary(text, fc.oneof(text, integer), { maxKeys: 2 })
    .map((object) => new Map<string, Value>(Object.entries(object))),
);

/** A value of the field's type, as a regular line contains it. */
export function typedValueArbitrary(type: FieldType): fc.Arbitrary<Value> {
  if (type === 'array[string]') return fc.array(text, { maxLength: 3 });
  if (type === 'array[int]') return fc.array(writtenInteger, { maxLength: 3 });
  if (type === 'int') return writtenInteger;
  return scalarArbitrary(type);
}

/** A literal that a filter can compare with a field of the type. */
export function scalarArbitrary(type: FieldType): fc.Arbitrary<Scalar> {
  if (type === 'string' || type === 'array[string]') return text;
  if (type === 'int' || type === 'array[int]') return writtenInteger;
  if (type === 'bool') return fc.constantFrom<Scalar[]>(true, false, 'true', 'false');
  return type === 'float' ? fc.oneof(integer, decimal) : time;
}

/** A valid condition on one of {@link ARBITRARY_FIELDS}. */
export const conditionArbitrary: fc.Arbitrary<Condition> = fc.constantFrom(...ARBITRARY_FIELDS).chain((key) => {
  const { type } = ARBITRARY_DATASET.fields.get(key)!;
  return fc.constantFrom(...operatorsFor(type)).chain((operator) => {
    const one = scalarArbitrary(type);
    const value: fc.Arbitrary<Scalar | Scalar[]> =
      OPERATORS[operator].argument === 'list' ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
    return value.map((wanted): Condition => ({ kind: 'condition', key, operator, value: wanted }));
  });
});

/** A valid filter with up to four levels of groups, including groups of one child; some exceed the platform's limits. */
export const filterArbitrary: fc.Arbitrary<Filter> = fc
  .letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 2, arbitrary: conditionArbitrary },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
        }),
      },
    ),
  }))
  .node.map((where) => ({ where }));

/** A valid filter as JSON text. */
export const filterTextArbitrary: fc.Arbitrary<string> = filterArbitrary.map(printFilterJson);

/** A record: every field of {@link ARBITRARY_FIELDS} is absent, null, of its type, or any other value. */
export const recordArbitrary: fc.Arbitrary<Map<string, Value>> = fc
  .tuple(
    ...ARBITRARY_FIELDS.map((name) =>
      fc.oneof(
        { weight: 12, arbitrary: typedValueArbitrary(ARBITRARY_DATASET.fields.get(name)!.type) },
        { weight: 2, arbitrary: valueArbitrary },
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ),
  )
  .map((values) => {
    const entries = values.map((value, index): [string, Value | undefined] => [ARBITRARY_FIELDS[index]!, value]);
    return new Map(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
  });
