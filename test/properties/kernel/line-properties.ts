// Properties of the kernel's scanner for one line and one value: its counts are those of JavaScript, or it defers the line.
import fc from 'fast-check';
import { instantFromText } from '../../../src/base/index.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { conditionOn, EVERY_TYPE, expectSameCounts, LineScan } from '../../helpers/kernel/scan-line.ts';
import { jsonValue } from '../json-text.ts';
import { type Property, propertyOf } from './property.ts';

const kernel = await openKernel();

/** Distance of the line from a border of 16 bytes. */
const before = fc.nat({ max: 15 });
const ORDERS = ['eq', '!eq', 'lt', 'leq', 'gt', 'geq'];

const texts = propertyOf(
  'texts, and parts of them that are nearly the same',
  600,
  fc.record({
    text: fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 80 }),
    from: fc.nat({ max: 80 }),
    length: fc.nat({ max: 40 }),
    change: fc.option(fc.tuple(fc.nat({ max: 40 }), fc.constantFrom('a', 'b', '', 'è'))),
    before,
  }),
  ({ text, from, length, change, before: moved }) => {
    const characters = [...text];
    const start = from % (characters.length + 1);
    const part = characters.slice(start, start + length);
    if (change !== null && part.length > 0) part[change[0] % part.length] = change[1];
    const wanted = part.join('');
    const scan = new LineScan(kernel, [
      ...['eq', 'startsWith', 'endsWith', 'contains', '!contains'].map((operator) =>
        conditionOn('ClientCountry', operator, wanted),
      ),
      conditionOn('ClientCountry', '!in', [`${wanted}a`, wanted, 'b']),
      conditionOn('BotTags', 'contains', wanted),
    ]);
    expectSameCounts(scan, `{"ClientCountry":"${text}","BotTags":["${text}", "${wanted}",1]}`, moved);
  },
);

const two = (number: number) => String(number).padStart(2, '0');
const time = fc
  .record({
    year: fc.oneof(
      fc.integer({ min: 1968, max: 1972 }),
      fc.integer({ min: 1990, max: 2110 }),
      fc.integer({ min: 2255, max: 2265 }),
    ),
    month: fc.integer({ min: 0, max: 13 }),
    day: fc.oneof(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 28, max: 31 })),
    hour: fc.integer({ min: 0, max: 24 }),
    minute: fc.integer({ min: 0, max: 60 }),
    second: fc.integer({ min: 0, max: 60 }),
    fraction: fc.stringMatching(/^(\.\d{0,12})?$/),
    zone: fc.oneof(
      { weight: 6, arbitrary: fc.constant('Z') },
      { weight: 1, arbitrary: fc.constantFrom('z', '', '+01:00', '-00:00') },
    ),
  })
  .map(
    ({ year, month, day, hour, minute, second, fraction, zone }) =>
      `"${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${fraction}${zone}"`,
  );
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
  fc
    .tuple(
      fc.constantFrom(10n ** 11n, 10n ** 14n, 2n ** 53n, 2n ** 63n, 2n ** 64n, 9223372036n, 9223372036854n, 0n),
      fc.bigInt(-3n, 3n),
      fc.boolean(),
    )
    .map(([border, more, isNegative]) => (isNegative ? -border : border) + more),
);

const numbers = propertyOf(
  'times and integers against operands beside them',
  600,
  fc.record({
    text: fc.oneof(time, integer.map(String)),
    operand: fc.oneof(
      fc.integer({ min: -100, max: 7_000_000_000 }).map(BigInt),
      fc.bigInt({ min: 10n ** 17n, max: 9n * 10n ** 18n }),
    ),
    near: integer,
    more: fc.bigInt(-1n, 1n),
    before,
  }),
  ({ text, operand: other, near, more, before: moved }) => {
    const instant = instantFromText(text.slice(1, -1)) ?? other;
    const operand = instant > 10n ** 14n && instant < 2n ** 63n - 1n ? instant + more : other;
    const wanted = near < 2n ** 63n && near >= -(2n ** 63n) ? near : operand;
    const scan = new LineScan(
      kernel,
      [
        ...ORDERS.map((operator) => conditionOn('EdgeResponseStatus', operator, wanted)),
        ...ORDERS.map((operator) => conditionOn('EdgeStartTimestamp', operator, operand)),
        conditionOn('BotDetectionIDs', 'contains', wanted),
      ],
      { since: operand },
    );
    const status = wanted + more;
    const line = `{"EdgeStartTimestamp":${text},"EdgeResponseStatus":${status},"BotDetectionIDs":[${near},${status}]}`;
    expectSameCounts(scan, line, moved);
  },
);

const nested = propertyOf(
  'values of any kind: fields, their bytes, whether they are empty',
  600,
  fc.record({ values: fc.array(jsonValue, { minLength: 1, maxLength: 3 }), before }),
  ({ values, before: moved }) => {
    const scan = new LineScan(kernel, EVERY_TYPE);
    const names = ['k', 'BotTags', 'BotDetectionIDs'];
    const fields = values.map((value, index) => `"${names[index]}":${value}`);
    expectSameCounts(scan, `{${fields.join(',')}}`, moved);
    expectSameCounts(scan, `{"k":[${values.join(', ')}]}`, moved);
  },
);

export const LINE_PROPERTIES: readonly Property[] = [texts, numbers, nested];
