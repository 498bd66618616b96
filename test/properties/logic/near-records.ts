// Records near the constants of filters: each field has a constant, a value next to one, a text joined from several, or none. Such records
// find counterexamples of a wrong proof much more often than independent ones.
import fc from 'fast-check';
import { Decimal, integerOf, type Value } from '../../../src/base/index.ts';
import { instantOf } from '../../../src/language/dataset/index.ts';
import { type Condition, type Filter, listOf, type Scalar } from '../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET } from '../../helpers/filter/arbitraries.ts';
import { conditionsIn } from './small-records.ts';

/** Records for two filters. @param isComplete every tested field has a value of its type */
export function nearRecords(filters: readonly Filter[], isComplete: boolean): fc.Arbitrary<Map<string, Value>> {
  const byField = Map.groupBy(
    filters.flatMap(({ where }) => conditionsIn(where)),
    ({ key }) => key,
  );
  const fields = [...byField].map(([field, conditions]) => {
    const near = nearValue(field, conditions);
    const value = isComplete
      ? near
      : fc.oneof(
          { weight: 12, arbitrary: near },
          fc.constantFrom<(Value | undefined)[]>(undefined, undefined, null, new Map()),
        );
    return value.map((one) => [field, one] as const);
  });
  return fc
    .tuple(...fields)
    .map((entries) => new Map(entries.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined)));
}

function nearValue(field: string, conditions: readonly Condition[]): fc.Arbitrary<Value> {
  const constant = fc.constantFrom(...conditions.flatMap(listOf));
  switch (ARBITRARY_DATASET.fields.get(field)!.type) {
    case 'string':
      return fc
        .array(fc.oneof(constant, fc.constantFrom('', 'q')), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.join(''));
    case 'int':
      return fc
        .tuple(constant, fc.constantFrom(-1n, 0n, 1n))
        .map(([one, step]) => integerOf(String(BigInt(one as string) + step))!);
    case 'bool':
      return fc.boolean();
    case 'float':
      return fc.tuple(constant, fc.constantFrom('', '5', '-')).map(([one, change]) => nearFloat(one, change));
    case 'timestamp':
      return fc.tuple(constant, fc.constantFrom(-1n, 0n, 1n)).map(([one, step]) => nearTime(one, step));
    default:
      return fc.array(constant as fc.Arbitrary<Value>, { maxLength: 4 });
  }
}

/** The constant itself, one with another digit at the end, or its negative. */
function nearFloat(constant: Scalar, change: string): Value {
  const text = constant instanceof Decimal ? constant.text : String(constant);
  if (change === '-') return new Decimal(text.startsWith('-') ? `${text.slice(1)}` : `-${text}`);
  if (change === '' || /[eE]/.test(text)) return constant as Value;
  return new Decimal(text.includes('.') ? text + change : `${text}.${change}`);
}

/** The constant, or the next nanosecond where it has a plain notation. */
function nearTime(constant: Scalar, step: bigint): Value {
  const next = instantOf(constant)! + step;
  const size = next < 0n ? -next : next;
  return size < 100_000_000_000_000n ? (constant as Value) : integerOf(next.toString())!;
}
