// The expressions about a value: lines with it meet the one and not the other, whatever the value is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printJson } from '../../../src/base/index.ts';
import { compileFilter, DROP, KEEP, readFilter } from '../../../src/language/filter/index.ts';
import { expressionsFor } from '../../../src/page/server/value-expressions.ts';
import { ARBITRARY_DATASET, ARBITRARY_FIELDS, typedValueArbitrary } from '../../helpers/filter/arbitraries.ts';

const verdictOf = (expression: string, field: string, value: unknown): number => {
  const { filter } = readFilter(expression, ARBITRARY_DATASET);
  return compileFilter(filter!, ARBITRARY_DATASET).verdict({
    get: (name) => (name === field ? (value as never) : undefined),
  });
};

describe('expressions about a value', () => {
  it('separate the lines that have it', () => {
    let tested = 0;
    fc.assert(
      fc.property(
        fc
          .constantFrom(...ARBITRARY_FIELDS)
          .chain((field) =>
            fc.tuple(fc.constant(field), typedValueArbitrary(ARBITRARY_DATASET.fields.get(field)!.type)),
          ),
        ([field, value]) => {
          const { require, exclude } = expressionsFor(field, printJson(value), ARBITRARY_DATASET);
          if (require === null || exclude === null) return;
          tested += 1;
          expect([verdictOf(require, field, value), verdictOf(exclude, field, value)]).toEqual([KEEP, DROP]);
        },
      ),
    );
    expect(tested).toBeGreaterThan(0);
  });

  it.each([
    ['ClientCountry', '"de"', 'ClientCountry == "de"', 'ClientCountry != "de"'],
    ['EdgeResponseStatus', '503', 'EdgeResponseStatus == 503', 'EdgeResponseStatus != 503'],
    ['ClientCountry', '"d\u202ee"', 'ClientCountry == "d\\u202ee"', 'ClientCountry != "d\\u202ee"'],
    ['BotTags', '["a"]', 'BotTags contains "a"', 'not BotTags contains "a"'],
    [
      'BotTags',
      '["a","b"]',
      '(BotTags contains "a" and BotTags contains "b")',
      '(not BotTags contains "a" or not BotTags contains "b")',
    ],
    ['BotTags', '[]', null, null],
    ['ClientCountry', 'null', null, null],
    ['Cookies', '{"a":"b"}', null, null],
    ['NoSuchField', '1', null, null],
    ['ClientCountry', 'broken', null, null],
  ])('%s of %s', (field, json, require, exclude) => {
    expect(expressionsFor(field, json, ARBITRARY_DATASET)).toEqual({ require, exclude });
  });
});
