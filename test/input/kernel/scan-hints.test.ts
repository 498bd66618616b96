// Hints (near misses) of lines that the kernel reads: the same as those of JavaScript, on every examined line.
import { describe, it } from 'vitest';
import { expectSameReport } from '../../helpers/kernel/both-ways.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';

await openKernel();

const WANTED = [
  'de',
  'DE',
  'dE',
  'az',
  '',
  'k',
  'K',
  'ſ',
  'é',
  'É',
  'i̇',
  'ΑΣ',
  'x'.repeat(31),
  'X'.repeat(32),
  '[a]',
  '{a}',
  '@`',
];
const TEXTS = [
  ...WANTED,
  ...[
    'de',
    'D\\u0045',
    'd\\u0065',
    '\\u0044e',
    'AZ',
    'xDE',
    'DEx',
    'xDEx',
    'd\\nE',
    'D',
    'e',
    '\\u212a',
    'K',
    'İ',
    'ας',
    'ÉÉ',
  ],
  ...['x'.repeat(32), 'X'.repeat(31), `${'X'.repeat(31)}é`, '[A]', '{A}', '[a}', '`@', '\\u004B', '\\ud800', '\\u00c9'],
  ...[4095, 4096, 4097, 8191, 8192, 8193].flatMap((bytes) => [
    `${'x'.repeat(bytes - 2)}DE`,
    `${'x'.repeat(bytes - 2)}D\\u0045`,
  ]),
];
const VALUES = [...TEXTS.map((text) => `"${text}"`), ...['null', '1', 'true', '{}', '["DE"]']];
const ARRAYS = [
  ...TEXTS.filter(({ length }) => length < 100).map((text) => `["a","${text}"]`),
  ...['[]', '[ ]', '[1]', '[null]', '"DE"', 'null', '{}', '[["DE"]]', '["xdex",1]', '["DE", "de"]'],
];

function linesOf(key: string, values: readonly string[]): string {
  return values.map((value) => `{"${key}":${value}}\n`).join('');
}

async function expectSameHints(key: string, operator: string, value: string | string[], values: readonly string[]) {
  const where = { kind: 'condition', key, operator, value } as never;
  for (const samples of [0, 1]) {
    await expectSameReport(
      { filters: [{ where }], nullAs: 'zero', range: {}, samples, detail: 'full' },
      {
        body: Buffer.from(linesOf(key, values)).toString('latin1'),
        // Examined, but after the head of the object, which JavaScript reads.
        offset: 1,
        stored: 'plain',
        sizes: [2 ** 20],
        isCut: false,
      },
    );
  }
}

describe.each(['eq', '!eq', 'startsWith', '!startsWith', 'endsWith', '!endsWith', 'contains', '!contains'])(
  '%s',
  (operator) => {
    it.each(WANTED)('%s', async (wanted) => {
      await expectSameHints('ClientCountry', operator, wanted, VALUES);
      if (operator.endsWith('contains')) await expectSameHints('BotTags', operator, wanted, ARRAYS);
    });
  },
);

it.each(['in', '!in'])('%s', async (operator) => {
  await expectSameHints('ClientCountry', operator, ['no', 'dE', 'É'], VALUES);
  await expectSameHints('ClientCountry', operator, ['K', 'x'.repeat(31)], VALUES);
});
