// Properties of scanning in the kernel: for any filters and any bytes the report is that of JavaScript.
import fc from 'fast-check';
import { ENVELOPES } from '../../cases/record/envelopes.ts';
import { expectSameReport, expectSameReports, type ObjectCase } from '../../helpers/kernel/both-ways.ts';
import { bodyOf, line } from './hostile-lines.ts';
import { type Property, propertyOf } from './property.ts';
import { replayCase } from './sharp-filters.ts';

/** Offsets with a high half, and around the end of the head that is examined for hints. */
const offset = fc.oneof(
  { weight: 8, arbitrary: fc.constant(65_536) },
  { weight: 2, arbitrary: fc.constantFrom(65_400, 2 ** 31 - 50, 2 ** 32 - 50, 5 * 2 ** 32 + 7) },
  { weight: 1, arbitrary: fc.constant(0) },
  // Every line is examined for hints.
  { weight: 3, arbitrary: fc.constant(1) },
);
const stored = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('plain' as const, 'file' as const) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }) },
);
const sizes = fc.oneof(
  fc.constant([1_000_000]),
  fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }),
  fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 4 }),
);
const isCut = fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

function objectOf(body: fc.Arbitrary<string>): fc.Arbitrary<ObjectCase> {
  return fc.record({ body, offset, stored, sizes, isCut });
}

/** More bytes than the head of an object. */
const FILLER = '{"RayID":"8f2c","EdgeResponseStatus":200}\n'.repeat(1700);

const replays = propertyOf(
  'reports of any objects, with two cases on the same kernels',
  600,
  fc.record({
    cases: fc.array(replayCase, { minLength: 1, maxLength: 2 }),
    objects: fc.array(fc.tuple(objectOf(bodyOf(8)), fc.nat({ max: 1 })), { minLength: 1, maxLength: 3 }),
    areTogether: fc.boolean(),
  }),
  ({ cases, objects, areTogether }) =>
    expectSameReports(
      cases,
      objects.map(([object, replay]) => ({ ...object, replay })),
      areTogether,
    ),
);

const heads = propertyOf(
  'reports of objects from their first byte on',
  40,
  fc.record({
    one: replayCase,
    object: objectOf(bodyOf(12)),
    first: fc.oneof(fc.constantFrom('', '\xef\xbb\xbf', '\n', '{', '[', 'a,b\n'), line),
    hasFiller: fc.boolean(),
  }),
  ({ one, object, first, hasFiller }) =>
    expectSameReport(one, { ...object, offset: 0, body: `${first}${hasFiller ? FILLER : ''}${object.body}` }),
);

const faults = propertyOf(
  'reports of objects with more lines that are not records than a report shows',
  40,
  fc.record({
    one: replayCase,
    object: objectOf(bodyOf(5)),
    faulty: fc.array(fc.oneof(fc.constantFrom('', ' ', 'x', '[]', '{"a":}', '\xff', '\r', '{"RayID":"1"} '), line), {
      minLength: 1,
      maxLength: 4,
    }),
    times: fc.integer({ min: 15, max: 45 }),
  }),
  ({ one, object, faulty, times }) =>
    expectSameReport(one, {
      ...object,
      body: `${object.body}${faulty.map((text) => `${text}\n`).join('')}`.repeat(times),
    }),
);

const borders = propertyOf(
  'reports do not depend on where chunks end: every border',
  15,
  fc.record({ one: replayCase, body: bodyOf(2) }),
  async ({ one, body }) => {
    const short = body.slice(0, 240);
    for (let cut = 1; cut < short.length; cut += 1) {
      const how = cut % 2 === 0 ? 'plain' : 'file';
      await expectSameReport(one, { body: short, offset: 65_536, stored: how, sizes: [cut, 1000], isCut: false });
    }
  },
);

const parts = propertyOf(
  'reports of a file read in parts',
  150,
  fc.record({ one: replayCase, body: bodyOf(10), cuts: fc.array(fc.nat({ max: 5000 }), { maxLength: 4 }), sizes }),
  ({ one, body, cuts, sizes: chunks }) =>
    expectSameReport(one, { body, offset: 0, stored: 'file', sizes: chunks, isCut: false, cuts }),
);

/** Ways to wrap a line, which need not be valid. */
const envelope = fc.oneof(
  { weight: 2, arbitrary: fc.constant('plain') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...ENVELOPES.map(({ path }) => path), 'field beside', 'a.b', 'text of text'),
  },
);

/** Wraps the latin1 text of a line. */
function inEnvelope(text: string, path: string): string {
  const quoted = (inner: string): string => `"${inner.replace(/["\\]/g, '\\$&')}"`;
  if (path === 'plain') return text;
  if (path === 'field beside') return `{"BotScore":1,"event":${text}}`;
  if (path === 'a.b') return `{"x":[{"y":1}],"a":{"z":{},"b":${text}}}`;
  if (path === 'text of text') return `{"message":${quoted(`{"log":${quoted(text)}}`)}}`;
  return `{"k":"v","${path}":${path === 'message' || path === 'log' ? quoted(text) : text},"time":1}`;
}

const envelopes = propertyOf(
  'reports of lines in envelopes, among plain lines',
  300,
  fc.record({
    one: replayCase,
    lines: fc.array(fc.tuple(line, envelope), { minLength: 1, maxLength: 10 }),
    ...{ offset, stored, sizes, isCut },
  }),
  ({ one, lines, ...object }) =>
    expectSameReport(one, {
      ...{ ...object, hasEnvelopes: true },
      body: `${lines.map(([text, path]) => inEnvelope(text, path)).join('\n')}\n`,
    }),
);

/** Times around the borders of hours, and in more hours than the kernel can store. */
const seconds = fc.oneof(
  fc.integer({ min: -4, max: 4 }).map((hour) => hour * 3600),
  fc.integer({ min: -7200, max: 7200 }),
  fc.integer({ min: -9_000_000_000, max: 9_000_000_000 }),
);
const timedLine = fc
  .tuple(
    fc.oneof(
      seconds.map(String),
      seconds.map((time) => `${time}000000000`),
      seconds.map((time) => JSON.stringify(new Date(time * 1000))),
    ),
    line,
  )
  .map(([time, more]) =>
    more.startsWith('{"') ? `{"EdgeStartTimestamp":${time},${more.slice(1)}` : `{"EdgeStartTimestamp":${time}}`,
  );

const hours = propertyOf(
  'reports of lines of many hours, some of them repeated in a table of few',
  60,
  fc.record({
    one: replayCase,
    lines: fc.array(timedLine, { minLength: 1, maxLength: 12 }),
    count: fc.integer({ min: 1, max: 1300 }),
    step: fc.constantFrom(1, 3599, 3600, 3601, 100_000),
    sizes,
  }),
  ({ one, lines, count, step, sizes: chunks }) => {
    const ladder = Array.from({ length: count }, (_, index) => `{"EdgeStartTimestamp":${index * step}}`);
    const body = `${[...lines, ...ladder, ...lines].join('\n')}\n`;
    return expectSameReport(
      { ...one, samples: 0 },
      { body, offset: 65_536, stored: 'plain', sizes: chunks, isCut: false },
    );
  },
);

/** Lines about as long as a window: in one string, and in many elements. */
const longLine = fc
  .tuple(
    fc.integer({ min: 1, max: 2_300_000 }),
    fc.constantFrom('ClientCountry', 'a'),
    fc.constantFrom('x', '\\n', '\xc3\xa9', '1, '),
  )
  .map(([bytes, key, part]) => {
    const inner = part.repeat(bytes / part.length);
    return part === '1, ' ? `{"${key}":[${inner}1]}` : `{"${key}":"${inner}"}`;
  });

const windows = propertyOf(
  'reports of objects of several windows',
  8,
  fc.record({
    one: replayCase,
    bodies: fc.array(
      fc.oneof(
        bodyOf(4),
        longLine.map((one) => `${one}\n`),
      ),
      { maxLength: 5 },
    ),
    times: fc.integer({ min: 1, max: 3 }),
    stored,
    size: fc.integer({ min: 20_000, max: 1_500_000 }),
    offset,
    isCut,
  }),
  ({ one, bodies, times, size, ...object }) =>
    expectSameReport(one, { ...object, body: bodies.join('').repeat(times), sizes: [size] }),
);

export const SCAN_PROPERTIES: readonly Property[] = [replays, heads, faults, borders, parts, envelopes, hours, windows];
