// Random log lines as programs, people and attackers write them, valid or not, with everything that a scanner may get wrong. Bytes are
// latin1 texts.
import fc from 'fast-check';
import { printJson } from '../../../src/base/index.ts';
import { checkContent, HEAD_BYTES } from '../../../src/input/destination/index.ts';
import { LINE_CASES } from '../../cases/record/lines.ts';
import { ARBITRARY_DATASET, ARBITRARY_FIELDS, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { jsonObject } from '../json-text.ts';
import { anyValue, fieldValue, space } from './hostile-values.ts';

const FIELDS = ARBITRARY_FIELDS.map((name) => ({
  key: JSON.stringify(name),
  type: ARBITRARY_DATASET.fields.get(name)!.type,
}));

/** Keys that are not fields, or are fields with escapes. */
const oddKey = fc.oneof(
  fc.constantFrom(
    ...String.raw`"a" "" "b" "\u0061" "é" "😀" "__proto__" "_object" "_line" "k\"" "k\\" "\ud800"`.split(' '),
    '"ClientCountry "',
  ),
  fc.constantFrom(
    '"\\u0043lientCountry"',
    '"ClientCountr\\u0079"',
    '"clientcountry"',
    '"ClientCountr"',
    '"ClientCountryX"',
  ),
  fc.constantFrom('"a,\\"ClientCountry\\":"', '"{"', '":"', '","', '"[]"', '"a', "'a'", 'a', '"\t"', '"\\x"'),
  fc.integer({ min: 55, max: 70 }).map((length) => `"${'k'.repeat(length)}"`),
  fc.integer({ min: 26, max: 34 }).map((length) => `"${'k'.repeat(length)}"`),
  fc.integer({ min: 0, max: 600 }).map((number) => `"key-${number}"`),
);

/** A field of a line: whitespace, key, value. */
const field = fc
  .tuple(
    space,
    fc.oneof(
      {
        weight: 20,
        arbitrary: fc.oneof(...FIELDS.map(({ key, type }) => fc.tuple(fc.constant(key), fieldValue(type)))),
      },
      { weight: 4, arbitrary: fc.tuple(oddKey, anyValue) },
    ),
    space,
    space,
    space,
  )
  .map(
    ([before, [key, value], afterKey, beforeValue, after]) =>
      `${before}${key}${afterKey}:${beforeValue}${value}${after}`,
  );
/** Rarely whitespace, because the kernel defers most lines with it. */
const tightField = fc
  .oneof(
    { weight: 12, arbitrary: fc.oneof(...FIELDS.map(({ key, type }) => fc.tuple(fc.constant(key), fieldValue(type)))) },
    { weight: 1, arbitrary: fc.tuple(oddKey, anyValue) },
  )
  .map(([key, value]) => `${key}:${value}`);
const object = (fields: fc.Arbitrary<string>) =>
  fc.array(fields, { maxLength: 7 }).map((found) => `{${found.join(',')}}`);
/** The fields in order, each with a value of its type or nearly of its type. */
const tidy = fc
  .tuple(
    ...FIELDS.map(({ key, type }) =>
      fc.option(
        fieldValue(type).map((value) => `${key}:${value}`),
        { freq: 6, nil: '' },
      ),
    ),
  )
  .map((found) => `{${found.filter((one) => one !== '').join(',')}}`);
const manyKeys = fc
  .tuple(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 540 }))
  .map(
    ([from, count]) => `{${Array.from({ length: count }, (_, index) => `"k${from + index}":${index % 3}`).join(',')}}`,
  );

/** UTF-8 as latin1. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const goodLine = fc.oneof(
  { weight: 6, arbitrary: tidy },
  { weight: 5, arbitrary: recordArbitrary.map(printJson) },
  { weight: 5, arbitrary: object(tightField) },
  { weight: 3, arbitrary: object(field) },
  { weight: 1, arbitrary: jsonObject },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{}',
      '{ }',
      '',
      ' ',
      '\t \t',
      '[1]',
      '"a"',
      '\ufeff{}',
      ' {}',
      '{} ',
      '{}x',
      '{"a":1}{}',
    ),
  },
);
const hostileBytes = fc.constantFrom(
  ...String.raw`" \ { } [ ] , : 0 - . e u n x /`.split(' '),
  ...[' ', '\t', '\r', '\n', '\r\n'],
  ...`00 01 1f 7f 80 bf c080 c1bf c2 c3a9 e08080 e09fbf e282 ed9fbf eda080 edbfbf efbbbf f0808080 f08fbfbf f09f98 f48fbfbf
    f4908080 f5808080 fe ff c328 e228a1`
    .split(/\s+/)
    .map((hex) => Buffer.from(hex, 'hex').toString('latin1')),
);
const change = fc.record({ at: fc.nat({ max: 100_000 }), removed: fc.nat({ max: 3 }), put: hostileBytes });
/** A line with a few bytes changed. */
const damagedLine = fc
  .tuple(goodLine.map(utf8), fc.array(change, { minLength: 1, maxLength: 2 }))
  .map(([line, changes]) =>
    changes.reduce((text, { at, removed, put }) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + removed);
    }, line),
  );
const CASES = LINE_CASES.map(({ line }) => Buffer.from(line as string).toString('latin1')).filter(
  ({ length }) => length < 5000,
);

/** A line without its end. */
export const line: fc.Arbitrary<string> = fc.oneof(
  { weight: 16, arbitrary: goodLine.map(utf8) },
  { weight: 4, arbitrary: damagedLine },
  { weight: 1, arbitrary: fc.constantFrom(...CASES) },
  { weight: 1, arbitrary: manyKeys },
);

const lineEnd = fc.oneof(
  { weight: 16, arbitrary: fc.constant('\n') },
  { weight: 3, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('', '\r', '\r\r\n', '\n\n', ' \n', '\n\r\n') },
);

/** Lines with their ends, some of them repeated many times; the last may lack its end. @param most different lines */
export function bodyOf(most: number): fc.Arbitrary<string> {
  const times = fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 20 }) },
  );
  return fc
    .tuple(fc.array(fc.tuple(line, lineEnd, times), { maxLength: most }), fc.boolean())
    .map(([lines, hasLastEnd]) => {
      const text = lines.map(([one, end, count]) => `${one}${end}`.repeat(count)).join('');
      return hasLastEnd ? text : text.replace(/\r?\n$/, '');
    })
    .filter(isText);
}

/** Whether an object with this body has lines: what begins like UTF-16 or binary data is rejected as a whole, before any line is read. */
function isText(body: string): boolean {
  try {
    checkContent({ head: Buffer.from(body, 'latin1').subarray(0, HEAD_BYTES) });
    return true;
  } catch {
    return false;
  }
}
