// The exports of the library: nothing is exported by accident, and every optional field of a request has a default.
import { describe, expect, it } from 'vitest';
import * as headgate from '../src/index.ts';
import { loadedByModule } from './helpers/cli/loaded-files.ts';
import { runTogether } from './helpers/cli/run-cli.ts';

it('no SDK and no server is loaded before a request needs it', async () => {
  const { packages } = await loadedByModule("import './src/index.ts'");
  const ofBuckets = ['p-map'];
  const ofJobs = ['zod'];
  const ofLines = ['fastest-levenshtein', 'get-east-asian-width', 'stream-chain', 'stream-json'];
  const ofSql = ['@noble/hashes', 'diff', 're2js'];
  expect(packages).toEqual([...ofLines, ...ofBuckets, ...ofJobs, ...ofSql].sort());
});

it('exports are chosen, not leaked', () => {
  expect(Object.keys(headgate).sort()).toMatchInlineSnapshot(`
    [
      "DATASET_NAMES",
      "DAYS_PER_MONTH",
      "DEFAULT_DATASET",
      "Decimal",
      "GuardSyntaxError",
      "HeadgateError",
      "HugeInteger",
      "InvalidFilterError",
      "InvalidGuardError",
      "InvalidRulesetError",
      "InvalidSuiteError",
      "MAX_FILTER_BYTES",
      "MAX_FILTER_OPERATORS",
      "MIN_COVERED_HOURS",
      "PriceSyntaxError",
      "QueryPass",
      "VERDICT_NAMES",
      "answersOf",
      "applyFields",
      "applyJobs",
      "applyTransformer",
      "areEqual",
      "askReplay",
      "askSelected",
      "canonicalFilter",
      "check",
      "compare",
      "comparePlan",
      "compileFilter",
      "costDifference",
      "createBucket",
      "createLineOutput",
      "createRecordReader",
      "deleteBucket",
      "deleteSecret",
      "estimate",
      "explain",
      "explainFilter",
      "getDataset",
      "implies",
      "indexLogs",
      "initEdge",
      "isSampled",
      "listBuckets",
      "listDatasets",
      "listFields",
      "listJobs",
      "listPromises",
      "listSecrets",
      "listTransformers",
      "mergeStates",
      "migratePools",
      "mineSuite",
      "neverHas",
      "openDestination",
      "parseGuard",
      "parseJson",
      "parseLocation",
      "parseObjectKey",
      "planFields",
      "planJobs",
      "planPools",
      "planRestoration",
      "planTransformer",
      "playPoolEvents",
      "previewFields",
      "printExpression",
      "printFilterJson",
      "printJobString",
      "printJson",
      "proposeFields",
      "putSecret",
      "queryOf",
      "readFilter",
      "readLine",
      "readObject",
      "recordFrom",
      "replay",
      "restorePools",
      "sample",
      "startSandbox",
      "suggest",
      "testFilters",
      "validate",
      "verifyPools",
    ]
  `);
});

it('an object with an integer that JavaScript has rounded is rejected', () => {
  expect(() => headgate.recordFrom(JSON.parse('{"EdgeStartTimestamp":1700000000002000001}'))).toThrow(
    /EdgeStartTimestamp.*rounded.*BigInt/,
  );
});

it('a replay needs no more than sources and filters', async () => {
  const { jobs = [], lines } = await headgate.replay({
    sources: ['samples/logs'],
    filters: ['EdgeResponseStatus >= 500'],
  });
  expect([lines.read, jobs[0]?.kept.lines]).toEqual([21_957, 364]);
});

const [DAY, NEXT_DAY] = [1_793_577_600n * 1_000_000_000n, 1_793_664_000n * 1_000_000_000n];

it('times are text as on the command line, or instants', async () => {
  const range = { since: '2026-11-02', until: '2026-11-03' };
  const instants = { since: DAY, until: NEXT_DAY };
  const [one, two] = await Promise.all([range, instants].map((time) => readIn(time)));
  expect(one).toEqual(two);
  expect(one?.outside).toBeGreaterThan(0);
  await expect(readIn({ since: 'last week' })).rejects.toMatchObject({ code: 'bad-time' });
});

it.each([
  { since: NEXT_DAY, until: DAY },
  { since: DAY, until: DAY },
  { since: '2026-11-03', until: DAY },
  { since: NEXT_DAY, until: '2026-11-02' },
])('the empty range $since to $until is rejected', async (range) => {
  await expect(readIn(range)).rejects.toMatchObject({
    code: 'bad-time',
    message: expect.stringMatching(/^cannot use --since 2026-11-0.* with --until 2026-11-02.*found an empty range/),
  });
});

it('an instant outside the years 0000 to 9999 is rejected', async () => {
  await expect(readIn({ since: 10n ** 30n })).rejects.toMatchObject({ code: 'bad-time' });
});

async function readIn(range: headgate.TimeRangeRequest): Promise<headgate.LinesTotal> {
  return (await headgate.replay({ sources: ['samples/logs'], range, detail: 'counts' })).lines;
}

const [sources, job] = [['samples/logs'], 'samples/jobs/all-requests.json'];
const preview = { ruleset: 'samples/ruleset.json', sources: ['samples/traffic/shop.har'] };

describe('a value that the flags reject is rejected', () => {
  it.each([
    ['threads: found 0, expected a whole number of at least 1', () => headgate.replay({ sources, threads: 0 })],
    ['threads: found 1.5, expected a whole number of at least 1', () => headgate.validate({ job, threads: 1.5 })],
    ['samples: found -1, expected a whole number of at least 0', () => headgate.replay({ sources, samples: -1 })],
    [
      'slackMs: found NaN, expected a whole number of at least 0',
      () => headgate.replay({ sources, slackMs: Number.NaN }),
    ],
    ['wanted: found 0, expected a whole number of at least 1', () => headgate.sample({ sources, wanted: 0 })],
    [
      'seed: found 4294967296, expected a whole number below 4294967296',
      () => headgate.sample({ sources, wanted: 1, seed: 2 ** 32 }),
    ],
    [
      'precision: found 0.5, expected a share such as 0.01, above 0 and below 0.5',
      () => headgate.estimate({ sources, precision: 0.5 }),
    ],
    ['threads: found 0, expected a whole number of at least 1', () => headgate.estimate({ sources, threads: 0 })],
    ['line: found 0, expected a whole number of at least 1', () => headgate.explain({ sources, choice: { line: 0 } })],
    [
      'limit: found 0, expected a whole number of at least 1',
      () => headgate.explain({ sources, choice: { limit: 0 } }),
    ],
    ['rows: found -1, expected a whole number of at least 0', () => headgate.previewFields({ ...preview, rows: -1 })],
    [
      'spread: found "day", expected one of all, object, time',
      () => headgate.sample({ sources, wanted: 1, spread: 'day' as 'time' }),
    ],
    [
      'input: found "xml", expected one of auto, ndjson, csv, json',
      () => headgate.replay({ sources, reading: { input: 'xml' as 'csv' } }),
    ],
  ] as const)('%s', async (found, run) => {
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(headgate.HeadgateError);
    expect(error).toMatchObject({ code: 'usage', kind: 'unreachable', message: `cannot use ${found}` });
  });
});

it('a filter may be an object', async () => {
  const where = { key: 'EdgeStartTimestamp', operator: 'geq', value: 1_793_577_600_000_000_001n };
  const { checks } = await headgate.check({ filters: [{ where }, 'BotScore < 30'] });
  expect(checks.map(({ name, filter }) => [name, filter?.json])).toEqual([
    ['filter-1', '{"where":{"key":"EdgeStartTimestamp","operator":"geq","value":1793577600000000001}}'],
    ['filter-2', '{"where":{"key":"BotScore","operator":"lt","value":30}}'],
  ]);
});

it('a filter object with a rounded integer is rejected', async () => {
  const where = JSON.parse('{"key":"EdgeStartTimestamp","operator":"geq","value":1793577600000000001}');
  const error = await headgate.check({ filters: [{ where }] }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(headgate.HeadgateError);
  expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining('cannot convert where.value: found') });
});

it('explain returns no lines for a source without a record', async () => {
  const { lines, kinds } = await headgate.explain({
    sources: ['LICENSE'],
    reading: { input: 'ndjson' },
    filters: ['BotScore < 30'],
  });
  expect([lines, kinds.read]).toEqual([[], 0]);
  expect(kinds.malformed).toBeGreaterThan(0);
});

it('job files follow the filters', async () => {
  const { checks } = await headgate.check({
    filters: ['all', { kind: 'job', value: 'samples/jobs/all-requests.json' }, 'BotScore < 30'],
    jobs: ['samples/jobs/errors-and-threats.json'],
  });
  expect(checks.map(({ name }) => name)).toEqual(['all', 'all-requests', 'filter-1', 'errors-and-threats']);
});

it('a signal that is already aborted rejects with its reason', async () => {
  const reason = new Error('no longer needed');
  await expect(headgate.replay({ sources: ['samples/logs'], signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

describe('a request has the defaults of the command', () => {
  const [logs, job] = ['samples/logs/errors-and-threats', 'samples/jobs/errors-and-threats.json'];
  const filter = 'EdgeResponseStatus >= 500';
  const ruleset = 'samples/ruleset.json';
  const traffic = 'samples/traffic/shop.har';
  const filters = [filter];
  it.each([
    { args: ['check', filter], run: () => headgate.check({ filters }) },
    { args: ['replay', logs, '-f', filter], run: () => headgate.replay({ sources: [logs], filters }) },
    { args: ['explain', logs, '-f', filter], run: () => headgate.explain({ sources: [logs], filters }) },
    { args: ['validate', logs, '--job', job], run: () => headgate.validate({ sources: [logs], job }) },
    {
      args: ['sample', logs, '-f', filter, '--estimate'],
      run: () => headgate.estimate({ sources: [logs], filters }),
    },
    {
      args: ['fields', 'preview', traffic, '--ruleset', ruleset],
      run: () => headgate.previewFields({ ruleset, sources: [traffic] }),
    },
  ])('$args', async ({ args, run }) => {
    const [{ stdout }, result] = await Promise.all([runTogether([...args, '--format', 'json', '--no-color']), run()]);
    const plain = [stdout, JSON.stringify(result)].map((text) => ({ ...JSON.parse(text), timing: undefined }));
    expect(plain[1]).toEqual(plain[0]);
  });

  it('of sample', async () => {
    const [{ stdout }, drawn] = await Promise.all([
      runTogether(['sample', logs, '-n', '3']),
      headgate.sample({ sources: [logs], wanted: 3 }),
    ]);
    expect(Array.from(drawn.sample, ({ line }) => `${line}`).join('')).toBe(stdout);
  });
});
