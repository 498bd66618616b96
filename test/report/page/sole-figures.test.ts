// Which condition alone decides, where a person reads it: the figures that tell the conditions of a filter apart, in every format.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const stdin = [
  '{"RayID":"a1","EdgeResponseStatus":500,"ClientCountry":"de","BotScore":1}',
  '{"RayID":"a2","EdgeResponseStatus":500,"ClientCountry":"us","BotScore":99}',
  '{"RayID":"a3","EdgeResponseStatus":200,"ClientCountry":"de","BotScore":99}',
  '{"RayID":"a4","EdgeResponseStatus":200,"ClientCountry":"us","BotScore":99}',
  '',
].join('\n');
const AND = 'EdgeResponseStatus >= 500 and ClientCountry == "de"';
const OR = 'EdgeResponseStatus >= 500 or ClientCountry == "de"';
const MIXED = 'EdgeResponseStatus >= 500 and (ClientCountry == "de" or BotScore < 30)';
const run = async (...args: string[]) => (await runTogether(args, { stdin })).stdout;
const replay = (filters: readonly string[], ...args: string[]) =>
  run('replay', '-', '-q', '--no-fields', ...filters.flatMap((filter) => ['-f', filter]), ...args);

describe.each([
  ['one condition', 'BotScore < 30', []],
  ['and', AND, ['sole blocker']],
  ['or', OR, ['sole keeper']],
  ['both', MIXED, ['sole blocker', 'sole keeper']],
])('%s', (_, filter, titles) => {
  it.each(['text', 'markdown', 'html'])('%s', async (format) => {
    const text = await replay([filter], '--format', format);
    const found = ['sole blocker', 'sole keeper'].filter((title) => text.toLowerCase().includes(title));
    expect(found).toEqual(titles);
    for (const title of titles) expect(text.toLowerCase().split(`${title}: `)).toHaveLength(2);
  });

  it('csv and json have both figures', async () => {
    const [head] = (await replay([filter], '--format', 'csv:conditions')).split('\n');
    expect(head).toBe('job,condition,true,false,unknown,sole_blocker,sole_keeper,path');
    const report = JSON.parse(await replay([filter], '--format', 'json'));
    for (const condition of report.jobs[0].conditions)
      expect(condition).toMatchObject({ soleBlocker: expect.any(Number), soleKeeper: expect.any(Number) });
  });
});

it.each([
  ['text', []],
  ['markdown', []],
  ['markdown', ['compare']],
])('%s %j explains each figure where it appears first', async (format, [verb]) => {
  const filters = [AND, AND, OR, MIXED];
  const text =
    verb === 'compare'
      ? await run(
          'compare',
          '-',
          '-q',
          '--from',
          AND,
          ...filters.slice(1).flatMap((one) => ['--to', one]),
          '--format',
          format,
        )
      : await replay(filters, '--format', format);
  const [before, after, ...rest] = text.toLowerCase().split('sole keeper: ');
  expect(rest).toEqual([]);
  expect(before!.split('sole blocker: ')).toHaveLength(2);
  expect(after).not.toContain('sole blocker: ');
});

it('the table of an or has the lines that each alternative alone keeps', async () => {
  const text = await replay([`${OR} or BotScore < 30`]);
  expect(text).toMatch(/ 1 {2}EdgeResponseStatus >= 500 .* 2 +2 +0 +1\n/);
  expect(text).toMatch(/ 2 {2}ClientCountry == "de" .* 2 +2 +0 +1\n/);
  expect(text).toMatch(/ 3 {2}BotScore < 30 .* 1 +3 +0 +0\n/);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'EdgeResponseStatus >= 500 alone keeps 1 line (33.3 % of kept lines); show examples with --samples 5@1',
  );
});

it.each([
  ['1', ['Kept by EdgeResponseStatus >= 500 alone: 1 line, 75 B.']],
  ['where.or[1]', ['Kept by ClientCountry == "de" alone: 1 line, 75 B.']],
])('--samples 5@%s of an or', async (condition, expected) => {
  const text = await replay([OR], '--samples', `5@${condition}`);
  expect(text.match(/(?:Kept|Dropped) by .* alone: .*/g)).toEqual(expected);
  expect(text).not.toContain('show examples with');
  expect(await replay([OR], '--samples', `5@${condition}`, '--format', 'markdown')).toMatch(
    /\nKept by `.*` alone: 1 line, 75 B\.\n/,
  );
});

it('--samples of a condition in an or and an and shows both', async () => {
  const text = await replay([MIXED], '--samples', '5@2');
  expect(text.match(/(?:Kept|Dropped) by .* alone: .*/g)).toEqual([
    'Dropped by ClientCountry == "de" alone: 1 line, 75 B.',
    'Kept by ClientCountry == "de" alone: no line.',
  ]);
});

it.each([
  ['BotScore < 30', []],
  [AND, ['a2 ClientCountry == "de" blocker', 'a3 EdgeResponseStatus >= 500 blocker']],
  [OR, ['a2 EdgeResponseStatus >= 500 keeper', 'a3 ClientCountry == "de" keeper']],
  [
    MIXED,
    [
      'a1 EdgeResponseStatus >= 500 keeper',
      'a2 ClientCountry == "de" blocker',
      'a2 BotScore < 30 blocker',
      'a3 EdgeResponseStatus >= 500 blocker',
    ],
  ],
])('explain marks the conditions of %s', async (filter, marks) => {
  const text = await run('explain', '-', '-q', '-f', filter);
  const found = text.split(/\nLine /).flatMap((line) => {
    const [, ray] = /RayID (\w+)/.exec(line) ?? [];
    return [...line.matchAll(/(?:true|false) +(\S.*?) {3}.*← sole (\w+)/g)].map(
      ([, text, mark]) => `${ray} ${text} ${mark}`,
    );
  });
  expect(found).toEqual(marks);
});
