// Lines that one condition alone drops or keeps: as many as its sole blocker or sole keeper figure, and really those lines.
import { expect, it } from 'vitest';
import { type FieldSource, parseJson } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, readFilter, VERDICT_NAMES } from '../../../src/language/filter/index.ts';
import { replay } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const SOURCE = `${SAMPLES}/logs/all-requests/20261101`;
const FILTERS = [
  'EdgeResponseStatus >= 400 and (ClientCountry == "de" or BotScore < 30) and not ClientRequestPath == "/x"',
  'SecurityAction == "block" or ClientRequestHost == "api.example.com"',
];
const dataset = getDataset('http_requests');

it.each([
  ['full', 1],
  ['full', 2],
  ['no-fields', 1],
] as const)('%s, %i threads', async (detail, threads) => {
  const chosen = ['filter-1:1', 'filter-2:where.or[1]', 'filter-1:where.and[1].or[0]', 'filter-1:4', 'filter-2:1'];
  const samplesFor = chosen.map((condition) => ({ condition, samples: 3 }));
  const { jobs = [] } = await replay({
    ...{
      sources: [SOURCE],
      filters: FILTERS,
      samplesFor,
      samples: 3,
      detail,
      threads,
      bytesPerThread: 0,
      stored: false,
    },
  });
  expect(jobs.map(({ samplesFor = [] }) => samplesFor.map(({ path, verdict }) => `${verdict} ${path}`))).toEqual([
    ['drop where.and[0]', 'drop where.and[1].or[0]', 'keep where.and[1].or[0]', 'drop where.and[2]'],
    ['keep where.or[1]', 'keep where.or[0]'],
  ]);
  for (const [index, { samplesFor = [], conditions = [] }] of jobs.entries()) {
    const compiled = compileFilter(readFilter(FILTERS[index]!, dataset).filter!, dataset);
    for (const { path, text, verdict, lines, samples } of samplesFor) {
      const count = conditions.find((one) => one.path === path)!;
      expect([text, lines]).toEqual([count.text, verdict === 'drop' ? count.soleBlocker : count.soleKeeper]);
      expect(samples).toHaveLength(Math.min(3, lines));
      for (const { line } of samples) {
        const outcomes = new Uint8Array(compiled.conditions.length);
        const found = compiled.evaluate(parseJson(line) as unknown as FieldSource, outcomes);
        expect(VERDICT_NAMES[found]).toBe(verdict);
        const decisive: string[] = [];
        compiled.forEachDecisive(found, outcomes, (one) => decisive.push(compiled.conditions[one]!.path));
        expect(decisive).toContain(path);
      }
    }
  }
  for (const { samplesFor } of jobs) expect(samplesFor![0]!.lines).toBeGreaterThan(0);
});

it.each([
  ['a bare condition', 'BotScore < 30', 'where', ['drop']],
  ['an and', 'BotScore < 30 and JA4 == "x"', '1', ['drop']],
  ['an or', 'BotScore < 30 or JA4 == "x"', '2', ['keep']],
  ['an and in an or', 'JA4 == "x" or (BotScore < 30 and ClientCountry == "de")', '2', ['drop', 'keep']],
  ['an or next to an and', 'JA4 == "x" or (BotScore < 30 and ClientCountry == "de")', '1', ['keep']],
])('%s has the lines that inform', async (_, filter, chosen, verdicts) => {
  const { jobs = [] } = await replay({
    sources: [SOURCE],
    filters: [filter],
    samplesFor: [{ condition: chosen, samples: 5 }],
    detail: 'counts',
  });
  expect(jobs[0]!.samplesFor!.map(({ verdict }) => verdict)).toEqual(verdicts);
});

it('each condition has its number of lines once, and no other examples', async () => {
  const { jobs = [] } = await replay({
    sources: [SOURCE],
    filters: [FILTERS[0]!],
    samplesFor: ['1', 'where.and[0]', 'filter-1:1'].map((condition, at) => ({ condition, samples: 5 - at })),
    detail: 'counts',
  });
  expect(jobs[0]!.samplesFor).toHaveLength(1);
  expect(jobs[0]!.samplesFor![0]!.samples).toHaveLength(5);
  expect(jobs[0]!.samples).toEqual({ kept: [], dropped: [], undecided: [] });
});

it.each<[string, string[], string]>([
  [
    '7',
    [FILTERS[1]!],
    'cannot use --samples 5@7: found no such condition in filter-1, expected 1 (where.or[0]: SecurityAction == "block"), 2 (where.or[1]: ClientRequestHost == "api.example.com")',
  ],
  ['errors:1', [FILTERS[1]!], '; filter-1 is the only filter, so write 5@1'],
  ['', [FILTERS[1]!], 'cannot use --samples 5@: found no such condition in filter-1'],
  ['0', [FILTERS[1]!], 'found no such condition in filter-1'],
  ['where', [FILTERS[1]!], 'found no such condition in filter-1'],
  ['filter-1:', [FILTERS[1]!], 'found no such condition in filter-1'],
  [
    '1',
    FILTERS,
    'cannot use --samples 5@1: found 2 filters, expected the name of one, a colon and a condition, such as 5@filter-1:1, 5@filter-2:1',
  ],
  ['filter-3:1', FILTERS, 'found 2 filters'],
  ['1', ['all'], 'all has no condition: it keeps every line'],
  ['1', [], 'found no filter, expected --filter or --job'],
])('rejects %s before it reads', async (chosen, filters, message) => {
  const request = { sources: ['nowhere'], filters, samplesFor: [{ condition: chosen, samples: 5 }] };
  await expect(replay(request)).rejects.toMatchObject({
    code: 'condition-unknown',
    message: expect.stringContaining(message),
  });
});
