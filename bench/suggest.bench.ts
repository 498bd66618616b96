// Measures suggestions: 200 instances of the search against every set of terms, how far filters are behind those learnt on the judged day, and the time and
// memory over an index of 2 million lines. Prints tables; stores the raw figures.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RowsRequest, readRows } from '../src/analysis/rows/index.ts';
import {
  EXACT_TERMS,
  filterOf,
  Learner,
  type LineSpace,
  readSpace,
  readVocabulary,
  statesOf,
  TermSearch,
  type Vocabulary,
} from '../src/analysis/suggest/index.ts';
import { verdictIn } from '../src/input/scan/index.ts';
import { listSources } from '../src/input/sources/index.ts';
import { getDataset } from '../src/language/dataset/index.ts';
import {
  compileCombination,
  compileFilter,
  DROP,
  type Filter,
  type Selection,
  unionOf,
} from '../src/language/filter/index.ts';
import { readPromise } from '../src/language/promises/index.ts';
import { indexLogs, suggest } from '../src/verbs/index.ts';
import { resolveLogs } from '../src/verbs/request/logs-request.ts';
import { bestSet, randomInstance } from '../test/helpers/suggest/search-instances.ts';
import { generateObjects } from './generated-logs.ts';
import { keepRun, machineName } from './machine.ts';

const INSTANCES = 200;
/** More terms than the exact search has. */
const BEYOND = 5;
/** Objects of the large index. */
const OBJECTS = 16;
const MS = 1000;
const PROMISES = ['promise:security', 'promise:errors', 'promise:writes'];

/** Measures with a number of plain bytes of the large index. */
export async function benchSuggest(bytes: number): Promise<void> {
  console.log(`${machineName()}\n`);
  const gaps = await searchGaps();
  const days = await heldOutGaps();
  const large = await largeIndex(bytes);
  console.log(`raw runs: ${keepRun(`suggest-${Math.round(bytes / 1e6)}mb`, { gaps, days, large })}`);
}

/** The gap is the share of the worth that remains which the search loses beside the best set; 1 if it misses a goal that a set reaches. */
async function searchGaps(): Promise<object[]> {
  const rows = await Promise.all([searchGapsOf(EXACT_TERMS), searchGapsOf(BEYOND)]);
  console.table(rows);
  return rows;
}

async function searchGapsOf(terms: number): Promise<object> {
  const gaps: number[] = [];
  let [proved, slowest] = [0, 0];
  for (let seed = 0; gaps.length < INSTANCES; seed += 1) {
    const size = {
      terms: terms === EXACT_TERMS ? 30 + (seed % 30) : 14 + (seed % 5),
      atoms: 60 + seed * 2,
      periods: 1 + (seed % 3),
    };
    // Beyond three terms, goals that three miss.
    const instance = randomInstance(seed, {
      ...size,
      share: terms === EXACT_TERMS ? 0.3 + (seed % 5) / 10 : 0.8 + (seed % 15) / 100,
    });
    // With a goal that three terms reach, the search is exact.
    if (terms > EXACT_TERMS && bestSet(instance, EXACT_TERMS)?.reached === 1) continue;
    const before = performance.now();
    const found = await new TermSearch(instance).run(terms);
    slowest = Math.max(slowest, performance.now() - before);
    if (found?.isProved === true) proved += 1;
    const best = bestSet(instance, terms)!;
    const all = instance.atoms.worth.reduce((sum, one) => sum + one, 0);
    if (best.reached < 1) gaps.push((best.reached - found!.reached) / best.reached);
    else gaps.push(found?.reached === 1 ? (found.cost - best.cost) / Math.max(1, all - best.cost) : 1);
  }
  gaps.sort((a, b) => a - b);
  return {
    'terms at most': terms,
    instances: INSTANCES,
    'mean gap %': ((gaps.reduce((sum, gap) => sum + gap, 0) / INSTANCES) * 100).toFixed(3),
    'p95 %': (gaps[Math.floor(INSTANCES * 0.95)]! * 100).toFixed(2),
    'worst %': (gaps.at(-1)! * 100).toFixed(2),
    proved,
    'slowest ms': slowest.toFixed(0),
  };
}

/**
 * For each day and goal: what the terms learnt from the other days do on that day, beside those learnt on the day itself. The score is the share of the bytes
 * dropped, at most the goal, minus the share of worth lost, in points.
 */
async function heldOutGaps(): Promise<object[]> {
  const dataset = getDataset('http_requests');
  const out = join(tmpdir(), 'headgate-bench', 'suggest-samples.index');
  await indexLogs({ sources: ['samples/logs/all-requests'], out });
  const logs = resolveLogs({ sources: [out] });
  const { objects } = await listSources(logs, []);
  const { range, reading, signal } = logs;
  const asked = { dataset, range, reading, signal, nullAs: 'unknown', objects: [...objects] } as const;
  const rows: object[] = [];
  for (const promises of [PROMISES, PROMISES.slice(0, 2), PROMISES.slice(0, 1)]) {
    const promised = promises
      .map((text) => (readPromise(text, dataset) as { filter: Filter }).filter)
      .reduce<Selection>((union, filter) => unionOf(union, filter), 'none') as Filter;
    const base = { dataset, inForce: undefined, promised };
    const request = {
      ...{ ...asked, inForce: undefined, promised: compileCombination(promised, dataset) },
      use: new Set<string>(),
    };
    const space = await readSpace(request);
    const days = [...space.periods.keys()];
    const all = { space, vocabulary: await readVocabulary(space, request) };
    const learn = async ({ space: some, vocabulary }: typeof all, leftOut: number, share: number, judged: number) => {
      const request = { space: some, base, vocabulary, need: some.periods.map(() => share), isStrict: false };
      const found = await new Learner({ ...request, signal }).learn(leftOut);
      const filter = compileFilter(filterOf(found!.terms, 'drop', base), dataset);
      const { bytes, lost } = await droppedIn(space, { ...asked, filters: [filter] }, all.vocabulary, judged);
      return (Math.min(bytes, share) - lost) * 100;
    };
    for (const goal of [0.2, 0.3, 0.4, 0.5, 0.6]) {
      for (const day of days) {
        const others = await learn(all, day, goal, day);
        const alone = onlyIn(space, day);
        const own = await learn({ space: alone, vocabulary: await readVocabulary(alone, request) }, NONE, goal, day);
        rows.push({
          ...{ promises: promises.length, goal, day: space.periods[day]!.days[0] },
          ...{
            others: others.toFixed(1),
            own: own.toFixed(1),
            points: (own - others).toFixed(1),
          },
        });
      }
    }
  }
  console.table(rows);
  return rows;
}

/** No period is left out. */
const NONE = -1;

/** The lines of one period alone. */
function onlyIn(space: LineSpace, only: number): LineSpace {
  const period = space.periods[only]!;
  const isIn = (row: number): boolean => space.periodOf[row] === only;
  const bytes = space.bytes.map((one, row) => (isIn(row) ? one : 0));
  return {
    ...{ ...space, bytes, droppable: space.droppable.map((one, row) => (isIn(row) ? one : 0)) },
    ...{ periodOf: new Uint8Array(bytes.length), periods: [{ ...period, isLearnt: true }], heldOut: NONE, leftOut: [] },
    ...{ lines: bytes.filter((one) => one > 0).length, totalBytes: period.bytes },
  };
}

/** The shares of the bytes of a period that a filter drops, and of the worth. */
async function droppedIn(
  space: LineSpace,
  request: RowsRequest,
  { kinds }: Pick<Vocabulary, 'kinds'>,
  period: number,
): Promise<{ bytes: number; lost: number }> {
  const { objects } = await readRows(request);
  let row = 0;
  let [bytes, worth] = [0, 0];
  for (const states of objects.flatMap(statesOf))
    for (const state of states) {
      if (space.bytes[row] !== 0 && space.periodOf[row] === period && verdictIn(state, 0) === DROP) {
        bytes += space.bytes[row]!;
        worth += kinds.worth[row]!;
      }
      row += 1;
    }
  return { bytes: bytes / space.periods[period]!.bytes, lost: worth / kinds.allWorth[period]! };
}

async function largeIndex(bytes: number): Promise<object[]> {
  const { plain } = await generateObjects(OBJECTS, Math.round(bytes / OBJECTS));
  const out = join(tmpdir(), 'headgate-bench', `suggest-${bytes}.index`);
  if (!existsSync(out)) await indexLogs({ sources: plain, out });
  const rows: object[] = [];
  for (const [search, goal] of [
    ['a half', '50 %'],
    ['two thirds', '66 %'],
  ] as const) {
    const before = performance.now();
    const report = await suggest({ sources: [out], goal, neverDrop: PROMISES });
    rows.push({
      search,
      goal,
      lines: report.lines.read,
      seconds: ((performance.now() - before) / MS).toFixed(1),
      outcome: report.outcome,
      conjunctions: report.search.withConjunctions,
      terms: report.search.terms,
      'peak MB': Math.round(process.resourceUsage().maxRSS / MS),
    });
  }
  console.table(rows);
  return rows;
}
