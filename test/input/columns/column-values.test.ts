// Texts of a column that are tested many at a time have the outcomes of their values, each tested alone.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../../src/base/index.ts';
import { OneValue, outcomesOf } from '../../../src/input/scan/columns/column-values.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, parseExpression } from '../../../src/language/filter/index.ts';

const DATASET = getDataset('http_requests');
const FIRST_TIME = 1_793_494_582_461_531_927n;
/** Several blocks of texts. */
const TEXTS = 5000;
const OTHERS = ['null', '""', '-5', '1.5', '1e3', '"7"', 'true', '12345678901234567890123', '9'.repeat(41)];

interface Case {
  field: string;
  textAt: (at: number) => string;
}
const CASES: readonly Case[] = [
  { field: 'EdgeStartTimestamp', textAt: (at) => String(FIRST_TIME + BigInt(at) * 1_000_003n) },
  { field: 'EdgeResponseBytes', textAt: (at) => String(at * 7) },
];
const OPERATORS = ['==', '!=', '<', '<=', '>', '>='];

it.each(CASES)('integers of $field in blocks', ({ field, textAt }) => {
  const near = fc.record({ at: fc.nat(TEXTS - 1), by: fc.integer({ min: -1, max: 1 }) });
  const others = fc.array(fc.tuple(fc.nat(TEXTS - 1), fc.constantFrom(...OTHERS)), { maxLength: 8 });
  fc.assert(
    fc.property(near, others, fc.constantFrom(...OPERATORS), ({ at, by }, odd, operator) => {
      const value = BigInt(textAt(at)) + BigInt(by);
      const texts = Array.from({ length: TEXTS }, (_, index) => textAt(index));
      for (const [index, text] of odd) texts[index] = text;
      const { conditions } = compileFilter(parseExpression(`${field} ${operator} ${value < 0n ? 0n : value}`), DATASET);
      const outcomes = outcomesOf(columnOf(texts), conditions[0]!);
      const source = new OneValue();
      const expected = texts.map((text) => {
        source.value = parseJson(text);
        return conditions[0]!.test(source);
      });
      expect([...outcomes.subarray(1)]).toEqual(expected);
    }),
    { seed: 29, numRuns: 40 },
  );
});

function columnOf(texts: readonly string[]) {
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => {
    end += text.length;
    return end;
  });
  return { texts: { bytes: Buffer.from(texts.join('')), ends } };
}
