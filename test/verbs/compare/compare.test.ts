// Comparisons of filters over lines: by definition, line by line; as the difference of two replays; and the errors of a request.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterEdits } from '../../../src/analysis/compare/index.ts';
import { HeadgateError, printJson, type Value } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { printFilterJson, type Selection } from '../../../src/language/filter/index.ts';
import { type CompareRequest, compare, replay } from '../../../src/verbs/index.ts';
import { filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const dataset = getDataset('http_requests');
const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const folder = mkdtempSync(join(tmpdir(), 'headgate-compare-'));
const ZERO = { lines: 0, bytes: 0 };

const verdictOf = (one: Selection, record: ReadonlyMap<string, Value>): string =>
  typeof one === 'object' ? naiveVerdict(printFilterJson(one), new Map(record)) : one === 'every' ? 'keep' : 'drop';
const argumentOf = (one: Selection): string =>
  typeof one === 'object' ? printFilterJson(one) : one === 'every' ? 'all' : 'none';

/** Small filters: the platform's limits apply to the arguments of a command. */
const smallFilter = filterArbitrary.filter((filter) => printFilterJson(filter).length < 900);
const anySelection: fc.Arbitrary<Selection> = fc.oneof(
  { weight: 8, arbitrary: smallFilter },
  { weight: 1, arbitrary: fc.constantFrom<Selection>('every', 'none') },
);

/** Standard input with one filter. */
function stdinTwice(): CompareRequest['stdin'] {
  let isRead = false;
  return async () => {
    if (isRead) throw new HeadgateError('stdin-twice', 'found - more than once');
    isRead = true;
    return 'BotScore < 5';
  };
}

let runs = 0;

it('counts by definition, and each edit as reverting it alone does', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySelection,
      fc.array(anySelection, { minLength: 1, maxLength: 2 }),
      fc.array(recordArbitrary, { minLength: 1, maxLength: 12 }),
      async (from, to, records) => {
        fc.pre(from !== 'none' || to.some((one) => one !== 'none'));
        runs += 1;
        const source = join(folder, `${runs}.ndjson`);
        const lines = records.map((record) => `${printJson(record)}\n`);
        writeFileSync(source, lines.join(''));
        const request = { sources: [source], from: argumentOf(from), to: to.map(argumentOf), samples: 1, threads: 1 };
        const report = await compare({ ...request, by: ['ClientCountry'] }).catch(
          (error: { code: string }) => error.code,
        );
        const undecidedIn = (one: Selection): number =>
          records.filter((record) => [from, one].some((side) => verdictOf(side, record) === 'undecided')).length;
        if (typeof report === 'string') {
          expect(report).toBe('no-verdict');
          expect(to.map(undecidedIn)).toEqual(to.map(() => records.length));
          return;
        }
        const totalOf = (test: (record: Map<string, Value>) => boolean) => {
          const found = lines.filter((_, index) => test(records[index]!));
          return { lines: found.length, bytes: found.reduce((sum, line) => sum + Buffer.byteLength(line), 0) };
        };
        for (const [index, one] of to.entries()) {
          const comparison = report.comparisons[index]!;
          const both = (before: string, after: string) =>
            totalOf((record) => verdictOf(from, record) === before && verdictOf(one, record) === after);
          expect(comparison).toMatchObject({
            keptByBoth: both('keep', 'keep'),
            onlyBefore: both('keep', 'drop'),
            onlyAfter: both('drop', 'keep'),
            neither: both('drop', 'drop'),
            undecided: totalOf((record) => [from, one].some((side) => verdictOf(side, record) === 'undecided')),
          });
          const edits = filterEdits(from, one, dataset);
          expect(comparison.changes).toHaveLength(edits.length);
          for (const [edit, { reverted }] of edits.entries()) {
            const responsible = (before: string, after: string) =>
              totalOf(
                (record) =>
                  verdictOf(from, record) === before &&
                  verdictOf(one, record) === after &&
                  verdictOf(reverted, record) === before,
              );
            expect(comparison.changes[edit]).toMatchObject({
              drops: responsible('keep', 'drop'),
              keeps: responsible('drop', 'keep'),
            });
          }
        }
      },
    ),
    { numRuns: randomRuns(40) },
  );
});

it('is the difference of two replays', async () => {
  const [from, to] = ['EdgeResponseStatus >= 400', 'EdgeResponseStatus >= 500 or BotScore < 10'];
  const report = await compare({ sources: [LOGS], from, to: [to] });
  const jobs = await Promise.all(
    [from, to].map(
      async (filter) =>
        (await replay({ sources: [LOGS], filters: [filter], detail: 'no-fields', stored: false })).jobs![0]!,
    ),
  );
  expect(report.jobs.map(({ name: _, named: __, ...job }) => job)).toEqual(jobs.map(({ name: _, ...job }) => job));
  const [{ keptByBoth, onlyBefore, onlyAfter, neither, undecided } = report.comparisons[0]!] = report.comparisons;
  const sum = (...totals: { lines: number; bytes: number }[]) => ({
    lines: totals.reduce((all, one) => all + one.lines, 0),
    bytes: totals.reduce((all, one) => all + one.bytes, 0),
  });
  expect(undecided).toEqual(ZERO);
  expect(sum(keptByBoth, onlyBefore)).toEqual(jobs[0]!.kept);
  expect(sum(keptByBoth, onlyAfter)).toEqual(jobs[1]!.kept);
  expect(sum(neither, onlyAfter)).toEqual(jobs[0]!.dropped);
});

it('is the same with several threads and without the kernel', async () => {
  const request: CompareRequest = {
    sources: [LOGS],
    from: 'BotScore < 30',
    to: ['BotScore < 20 and ClientCountry != "us"'],
    by: ['ClientRequestPath'],
    neverDrop: ['BotScore < 5'],
  };
  const run = async (changes: Partial<CompareRequest>) => {
    const { timing: _, ...report } = await compare({ ...request, ...changes });
    return report;
  };
  const one = await run({ threads: 1 });
  expect(one.guards).toMatchObject([{ job: 'after', holds: false }]);
  expect(one.comparisons[0]!.onlyBefore.samples).toHaveLength(3);
  expect(one.comparisons[0]!.onlyBefore.by[0]!.values.length).toBeGreaterThan(3);
  expect(await run({ threads: 2, bytesPerThread: 0 })).toEqual(one);
});

describe('names filters', () => {
  const file = (name: string, value: unknown): string => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const job = (name: string, filter: string) => ({
    name,
    dataset: 'http_requests',
    destination_conf: `file://${LOGS}`,
    filter: JSON.stringify({ where: { key: 'BotScore', operator: 'lt', value: Number(filter) } }),
  });
  const live = file('live.json', job('prod', '30'));
  const planned = file('planned.json', {
    success: true,
    errors: [],
    messages: [],
    result: [job('prod', '20'), job('next', '10')],
  });
  const filter = file('bots.json', { where: { key: 'BotScore', operator: 'lt', value: 5 } });

  const called = (name: string): string =>
    file(`${name}.json`, { where: { key: 'BotScore', operator: 'lt', value: 7 } });
  it.each<[from: CompareRequest['from'], to: CompareRequest['to'], names: string[], unnamed: string[]]>([
    [
      'BotScore < 5',
      ['BotScore < 4', 'BotScore < 3'],
      ['before', 'after-1', 'after-2'],
      ['before', 'after-1', 'after-2'],
    ],
    ['all', ['none'], ['all', 'none'], []],
    [`@${filter}`, ['none', 'none'], ['bots', 'none', 'none-2'], []],
    [`@${live}`, [`@${planned}`], ['prod (before)', 'prod (after)', 'next'], []],
    [{ kind: 'job', value: live }, [`@${filter}`, 'all'], ['prod', 'bots', 'all'], []],
    [
      { where: { key: 'BotScore', operator: 'lt', value: 5 } },
      [{ kind: 'job', value: live }],
      ['before', 'prod'],
      ['before'],
    ],
    [`@${called('before')}`, [`@${called('after')}`, 'BotScore < 4'], ['before', 'after', 'after-2'], ['after-2']],
    [`@${called('filter-1')}`, ['BotScore < 4'], ['filter-1', 'after'], ['after']],
  ])('from %j to %j', async (from, to, names, unnamed) => {
    const report = await compare({ sources: [LOGS], from, to, samples: 0, findsValues: false });
    expect(report.jobs.map(({ name }) => name)).toEqual(names);
    expect(report.jobs.filter(({ named }) => !named).map(({ name }) => name)).toEqual(unnamed);
    expect(report.comparisons.map((one) => one.to)).toEqual(names.slice(1));
  });

  const [DECIDED, UNDECIDED] = ['EdgeResponseStatus >= 500', 'BotScore < 30'];
  it.each<[from: string, to: string, by: string, expected: string]>([
    [DECIDED, UNDECIDED, 'the filter "after"', 'both filters keep or drop'],
    [UNDECIDED, DECIDED, 'the filter "before"', 'both filters keep or drop'],
    [
      `${DECIDED} or ${UNDECIDED}`,
      `${DECIDED} and ${UNDECIDED}`,
      'one of the compared filters',
      'both filters keep or drop',
    ],
    [UNDECIDED, 'BotScore < 40', 'every filter', 'a filter keeps or drops'],
    ['none', UNDECIDED, 'the filter', 'a filter keeps or drops'],
  ])('no line has both verdicts of %s and %s', async (from, to, by, expected) => {
    const sources = [500, 200].map((status) => file(`status-${status}.ndjson`, { EdgeResponseStatus: status }));
    await expect(compare({ sources, from, to: [to] })).rejects.toMatchObject({
      code: 'no-verdict',
      kind: 'unreachable',
      message: expect.stringMatching(
        new RegExp(`found 2 of 2 lines undecided by ${by} \\(.*BotScore is missing.*\\), expected .* ${expected};`),
      ),
    });
  });

  it.each<[changes: Partial<CompareRequest>, error: object]>([
    [{ from: `@${planned}` }, { code: 'compare-several', message: expect.stringContaining('found 2 jobs') }],
    [{ to: [] }, { code: 'compare-nothing' }],
    [{ to: 'all' as unknown as string[] }, { code: 'usage', message: 'cannot use to: found "all", expected an array' }],
    [
      { by: 'ClientCountry' as unknown as string[] },
      { code: 'usage', message: 'cannot use by: found "ClientCountry", expected an array' },
    ],
    [{ from: 'none', to: ['none'] }, { code: 'compare-nothing' }],
    [{ by: ['ClientRequestPaht'] }, { code: 'unknown-field', message: expect.stringContaining('ClientRequestPath') }],
    [{ samples: -1 }, { code: 'usage' }],
    [{ from: '' }, { code: 'filter-empty' }],
    [{ to: ['BotScore <'] }, { code: 'filter-invalid', kind: 'negative' }],
    [
      { to: [`@${file('fw.json', { ...job('fw', '1'), dataset: 'firewall_events', filter: '' })}`], from: `@${live}` },
      {
        code: 'dataset-mismatch',
        kind: 'unreachable',
        message: expect.stringMatching(
          /^cannot use fw with http_requests, the dataset of --from @\S+: found a job of firewall_events; pass a job of http_requests$/,
        ),
      },
    ],
    [
      { to: ['Action == "block"', 'BotScore < 9'] },
      {
        code: 'dataset-mismatch',
        kind: 'unreachable',
        message: expect.stringMatching(
          /^cannot compare filters for different datasets: found --from, --to number 2 for http_requests, and --to number 1 with Action, a field of firewall_events, .*, expected filters for one dataset$/,
        ),
      },
    ],
    // No filter fits the dataset: they are invalid.
    [
      { from: 'all', to: ['Action == "block"'] },
      { code: 'filter-invalid', kind: 'negative' },
    ],
    [
      { from: `@${live}`, dataset: 'firewall_events' },
      { code: 'dataset-mismatch', kind: 'unreachable', message: expect.stringContaining('; omit --dataset, or pass') },
    ],
    [{ from: 'Action == "block"' }, { code: 'dataset-mismatch' }],
    [{ from: 'Action == "block"', to: ['BotScore <'] }, { code: 'filter-invalid' }],
    [{ guards: ['kept => 1'] }, { code: 'guard-invalid' }],
    [{ from: '-', to: ['-'], stdin: stdinTwice() }, { code: 'stdin-twice' }],
    [{ sources: [file('empty.ndjson', '')] }, { code: 'no-records', kind: 'unreachable' }],
  ])('rejects %j', async (changes, error) => {
    const request = { sources: [LOGS], from: 'BotScore < 5', to: ['BotScore < 6'], ...changes };
    await expect(compare(request)).rejects.toMatchObject(error);
  });
});

it('an interrupted comparison is partial', async () => {
  const stop = new AbortController();
  const report = await compare({
    ...{ sources: [LOGS], from: 'BotScore < 5', to: ['BotScore < 6'], guards: ['kept >= 1%'], threads: 1 },
    ...{ signal: stop.signal, onListing: () => stop.abort() },
  });
  expect(report).toMatchObject({ partial: true, comparisons: [{ to: 'after' }] });
  expect(report.guards).toBeUndefined();
});
