// The effects of new filters on stored lines: by definition, line by line; several in one pass; and the errors of a run without an answer.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { printFilterJson, readFilter } from '../../../src/language/filter/index.ts';
import { parseJobs } from '../../../src/language/job/index.ts';
import { answerPage } from '../../../src/report/page/answer-page.ts';
import { effectSections } from '../../../src/report/page/jobs-plan-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { compare, replay } from '../../../src/verbs/index.ts';
import {
  type FilterReplacement,
  type ReplayEffectsRequest,
  replayEffects,
} from '../../../src/verbs/jobs/replay-effects.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { linesOf, recordOf, storedObjects } from '../../helpers/stored-samples.ts';

const dataset = getDataset('http_requests');
const folder = mkdtempSync(join(tmpdir(), 'headgate-change-'));
const FOLDER = join(folder, 'logs');
/** Every third line of two objects with attacks and errors. */
const objects = storedObjects('all-requests', '20261102/')
  .slice(8, 10)
  .map(({ key, text }) => ({ key, lines: linesOf(text).filter((_, at) => at % 3 === 0) }));
mkdirSync(FOLDER);
for (const { key, lines } of objects) writeFileSync(join(FOLDER, basename(key)), gzipSync(`${lines.join('\n')}\n`));
const records = objects.flatMap(({ lines }) => lines.map((line) => ({ line, record: recordOf(line) })));

const json = (expression: string): string => printFilterJson(readFilter(expression, dataset).filter!);
const BASE = { dataset: 'http_requests', sources: [FOLDER], samples: 2 } as const;
type OneReplacement = Partial<Omit<ReplayEffectsRequest, 'replacements'> & FilterReplacement>;

async function change({ job = 'j', from, to, isNew, jobBefore, jobAfter, ...request }: OneReplacement) {
  const replacements = [{ job, from, to, isNew, jobBefore, jobAfter }];
  const effects = await replayEffects({ ...BASE, ...request, replacements });
  expect(effects).toHaveLength(1);
  return effects[0]!;
}

it.each([
  { from: 'EdgeResponseStatus >= 500', to: 'EdgeResponseStatus >= 400' },
  { from: 'BotScore < 30', to: 'BotScore < 30 and SecurityActions contains "block"' },
  { from: 'BotScore < 30 or WAFAttackScore > 5', to: 'ClientCountry == "de"' },
  { from: undefined, to: 'CacheReserveUsed or ClientCountry != "us"' },
  { from: 'OriginResponseStatus != 200', to: undefined },
  { from: undefined, to: undefined },
])('from $from to $to', async ({ from, to }) => {
  const effect = await change({ from: from && json(from), to: to && json(to), threads: 1 });
  const verdicts = (filter: string | undefined) =>
    records.map(({ record }) => (filter === undefined ? 'keep' : naiveVerdict(json(filter), record)));
  const [before, after] = [verdicts(from), verdicts(to)];
  const totalOf = (test: (before: string, after: string) => boolean) => {
    const lines = records.filter((_, index) => test(before[index]!, after[index]!)).map(({ line }) => line);
    return { lines: lines.length, bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) };
  };
  const totals = (side: 0 | 1) => ({
    kept: totalOf((...pair) => pair[side] === 'keep'),
    dropped: totalOf((...pair) => pair[side] === 'drop'),
    undecided: totalOf((...pair) => pair[side] === 'undecided'),
  });
  expect(effect).toMatchObject({
    ...{ job: 'j', from: totals(0), to: totals(1), guards: [] },
    newlyKept: totalOf((old, now) => old === 'drop' && now === 'keep'),
    newlyDropped: totalOf((old, now) => old === 'keep' && now === 'drop'),
    undecided: totalOf((old, now) => old === 'undecided' || now === 'undecided'),
  });
  for (const shown of [effect.newlyKept!, effect.newlyDropped!]) {
    expect(shown.samples).toHaveLength(Math.min(2, shown.lines));
  }
  for (const { line } of effect.newlyKept!.samples) {
    const index = records.findIndex((one) => one.line === line);
    expect([before[index], after[index]]).toEqual(['drop', 'keep']);
  }
});

it('a new job has no filter in force; guards judge the new filter', async () => {
  const to = json('EdgeResponseStatus >= 500');
  const request = { isNew: true, to, guards: ['kept >= 50%'], neverDrop: ['EdgeResponseStatus == 503'] };
  const effect = await change(request);
  expect(effect).toMatchObject({ from: null, newlyKept: null, newlyDropped: null, undecided: { lines: 0 } });
  expect(effect.guards).toMatchObject([
    { guard: 'kept >= 50%', job: 'j', holds: false },
    { guard: 'EdgeResponseStatus == 503', job: 'j', holds: true },
  ]);
  const { guards } = await replay({ ...request, sources: [FOLDER], filters: [{ kind: 'filter', value: to }] });
  expect(effect.guards.map(({ found }) => found)).toEqual(guards!.map(({ found }) => found));
});

it('several jobs read the source once, with the figures of separate runs', async () => {
  const replacements: FilterReplacement[] = [
    { job: 'new', to: json('EdgeResponseStatus >= 500'), isNew: true },
    { job: 'narrower', from: json('BotScore < 30'), to: json('BotScore < 20 and ClientCountry == "us"') },
    // The name of another job is not confused with it.
    { job: 'narrower', from: undefined, to: json('CacheReserveUsed or ClientCountry != "us"') },
    { job: 'unchanged', from: json('BotScore > 5'), to: json('BotScore > 5') },
  ];
  const guards = { guards: ['kept-bytes <= 1 GB/day', 'newly-dropped <= 1%'], neverDrop: ['ClientCountry == "us"'] };
  const listings: number[] = [];
  const objectsRead: number[] = [];
  const together = await replayEffects({
    ...{ ...BASE, ...guards, replacements },
    onListing: ({ objects }) => listings.push(objects.length),
    onProgress: ({ objects }) => objectsRead.push(objects),
  });
  const alone = await Promise.all(replacements.map((one) => change({ ...one, ...guards })));
  expect(together).toEqual(alone);
  expect(together.map(({ guards }) => guards.map(({ holds }) => holds))).toMatchObject([
    [true, true, false],
    [true, false, false],
    [true, false, false],
    [true, true, false],
  ]);
  expect(listings).toEqual([together[0]!.source.objects]);
  expect(Math.max(...objectsRead)).toBe(together[0]!.source.objects);
});

it('is the same with several threads', async () => {
  const request = { from: json('BotScore < 30'), to: json('BotScore < 20'), neverKeep: ['ClientCountry == "us"'] };
  const one = await change({ ...request, threads: 1 });
  expect(one.guards[0]!.lines).toHaveLength(5);
  expect(await change({ ...request, threads: 2, bytesPerThread: 0 })).toEqual(one);
});

it('names the fields that the new filter tests and lines lack', async () => {
  const source = join(folder, 'few.ndjson');
  writeFileSync(source, '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200,"BotScore":1}\n');
  const effect = await change({ sources: [source], from: json('BotScore > 5'), to: json('BotScore < 5') });
  expect(effect).toMatchObject({ missingFields: [{ name: 'BotScore', lines: 1 }], undecided: { lines: 1, bytes: 27 } });
});

it.each([
  ['no record', '\n', json('BotScore < 5'), { code: 'no-records', kind: 'unreachable' }],
  [
    'no line that the new filter decides',
    '{"RayID":"1"}\n',
    json('BotScore < 5'),
    { code: 'no-verdict', kind: 'unreachable' },
  ],
  ['an invalid filter', '{"RayID":"1"}\n', '{"where":{}}', { code: 'filter-invalid', kind: 'negative' }],
])('rejects: %s', async (name, text, to, error) => {
  const source = join(folder, `${name}.ndjson`);
  writeFileSync(source, text);
  await expect(change({ sources: [source], from: '', to })).rejects.toMatchObject(error);
});

it.each([
  [{ guards: ['kept => 1'] }, { code: 'guard-invalid', guards: [{ name: "--guard 'kept => 1'" }] }],
  [{ undecidedOk: true }, { code: 'undecided-ok-alone' }],
  [{ samples: -1 }, { code: 'usage' }],
])('rejects %o', async (request, error) => {
  await expect(change(request)).rejects.toMatchObject(error);
});

it('names the job whose filter decides no line', async () => {
  const source = join(folder, 'undecided.ndjson');
  writeFileSync(source, '{"EdgeResponseStatus":500}\n');
  const replacements = [
    { job: 'decided', to: json('EdgeResponseStatus >= 500') },
    { job: 'lacks a field', to: json('BotScore < 5') },
  ];
  await expect(replayEffects({ ...BASE, sources: [source], replacements })).rejects.toThrow(
    'cannot replay the filter of lacks a field: found 1 of 1 line undecided',
  );
});

it('an interrupted run has no effect to report', async () => {
  const stop = new AbortController();
  const running = change({ to: json('BotScore < 5'), signal: stop.signal, onListing: () => stop.abort() });
  await expect(running).rejects.toMatchObject({ kind: 'interrupted' });
});

it('costs what compare computes for the same jobs, and judges guards on money', async () => {
  const jobOf = (status: number) => {
    const settings = { name: 'j', filter: json(`EdgeResponseStatus >= ${status}`), destination_conf: 'r2://logs' };
    return { settings, job: parseJobs(JSON.stringify(settings), 'job.json', 'j').jobs[0]! };
  };
  const [before, after] = [400, 500].map(jobOf);
  const prices = { price: ['cloudflare,internal=1TB', 'stored=1/GB-month'] };
  const guards = ['cost[cloudflare] <= 5/month', 'saves[cloudflare] >= 99/month'];
  const sides = { from: before!.settings.filter, to: after!.settings.filter };
  const effect = await change({ ...prices, ...sides, guards, jobBefore: before!.job, jobAfter: after!.job });
  const texts = [before!, after!].map(({ settings }) => ({
    ...{ kind: 'job' as const, value: 'job.json', text: JSON.stringify(settings) },
  }));
  const compared = await compare({ sources: [FOLDER], from: texts[0]!, to: [texts[1]!], ...prices, guards });
  expect(effect.costDifference).toEqual(compared.comparisons[0]!.cost);
  expect(effect.cost!.jobs.map(({ money }) => money)).toEqual(compared.cost!.jobs.map(({ money }) => money));
  expect(effect.guards.map(({ holds, found }) => [holds, found])).toEqual(
    compared.guards!.map(({ holds, found }) => [holds, found]),
  );
  expect(effect.guards.map(({ holds }) => holds)).toEqual([true, false]);
});

it('a new job costs all that it pushes; its text has the figures of JSON', async () => {
  const request = { price: 'cloudflare,internal=1TB,external=1TB', guards: ['cost <= 0.0001/month'] };
  const effect = await change({ ...request, isNew: true, to: json('EdgeResponseStatus >= 200') });
  const [before, after] = effect.cost!.jobs;
  expect(before!.money[0]!.amount).toMatchObject({ value: 0 });
  expect(after!.money[0]!.amount!.value).toBeGreaterThan(0.0001);
  expect(effect.guards).toMatchObject([{ holds: false }]);
  const sections = effectSections(effect, { dataset: 'http_requests', tested: [] }, {});
  const text = [...renderText(answerPage('Plan', 'neutral', '', { sections }), { color: false, width: 100 })].join('');
  expect(text).toMatch(/Cost, cloudflare +\$0 +\$0\.\d*[1-9]\d* to \$0\.\d*[1-9]/);
});
