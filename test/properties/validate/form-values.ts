// Values for the fields of a schema: each valid for its type or close to the boundary. As text.
import fc from 'fast-check';
import type { CustomPlan } from '../../../src/analysis/validate/line/custom-plan.ts';
import type { ExpectedField } from '../../../src/analysis/validate/line/line-schema.ts';
import { NS_PER_SECOND } from '../../../src/base/index.ts';
import type { FieldType } from '../../../src/language/dataset/index.ts';
import { printTimestamp, type TimestampFormat } from '../../../src/language/output/index.ts';
import { anyValue, LENGTHS, NUMBERS, TIMES } from '../kernel/hostile-values.ts';
import { customObject } from './custom-objects.ts';

/**
 * Objects with a batch, with a day's folder alone, with neither; and far from all events. Literals, not computed: the tests compare the kernel with
 * LineChecker, and both take the boundaries from src/analysis/validate/batch-time.ts.
 */
export const OBJECT_NAMES: readonly string[] = [
  '20261101/20261101T000000Z_20261101T010000Z_aa.log',
  '20261101T003000Z_20261101T004528Z_bb.log',
  '20261101T014529Z_20261101T024529Z_cc.log',
  '20261102/20261101T000000Z_20261104T000000Z_dd.log',
  '20261101/part-0.log',
  'plain.log',
  // 2^64 nanoseconds from November 2026: the batch of what wraps around.
  '26110523/26110523T000000Z_26110523T010000Z_ee.log',
  '14420413/part-0.log',
];

/** Nanoseconds since 1970: an hour before a batch, and the first one that is more than a minute after it. */
export const BATCH_BORDERS: readonly bigint[] = [
  ...['2026-10-31T23:00:00.000Z', '2026-11-01T01:01:00.001Z', '2026-10-31T23:30:00.000Z', '2026-11-01T00:46:28.001Z'],
  ...['2026-11-01T00:45:29.000Z', '2026-11-01T02:46:29.001Z'],
  '2026-11-02T00:01:00.001Z',
].map((time) => BigInt(Date.parse(time)) * 1_000_000n);

const EVENTS_FROM = BigInt(Date.parse('2026-11-01T00:00:00Z') / 1000);
const INTEGERS = NUMBERS.filter((text) => /^-?\d+$/.test(text) && text !== '-0');
/** What may be the border of a batch in one unit may be beyond it in a coarser one. */
const MOVES = [-1_000_000n, -1n, 0n, 1n, 999_999n];

/** Often equal, so that events are found again and filters met. */
const FEW_TEXTS = ['""', '"a"', '"b"', '"ab"'];
const run = fc.constantFrom(...LENGTHS, 100).map((length) => 'x'.repeat(length));
const character = fc.constantFrom(
  ...['é', '☕', '😀', '/', '$', '{', '}', ']', ' ', ':', ',', 'A', '\u007f'],
  ...['\\u0024', '\\u007b', '\\u007B', '\\\\', '\\/', '\\"', '\\u0000', '\\ud83d\\ude00', '\\ud800', '\\u00e9', '\\n'],
);
/** A text in quotes that is good JSON. */
export const text = fc.oneof(
  fc.constantFrom(...FEW_TEXTS),
  fc.array(fc.oneof({ weight: 3, arbitrary: run }, character), { maxLength: 4 }).map((parts) => `"${parts.join('')}"`),
);

/** Events around one batch, and those that are just inside or outside of it. */
const instant = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.bigInt(-5000n, 9000n).map((second) => (EVENTS_FROM + second) * NS_PER_SECOND + 58337013n),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...BATCH_BORDERS), fc.constantFrom(...MOVES)).map(([at, by]) => at + by),
  },
);

function timeIn(format: TimestampFormat): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: instant.map((at) => printTimestamp(at, format)!) },
    { weight: 1, arbitrary: fc.constantFrom(...TIMES) },
  );
}

function listOf(element: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(element, { maxLength: 4 }).map((elements) => `[${elements.join(',')}]`);
}

const anyObject = fc
  .array(fc.tuple(text, anyValue), { maxLength: 3 })
  .map((pairs) => `{${pairs.map((pair) => pair.join(':')).join(',')}}`);
const someObject = fc.oneof(customObject(), anyObject);
const integer = fc.constantFrom(...INTEGERS);
const milliseconds = fc.oneof(
  instant.map((at) => `${at / 1_000_000n}`),
  integer,
  fc.constantFrom(...TIMES),
);

const BY_TYPE: Readonly<Record<Exclude<FieldType, 'timestamp'>, fc.Arbitrary<string>>> = {
  string: text,
  int: integer,
  float: fc.constantFrom(...NUMBERS),
  bool: fc.constantFrom('true', 'false'),
  'array[string]': listOf(text),
  'array[int]': listOf(integer),
  'array[object]': listOf(someObject),
  object: someObject,
  unknown: anyValue,
};

/** Values that are mostly right for a field. */
export function fieldValue(
  { key, field, type }: ExpectedField,
  format: TimestampFormat,
  plan: CustomPlan,
): fc.Arbitrary<string> {
  const custom = plan.keys.find((one) => one.key === key);
  const plain =
    type === 'timestamp' ? timeIn(format) : type === 'int' && field?.endsWith('Ms') ? milliseconds : BY_TYPE[type];
  const own = custom === undefined ? plain : customObject(custom.names?.keys());
  return fc.oneof(
    { weight: 20, arbitrary: own },
    { weight: 2, arbitrary: fc.constant('null') },
    { weight: 1, arbitrary: plain },
  );
}
