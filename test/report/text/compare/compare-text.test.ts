// The text of a comparison at the width of a narrow terminal, and the fields that it lists last.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { comparePage } from '../../../../src/report/page/compare/compare-page.ts';
import { plainText } from '../../../../src/report/page/page.ts';
import { replayPage } from '../../../../src/report/page/replay-page.ts';
import { renderCompareText } from '../../../../src/report/text/compare/compare-text.ts';
import { renderText } from '../../../../src/report/text/render-text.ts';
import { compare, replay } from '../../../../src/verbs/index.ts';

const PATH = `/missing/${'x'.repeat(60)}`;
const source = join(mkdtempSync(join(tmpdir(), 'headgate-compare-text-')), 'lines.ndjson');
writeFileSync(
  source,
  Array.from({ length: 400 }, (_, index) =>
    index % 4 === 0
      ? { EdgeResponseStatus: 404, ClientRequestPath: PATH, ClientRequestReferer: PATH, BotScore: 1 }
      : {
          EdgeResponseStatus: 200,
          ClientRequestPath: `/p/${index}`,
          ClientRequestReferer: `/r/${index}`,
          BotScore: 90,
        },
  )
    .map((line) => `${JSON.stringify({ ...line, RayID: 'a547d12522a58b45', EdgeStartTimestamp: 1_793_491_200 })}\n`)
    .join(''),
);

it('keeps fields, operators and the fields of the filter at 60 columns, and lists edited fields last', async () => {
  const [from, to] = ['all', 'EdgeResponseStatus < 300 and BotScore > 30'];
  const report = await compare({ sources: [source], from, to: [to], samples: 1 });
  const text = [...renderCompareText(report, { color: false, width: 60 })].join('');
  expect(text).toMatch(/\n {4}ClientRequestPath = +100\.0 % +25\.0 %\n {6}\S+…\S+\n/);
  expect(text.indexOf('ClientRequestPath =')).toBeLessThan(text.indexOf('EdgeResponseStatus = 404'));
  expect(text).toMatch(
    /for example:\n {4}RayID +a547d12522a58b45\n {4}EdgeStartTimestamp +\S+Z\n {4}EdgeResponseStatus +\d+\n {4}BotScore +\d/,
  );
  for (const line of text.split('\n').filter((one) => one.startsWith('    ')))
    expect(line.length).toBeLessThanOrEqual(60);
});

it('a file named after its role has a name, and a filter without one has only a role', async () => {
  const named = join(dirname(source), 'after.json');
  writeFileSync(named, JSON.stringify({ where: { key: 'BotScore', operator: 'gt', value: 1 } }));
  const head = async (from: string, to: string): Promise<string> => {
    const report = await compare({ sources: [source], from, to: [to], samples: 0, findsValues: false });
    return [...renderCompareText(report, { color: false, width: 100 })].join('').split('\n  →')[0]!;
  };
  const fromNamed = await head(`@${named}`, 'BotScore > 2');
  expect(fromNamed).toMatch(/^the new filter keeps the same lines as after\n/);
  expect(fromNamed).toContain('\n  before after');
  expect(fromNamed).toContain('\n  after-2');
  const toNamed = await head('BotScore > 2', `@${named}`);
  expect(toNamed).toMatch(/^after keeps the same lines as the old one\n/);
  expect(toNamed).toContain('\n  after  after');
});

it.each([
  ['BotScore < 30', 'BotScore <= 29', 'the old one: proven equal, written differently'],
  [
    'BotScore < 30 or BotScore >= 30',
    'all',
    'the old one: proven equal for complete records, on which the platform evaluates filters, written differently',
  ],
  // The same lines here, but not proven; and the same filter.
  ['BotScore > 2', 'BotScore > 3', 'the old one'],
  ['BotScore > 2 and RayID != ""', 'RayID != "" and BotScore > 2', 'the old one'],
])('%s → %s keeps the same lines as %s', async (from, to, words) => {
  const report = await compare({ sources: [source], from, to: [to], samples: 0, findsValues: false });
  const text = [...renderCompareText(report, { color: false, width: 200 })].join('');
  expect(text.split('\n')[0]).toMatch(new RegExp(`keeps the same lines as ${words}$`));
  const answer = comparePage(report).answer;
  expect(plainText(answer!.text)).toContain(`the same lines as ${words}.`);
});

it.each([true, false])('malformed lines, with --strict: %s', async (isStrict) => {
  const broken = join(dirname(source), 'broken.ndjson');
  writeFileSync(broken, '{"BotScore":1}\n{"BotScore"\n[]\n');
  const compared = await compare({ sources: [broken], from: 'BotScore > 2', to: ['BotScore > 3'] });
  const replayed = await replay({ sources: [broken], filters: ['BotScore > 2'] });
  const style = { color: false, width: 100, isStrict };
  for (const text of [renderCompareText(compared, style), renderReportText(replayed, style)]) {
    expect([...text].join('').includes('→ 2 malformed lines (--strict accepts none)\n')).toBe(isStrict);
  }
});

it('wraps the answer at 60 columns, with and without colors', async () => {
  const report = await compare({
    ...{ sources: [source], from: 'EdgeResponseStatus >= 400', samples: 0, findsValues: false },
    to: ['EdgeResponseStatus >= 400 or ClientCountry == "de"', 'all', 'BotScore > 1'],
  });
  for (const color of [false, true]) {
    const lines = stripVTControlCharacters([...renderCompareText(report, { color, width: 60 })].join('')).split('\n');
    const answers = lines.slice(0, lines.indexOf(''));
    expect(answers.join(' ').replaceAll(/ +/g, ' ')).toMatch(
      /^after-1 keeps the same lines as the old one; 300 .* all keeps 300 lines more .*: 100 newly dropped, 300 newly kept$/,
    );
    expect(answers.length).toBeGreaterThan(3);
    for (const line of answers) expect(line.length).toBeLessThanOrEqual(60);
  }
});

it('counts malformed lines in its head, and indents a filter that needs lines of its own', async () => {
  const broken = join(dirname(source), 'half.ndjson');
  writeFileSync(broken, '{"BotScore":1,"EdgeResponseStatus":200}\n{"BotScore"\n');
  const to = 'BotScore > 3 and EdgeResponseStatus >= 500 or EdgeResponseStatus == 404';
  const report = await compare({ sources: [broken], from: 'BotScore > 2', to: [to], samples: 0, findsValues: false });
  const text = [...renderCompareText(report, { color: false, width: 60 })].join('');
  expect(text).toContain('\n1 of 2 lines compared, 52 B in total, from 1 object; 1\n');
  expect(text).toContain('\n  after\n    (BotScore > 3 and');
});

it('prints edits above their figures at 60 columns, and what the figures mean', async () => {
  const [from, to] = ['all', 'EdgeResponseStatus < 300 and BotScore < 30'];
  const report = await compare({ sources: [source], from, to: [to], samples: 0, findsValues: false });
  const print = (width: number): string => [...renderCompareText(report, { color: false, width })].join('');
  const meaning = / {2}→ alone: lines that get the old verdict again if only this\s+edit is reverted\n/;
  expect(print(60)).toMatch(/\n {2}\+ EdgeResponseStatus < 300\n {4}drops alone \d+\n/);
  for (const width of [60, 100]) expect(print(width)).toMatch(meaning);
});
