// The lines that the kernel passes are exactly lines that LineChecker passes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NS_PER_MS } from '../../../src/base/index.ts';
import { LOGGED_KEYS } from '../../../src/language/dataset/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { bothWays, readByKernel } from '../../helpers/validate/both-ways.ts';
import { countsOf, type Held, validationFor } from '../../helpers/validate/checked.ts';
import { LONG_VALUES, textOf, VALUES } from '../../properties/validate/changed-lines.ts';
import { FORM_PROPERTIES, HELD_FORMATS, HELD_JOBS } from '../../properties/validate/schema-properties.ts';

const CUSTOM_KEYS: ReadonlySet<string> = new Set(LOGGED_KEYS);

/** Of `npm run fuzz`, which goes on from any; here a quarter of a round. */
const SEED = 44;

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

/** Values that those filters distinguish, or nearly so. */
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

it.each(FORM_PROPERTIES.map((property) => [property.name, property] as const))('%s', async (_, property) => {
  expect(await property.check({ seed: SEED, numRuns: randomRuns(property.runs / 4) })).toEqual({
    failed: false,
    message: '',
  });
});

describe.each(HELD_JOBS.map((job) => [job.name, job] as const))('%s', (_, job) => {
  const { lines, held, fieldNames } = job;
  const { options } = held[0]!;

  it.each(held.map((one, index) => [index, one] as const))('good lines, held %i', (_, one) => {
    bothWays(one, lines.join(''));
  });

  it('every odd value in every field', () => {
    for (const field of fieldNames) {
      const values = CUSTOM_KEYS.has(field) ? [...VALUES, ...LONG_VALUES] : VALUES;
      const odd = values.map((text, index) => {
        const line = lines[index % lines.length]!;
        const values = fieldNames.map((name) => `"${name}":${name === field ? text : textOf(line, name)}`);
        return `{${values.join(',')}}\n`;
      });
      for (const one of held) bothWays(one, odd.join(''));
    }
  });

  it.each(FILTERS)('the filter %s', (text) => {
    const one: Held = { options, filter: text };
    const odd = ['ClientRequestPath', 'ClientRequestUserAgent', 'EdgeResponseStatus', 'BotScore']
      .filter((field) => fieldNames.includes(field))
      .flatMap((field) =>
        FILTERED.map((value, index) => {
          const line = lines[index % lines.length]!;
          const values = fieldNames.map((name) => `"${name}":${name === field ? value : textOf(line, name)}`);
          return `{${values.join(',')}}\n`;
        }),
      );
    bothWays(one, [...lines.slice(0, 40), ...odd].join(''));
  });

  it('an escaped ${ after another escape, both in fields that are read again', () => {
    const texts = ['{"prefs":"\\u00e9"}', '["\\u00e9"]', '"\\u00e9"'];
    const odd = fieldNames.flatMap((first, index) =>
      texts.map((text) => {
        const values = fieldNames.map((name, place) => {
          const good = textOf(lines[0]!, name);
          const later = place > index && good.startsWith('"') ? '"\\u0024{jndi}"' : good;
          return `"${name}":${name === first ? text : later}`;
        });
        return `{${values.join(',')}}\n`;
      }),
    );
    bothWays({ options: { ...options, 'CVE-2021-44228': true } }, odd.join(''));
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
      { numRuns: randomRuns(50) },
    );
  });
});

it.each(
  [...HELD_JOBS, ...HELD_FORMATS].flatMap(({ name, lines, held }) =>
    held.slice(0, 2).map((one, index) => [name, index, one, lines] as const),
  ),
)('most good lines are left to the kernel: %s, held %i', (_, __, held, lines) => {
  const validation = validationFor(held);
  const read = readByKernel(validation, Buffer.from(lines.join('')));
  expect(validation.lineCount).toBe(lines.length);
  expect(lines.length - read).toBeLessThan(lines.length / 20);
});

// 2^64 nanoseconds are 584.55 years: what wraps around would fit.
it.each([
  ['26110523/26110523T000000Z_26110523T010000Z_aa.log', 'event-before-batch'],
  ['14420413/part-0.log', 'event-after-batch'],
] as const)('an object whose times are 2^64 nanoseconds off: %s', (name, code) => {
  const options = { field_names: ['EdgeStartTimestamp'] };
  const line = `{"EdgeStartTimestamp":${BigInt(Date.parse('2026-11-01T00:05:28Z')) * NS_PER_MS}}\n`;
  expect(countsOf(bothWays({ options }, line, { name }))).toMatchObject({ [code]: 1 });
});
