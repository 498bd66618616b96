// Counting and truncating values: docs/semantics.md, "Custom fields".
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LoggedValue,
  sizeOf,
  truncatedValues,
  truncateValues,
} from '../../../src/language/custom-fields/index.ts';
import { COMBINED_BYTES } from '../../../src/language/dataset/index.ts';

/** Texts with characters of every UTF-8 length, some of them large. */
const text = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'é', '☕', '😀', '"', ' ') }), fc.integer({ min: 0, max: 600 }))
  .map(([part, times]) => part.repeat(times));
const values = fc.array(fc.option(text, { nil: undefined }), { maxLength: 12 });
const limit = fc.oneof(fc.constant(COMBINED_BYTES), fc.integer({ min: 0, max: 200 }));

const total = (of: readonly LoggedValue[]): number => of.reduce((sum, value) => sum + sizeOf(value), 0);

describe('for any values and limit', () => {
  it('never exceeds the limit, and fills it up to the last whole character', () => {
    fc.assert(
      fc.property(values, limit, (given, most) => {
        const found = truncateValues(given, most);
        expect(found.bytes).toBe(total(given));
        expect(total(found.values)).toBeLessThanOrEqual(most);
        expect(total(found.values)).toBe(found.bytes - found.cutBytes);
        if (found.crossing >= 0) expect(total(found.values)).toBeGreaterThan(most - 4);
      }),
    );
  });

  it('changes no value that fits', () => {
    fc.assert(
      fc.property(values, limit, (given, most) => {
        fc.pre(total(given) <= most);
        expect(truncateValues(given, most)).toMatchObject({ values: given, crossing: -1, cutBytes: 0 });
      }),
    );
  });

  it('are the same without the sizes', () => {
    fc.assert(
      fc.property(values, fc.option(limit, { nil: undefined }), (given, most) => {
        expect(truncatedValues(given, most)).toEqual(truncateValues(given, most).values);
      }),
    );
    expect(truncatedValues([['a', 'b'], undefined], 10)).toEqual([['a', 'b'], undefined]);
  });

  it('does not split a character', () => {
    fc.assert(
      fc.property(values, limit, (given, most) => {
        for (const value of truncateValues(given, most).values) {
          expect(typeof value === 'string' ? value.isWellFormed() : value === undefined).toBe(true);
        }
      }),
    );
  });

  it('keeps earlier values, cuts one value, empties later values', () => {
    fc.assert(
      fc.property(values, limit, (given, most) => {
        const { values: cut, crossing } = truncateValues(given, most);
        expect(cut).toHaveLength(given.length);
        given.forEach((value, index) => {
          if (value === undefined) expect(cut[index]).toBeUndefined();
          else if (crossing < 0 || index < crossing) expect(cut[index]).toBe(value);
          else if (index > crossing) expect(cut[index]).toBe('');
          else expect(value.startsWith(cut[index] as string) && cut[index] !== value).toBe(true);
        });
      }),
    );
  });
});

describe('at the limit', () => {
  const full = 'x'.repeat(COMBINED_BYTES);
  it.each<[string, LoggedValue[], LoggedValue[], number]>([
    ['exactly full', [full], [full], -1],
    ['full, then nothing', [full, ''], [full, ''], -1],
    ['full, then one more', [full, 'a'], [full, ''], 1],
    ['one byte too many', [`${full}y`], [full], 0],
    ['two bytes of room for a character of three', [full.slice(2), '☕', 'a'], [full.slice(2), '', ''], 1],
    ['a lone surrogate counts three', [full.slice(3), '\ud800'], [full.slice(3), '\ud800'], -1],
    ['several values of one field, before the cut', [['ab', 'cd'], full], [['ab', 'cd'], full.slice(4)], 1],
  ])('%s', (_, given, wanted, crossing) => {
    expect(truncateValues(given, COMBINED_BYTES)).toMatchObject({ values: wanted, crossing });
  });

  it('truncates nothing without a limit', () => {
    expect(truncateValues([full, full], undefined)).toMatchObject({ values: [full, full], bytes: 2 * COMBINED_BYTES });
  });
});
