// Lines of arbitrary schemas: most are valid except for a value or a key, or have an unusual notation.
import fc from 'fast-check';
import type { CustomPlan } from '../../../src/analysis/validate/line/custom-plan.ts';
import type { LineSchema } from '../../../src/analysis/validate/line/line-schema.ts';
import { anyValue } from '../kernel/hostile-values.ts';
import { fieldValue, text } from './form-values.ts';

/** A line of a schema: keys and values as written, and the text after the object. */
interface Parts {
  pairs: [key: string, value: string][];
  end: string;
}

/** Makes a difference; `at` is any natural number, `other` any pair. */
type Change = (parts: Parts, at: number, other: readonly [string, string]) => void;

const SPACES = [' ', '\t', '  ', '\r', '\n'];
const ENDS = ['\r', ' ', '\r\r', 'x', '\u0000', ',', '}'];

/** One way each in which a line may differ from its form. */
const CHANGES: readonly Change[] = [
  ({ pairs }, at, [, value]) => changePair(pairs, at, ([key]) => [key, value]),
  ({ pairs }, at, [key]) => changePair(pairs, at, ([, value]) => [key, value]),
  ({ pairs }, at) => pairs.splice(at % (pairs.length + 1), 1),
  ({ pairs }, at) => pairs.push(...pairs.slice(at % (pairs.length + 1)).slice(0, 1)),
  ({ pairs }, at, [key, value]) => pairs.splice(at % (pairs.length + 1), 0, [key, value]),
  ({ pairs }, at) => pairs.push(...pairs.splice(at % (pairs.length + 1), 1)),
  (parts, at) => {
    parts.end = ENDS[at % ENDS.length]!;
  },
];
const SPACED: readonly Change[] = SPACES.flatMap((space) => [
  ({ pairs }, at) => changePair(pairs, at, ([key, value]) => [space + key, value]),
  ({ pairs }, at) => changePair(pairs, at, ([key, value]) => [key + space, value]),
  ({ pairs }, at) => changePair(pairs, at, ([key, value]) => [key, space + value]),
  ({ pairs }, at) => changePair(pairs, at, ([key, value]) => [key, value + space]),
]);
const oneChange = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...CHANGES) }, fc.constantFrom(...SPACED));

function changePair(pairs: Parts['pairs'], at: number, change: (pair: [string, string]) => [string, string]): void {
  if (pairs.length > 0) pairs[at % pairs.length] = change(pairs[at % pairs.length]!);
}

const change = fc.record({ how: oneChange, at: fc.nat(), other: fc.tuple(text, anyValue) });
const noForm = fc.constantFrom('', ' ', '\t', '\r', '{}', '[]', '\ufeff{}', 'null');

/** A line with its end. @param plan what custom fields it may carry */
export function anyLine({ fields, timestampFormat }: LineSchema, plan: CustomPlan): fc.Arbitrary<string> {
  const expected = fields ?? [];
  const line = fc
    .record({
      values: fc.tuple(...expected.map((field) => fieldValue(field, timestampFormat, plan))),
      changes: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
      ),
    })
    .map(({ values, changes }) => {
      const pairs = expected.map(({ key }, index): [string, string] => [JSON.stringify(key), values[index]!]);
      const parts: Parts = { pairs, end: '' };
      for (const { how, at, other } of changes) how(parts, at, other);
      return `{${parts.pairs.map((pair) => pair.join(':')).join(',')}}${parts.end}`;
    });
  return fc.oneof({ weight: 60, arbitrary: line }, { weight: 1, arbitrary: noForm }).map((one) => `${one}\n`);
}
