// Small domains for proofs: conditions on one field of each type with few constants, and all values that could matter for them. A judge
// that tries every combination shares no code with the search.
import fc from 'fast-check';
import { Decimal, type Value } from '../../../src/base/index.ts';
import { type Condition, OPERATORS, operatorsFor, type Scalar } from '../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET } from '../filter/arbitraries.ts';

/** The constants of conditions on a field, and values in lines. */
interface SmallField {
  readonly constants: readonly Scalar[];
  /** Of the field's type; at least one for each combination of truth values, unless many patterns need a longer text. */
  readonly values: readonly Value[];
  readonly ofOtherType: Value;
}

const TEXTS = textsUpTo(4);

/** By name, one of each type and a second text. */
export const SMALL_FIELDS: Readonly<Record<string, SmallField>> = {
  ClientCountry: { constants: ['', 'a', 'b', 'ab', 'aa', 'ba'], values: TEXTS, ofOtherType: 1 },
  ClientRequestPath: { constants: ['a', 'ab', 'ba', 'aba'], values: TEXTS, ofOtherType: ['a'] },
  EdgeResponseStatus: {
    constants: [0, 1, 2, '3', 4, 6],
    values: [-1, 0, 1, 2, 3, '4', 5, 6, 7],
    ofOtherType: new Decimal('1.5'),
  },
  CacheReserveUsed: { constants: [true, false, 'true'], values: [true, false], ofOtherType: 'true' },
  EdgeResponseCompressionRatio: {
    constants: [0, new Decimal('0.5'), 1, new Decimal('15e-1'), new Decimal('-0.50'), new Decimal('1.0')],
    values: ['-1.0', '-0.5', '-0.1', '0.0', '0.25', '5e-1', '0.75', '10e-1', '1.25', '1.5', '1.75'].map(
      (text) => new Decimal(text),
    ),
    ofOtherType: '1',
  },
  EdgeStartTimestamp: {
    constants: [1, '1970-01-01T00:00:01Z', '1970-01-01T00:00:01.000000001Z', '1970-01-01T00:00:01.000000003Z'],
    values: [
      '1970-01-01T00:00:00.9Z',
      '1',
      ...[1, 2, 3, 4].map((nanosecond) => `1970-01-01T00:00:01.00000000${nanosecond}Z`),
    ],
    ofOtherType: 'soon',
  },
  BotTags: {
    constants: ['a', 'b', ''],
    values: [[], ['a'], ['b'], [''], ['a', 'b'], ['a', ''], ['b', 1, ''], ['a', null, 'b', '']],
    ofOtherType: 'a',
  },
  BotDetectionIDs: {
    constants: [1, '1', 2],
    values: [[], [1], ['2'], [1, 2], ['x']],
    ofOtherType: 1,
  },
};

/** A condition on one of these fields. */
export function smallCondition(fields: readonly string[]): fc.Arbitrary<Condition> {
  return fc.constantFrom(...fields).chain((key) => {
    const scalar = fc.constantFrom(...SMALL_FIELDS[key]!.constants);
    return fc.constantFrom(...operatorsFor(ARBITRARY_DATASET.fields.get(key)!.type)).chain((operator) => {
      const isList = OPERATORS[operator].argument === 'list';
      const value: fc.Arbitrary<Scalar | Scalar[]> = isList ? fc.array(scalar, { minLength: 1, maxLength: 3 }) : scalar;
      return value.map((one): Condition => ({ kind: 'condition', key, operator, value: one }));
    });
  });
}

/** All texts of these characters with at most this length; no constant contains `c`. */
function textsUpTo(length: number): string[] {
  if (length === 0) return [''];
  return ['', ...textsUpTo(length - 1).flatMap((rest) => ['a', 'b', 'c'].map((one) => one + rest))];
}
