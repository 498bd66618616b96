// The fast way and the exact way must agree on every line. Bytes pushed one at a time never make a whole line of a chunk, so that all of them
// go the exact way; the same bytes at once go the fast way where it takes them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateLines } from '../../samples/generator/index.ts';
import { SAMPLE_JOBS } from '../../samples/generator/sample-job.ts';
import { type Held, RULESET, readInto, sampleJob, validationFor } from './checked.ts';

/** Offset of a part: with it the shape is known, and the first line may go the fast way. */
const PART = 4096;

/** @param pieces bytes of a piece, fewer than a line has */
function bothWays(
  held: Held,
  text: string | Uint8Array,
  pieces = 1,
  name = '20261101/20261101T000000Z_20261104T000000Z_aa.log',
): unknown {
  const bytes = Buffer.from(text as string);
  const [whole, single] = [bytes.length, pieces].map((size) => {
    const validation = validationFor(held);
    readInto(validation, name, bytes, size, PART);
    return validation.toTotals();
  });
  expect(whole).toEqual(single);
  return whole;
}

const VALUES = [
  ...['0123', '-01', '1793491528058337013.5', '17934915280583370130', '0793491528058337013', '179349152805833701'],
  ...['"2026-11-01T24:00:00.000000000Z"', '"2026-11-01T00:60:00.000000000Z"', '"2026-13-01T00:00:00.000000000Z"'],
  ...['"2026-11-01t00:00:00.000000000Z"', '"2026-11-01T00:00:00.000000000z"', '"2026-11-01T00:00:00.000000000+01:00"'],
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '01',
    '12',
    '1.5',
    '1e3',
    '-',
    '1.',
    '12345678901234567890123',
    '""',
    '"x"',
  ],
  ...[
    '"\\u00e9\\/\\n"',
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '"\\ud800\\u0041"',
    '"\\x"',
    '"\u0001"',
    `"\${jndi}"`,
    '"$',
    '"é☕"',
  ],
  ...['"\\u0024{jndi}"', '"$\\u007bjndi}"', '"$\\u007Bjndi}"', '"\\\\u0024{jndi}"', '"$\\u007djndi}"'],
  ...['-62135596800', '-6795364578871345152', '"0001-01-01T00:00:00Z"', '"2026-11-01T00:45:49.9458Z"'],
  ...[
    '[]',
    '["a"]',
    '["a",1]',
    '[1,2]',
    '[1.5]',
    '[null]',
    '[{}]',
    '[[]]',
    '{}',
    '{"a":1}',
    '{"a":{"b":[1]}}',
    '[',
    '{',
  ],
  ...['1793491528058337013', '1793491528', '1793491528058', '"2026-11-01T00:45:49Z"', '"2026-11-01T00:45:49.945Z"'],
  ...[
    '"2026-11-01T00:45:49.945873576Z"',
    '"2026-02-30T00:00:00.000000000Z"',
    '"2026-11-01T00:45:60.000000000Z"',
    '"2026-11-01"',
  ],
  ...[
    '{"x-release":"1"}',
    '{"X-Release":"1"}',
    '{"cache-control":["a","b"]}',
    '{"x-release":"1","x-release":"2"}',
    '{"session_id":null}',
  ],
  ...[
    `{"cartId":"${'é'.repeat(4000)}"}`,
    `{"prefs":"${'\\u00e9\\n'.repeat(3000)}"}`,
    `{"prefs":"${'\\ud83d\\ude00'.repeat(2047)}"}`,
  ],
];

/** One of each operator, on texts, integers and what half a character is. */
const FILTERS = [
  'ClientRequestPath == "/é"',
  'ClientRequestPath != "/é"',
  'ClientRequestPath in {"/" "/é" "/healthz"}',
  'not ClientRequestPath in {"/" "/é" "/healthz"}',
  'starts_with(ClientRequestPath, "/é")',
  'ends_with(ClientRequestPath, "é/")',
  'ClientRequestPath contains "é/"',
  'not ClientRequestUserAgent contains ""',
  'ClientRequestPath contains "/" and (EdgeResponseStatus >= 400 or BotScore < 30)',
  'EdgeResponseStatus in {200 404} or ClientRequestPath == ""',
  '{"where":{"key":"ClientRequestPath","operator":"startsWith","value":"\\ud83d"}}',
  '{"where":{"key":"ClientRequestPath","operator":"contains","value":"\\ude00"}}',
  '{"where":{"key":"EdgeResponseStatus","operator":"eq","value":"18446744073709551615"}}',
];

/** Values that those filters tell apart, or nearly so. */
const FILTERED = [
  ...[
    '"/é"',
    '"/\\u00e9"',
    '"/é/"',
    '"é/"',
    '"/"',
    '""',
    '"/e"',
    '"/😀"',
    '"\\ud83d"',
    '"😀"',
    '"/healthz"',
    '"\\/healthz"',
  ],
  ...[
    'null',
    '0',
    '-1',
    '200',
    '404',
    '"404"',
    '400',
    '399',
    '999999999999999',
    '9999999999999999',
    '18446744073709551615',
  ],
];

const value = fc.oneof(fc.constantFrom(...VALUES), fc.json({ maxDepth: 2 }));

/** The value of a field as it stands in a line. */
function textOf(line: string, field: string): string {
  const names = [...line.matchAll(/[{,]"([A-Z][A-Za-z0-9]+)":/g)];
  const index = names.findIndex(([, name]) => name === field);
  const end = names[index + 1]?.index ?? line.length - 2;
  return line.slice(names[index]!.index + field.length + 4, end);
}

/** A good line with some of its values, keys or bytes changed. */
function changedLine(lines: readonly string[]): fc.Arbitrary<string> {
  return fc
    .record({
      line: fc.constantFrom(...lines),
      values: fc.array(fc.record({ at: fc.nat(), value }), { maxLength: 2 }),
      edit: fc.constantFrom('', 'space', 'drop', 'repeat', 'swap', 'cut', 'cr', 'byte'),
      at: fc.nat(),
    })
    .map(({ line, values, edit, at }) => {
      const fields = Object.entries(JSON.parse(line) as object).map(([key, one]): [string, string] => [
        JSON.stringify(key),
        JSON.stringify(one),
      ]);
      // The values as they stand in the line: numbers of the samples are beyond doubles.
      const raw = line.trimEnd().slice(1, -1);
      if (values.length === 0 && edit === '') return line;
      for (const { at: place, value: text } of values) fields[place % fields.length]![1] = text;
      const index = at % fields.length;
      if (edit === 'drop') fields.splice(index, 1);
      if (edit === 'repeat') fields.push(fields[index]!);
      if (edit === 'swap') fields.push(...fields.splice(index, 1));
      const text =
        values.length + ['drop', 'repeat', 'swap'].indexOf(edit) + 1 === 0
          ? `{${raw}}`
          : `{${fields.map((pair) => pair.join(':')).join(',')}}`;
      const place = at % text.length;
      if (edit === 'space') return `${text.replace(':', ': ')}\n`;
      if (edit === 'cut') return `${text.slice(0, place)}\n`;
      if (edit === 'cr') return `${text}\r\n`;
      if (edit === 'byte') return `${text.slice(0, place)}${String.fromCharCode(at % 128)}${text.slice(place + 1)}\n`;
      return `${text}\n`;
    });
}

describe.each(SAMPLE_JOBS.map((job) => [job.name, job] as const))('%s', (name, job) => {
  const lines = [...generateLines({ job, count: 300, seed: 5, scale: 50 })];
  const { outputOptions: options, filter } = sampleJob(name);
  const held: readonly Held[] = [
    { options, filter, ruleset: RULESET },
    { options, limits: 'current' },
    {
      options,
      filter: 'BotScore < 30 or WAFAttackScore < 20',
      range: { since: 1793491600000000001n, until: 1793500000000000000n },
    },
    { options: { ...options, merge_subrequests: true, 'CVE-2021-44228': true, timestamp_format: 'rfc3339ns' } },
  ];

  it.each(held.map((one, index) => [index, one] as const))('good lines, held %i', (_, one) => {
    bothWays(one, lines.join(''));
  });

  it.each(held.map((one, index) => [index, one] as const))('changed lines, held %i', (_, one) => {
    fc.assert(
      fc.property(fc.array(changedLine(lines), { minLength: 1, maxLength: 6 }), (changed) => {
        bothWays(one, changed.join(''));
      }),
      { numRuns: 50 },
    );
  });

  it('every odd value in every field', () => {
    for (const field of job.fieldNames) {
      const odd = VALUES.map((text, index) => {
        const line = lines[index % lines.length]!;
        const values = job.fieldNames.map((name) => `"${name}":${name === field ? text : textOf(line, name)}`);
        return `{${values.join(',')}}\n`;
      });
      for (const one of held) bothWays(one, odd.join(''), 64);
    }
  });

  it.each(FILTERS)('the filter %s', (text) => {
    const one: Held = { options, filter: text };
    const odd = ['ClientRequestPath', 'ClientRequestUserAgent', 'EdgeResponseStatus', 'BotScore']
      .filter((field) => job.fieldNames.includes(field))
      .flatMap((field) =>
        FILTERED.map((value, index) => {
          const line = lines[index % lines.length]!;
          const values = job.fieldNames.map((name) => `"${name}":${name === field ? value : textOf(line, name)}`);
          return `{${values.join(',')}}\n`;
        }),
      );
    bothWays(one, [...lines.slice(0, 40), ...odd].join(''), 64);
  });

  it('hostile bytes between good lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...lines.map((line) => Buffer.from(line))), fc.uint8Array()), {
          maxLength: 6,
        }),
        (pieces) => {
          bothWays(held[0]!, Buffer.concat(pieces));
        },
      ),
      { numRuns: 50 },
    );
  });
});

it('most good lines do go the fast way: as many as are not escaped or near a limit', () => {
  const lines = [...generateLines({ count: 2000, seed: 5 })];
  const { outputOptions: options, filter } = sampleJob('all-requests');
  const validation = validationFor({ options, filter, ruleset: RULESET });
  const object = validation.openObject({ name: 'a.log' }, { input: 'ndjson', offset: PART });
  object.push(Buffer.from(lines.join('')));
  expect(validation.fastLineCount).toBeGreaterThan(lines.length * 0.95);
});
