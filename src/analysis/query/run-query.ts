// Answers a query over listed sources: shares the objects among threads, and adds up what each has counted. Reads no filters and lists nothing.
import { PairwiseSum, type TimeRange } from '../../base/index.ts';
import { emptyTotal, type Progress, type ReadingFlags, startProgress } from '../../input/objects/index.ts';
import type { ResumedRun, RunFacets } from '../../input/resume/index.ts';
import type { SourceTotal } from '../../input/scan/index.ts';
import { listedTotal, type SourceListing } from '../../input/sources/index.ts';
import { readObjects, type WorkerPlan, type WorkerTarget, workerEntry } from '../../input/threads/index.ts';
import { type Dataset, getDataset } from '../../language/dataset/index.ts';
import { compileCombination, type NullReading, parseFilterJson, printExpression } from '../../language/filter/index.ts';
import { EVERY, NONE } from '../aggregates/index.ts';
import { type EmitPlan, type EmitRun, type EmittedTotal, mergeEmitted } from '../emit/index.ts';
import { loadTransformers } from '../transform/index.ts';
import {
  type Answers,
  answersOf,
  mergeStates,
  type Query,
  type QueryState,
  STATE_VERSION,
  splitsAtLines,
} from './query.ts';
import { QueryPass } from './query-pass.ts';

/** The module that a worker thread starts with. */
export const QUERY_WORKER: URL = workerEntry('query-worker', import.meta.url);

/** Bytes of lines that take 30 times as long as drawing and storing one line of a sample once more. Measured. */
const BYTES_PER_SAMPLED_LINE = 256 * 1024;

/** A query, and how lines are read: plain data from which every thread creates its pass. */
export interface QueryPlan extends WorkerPlan {
  query: Query;
  nullAs: NullReading;
  range: TimeRange;
  /** Where the lines of {@link Query.outputs} are written. @default they are not */
  emit?: EmitPlan | undefined;
}

/** What a thread has counted and written. */
export interface QueryPart {
  state: QueryState;
  /** By output. Absent if nothing is written. */
  emitted?: readonly EmittedTotal[] | undefined;
}

/** The sources of a query, and how to read them. */
export interface QuerySources {
  /** As in `SharedWork`. */
  verb: string;
  dataset: Dataset;
  listing: SourceListing;
  range: TimeRange;
  reading: ReadingFlags;
  nullAs: NullReading;
  signal: AbortSignal;
  /** Threads that may read; with 1 this thread reads all. */
  threads: number;
  /** Bytes of lines that make a thread worth its start; 0: any do. @default BYTES_PER_THREAD */
  bytesPerThread?: number | undefined;
  /** Size of the parts that large plain files are cut into. Bytes. @default PART_BYTES */
  partBytes?: number | undefined;
  /** Where the answers over shards are stored; nothing is written then. @default they are not */
  resumed?: ResumedRun | undefined;
  /** Called often while objects are read. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Where the lines of {@link Query.outputs} are written. @default they are not */
  emission?: EmitRun | undefined;
}

/** What was read, and what it answers. */
export interface QueryResult {
  answers: Answers;
  source: SourceTotal;
  /** Threads that have read. */
  threads: number;
  /** The pass of this thread: with one thread, of everything. */
  pass: QueryPass;
  /** Whether the run was interrupted. */
  partial: boolean;
  /** By output. Absent if nothing is written. */
  emitted?: readonly EmittedTotal[] | undefined;
}

/** Creates a pass that has read nothing. */
export function createPass({ datasetName, query, nullAs, range }: Omit<QueryPlan, 'reading'>): QueryPass {
  const dataset = getDataset(datasetName);
  return new QueryPass(query, {
    dataset,
    range,
    compile: (text) => compileCombination(parseFilterJson(text, dataset), dataset, { nullAs }),
  });
}

/** Lines of all samples of a query. */
function sampledLines({ aggregates }: Query): number {
  return aggregates.reduce((sum, asked) => sum + ('limit' in asked ? asked.limit : 0), 0);
}

/** Loads the language of transformers, if the plan has one: it is large. Call it once before {@link createPass}. */
export async function prepareQuery({ query }: Pick<QueryPlan, 'query'>): Promise<void> {
  if (query.aggregates.some((asked) => 'by' in asked)) await loadTransformers();
}

/** Returns what a thread reads a shard into. */
export function shardTarget(plan: QueryPlan): WorkerTarget<QueryPart> {
  const pass = createPass(plan);
  return { pass, result: () => ({ state: pass.state() }) };
}

/** What decides the answers to a query over the same objects. */
export function facetsOf({ datasetName, query }: QueryPlan): RunFacets {
  const dataset = getDataset(datasetName);
  const numbers = new Map<string, number>();
  const transformers = new Map<string, number>();
  const figures = query.aggregates.map((asked) => {
    const {
      kind,
      of = [],
      by = [],
      taken = [],
      ...sizes
    } = { of: undefined, by: undefined, taken: undefined, ...asked };
    const sqls = [by].flat().map((text) => {
      if (text === null) return 0;
      const number = transformers.get(text) ?? transformers.size + 1;
      transformers.set(text, number);
      return number;
    });
    const selections = [of, taken].flat().map((text) => {
      const number = numbers.get(text) ?? numbers.size + 1;
      numbers.set(text, number);
      return number;
    });
    return [
      kind,
      ...(selections.length > 0 ? ['of filter', selections.join('+')] : []),
      ...(sqls.length > 0 ? ['by transformer', sqls.join('+')] : []),
      ...Object.entries(sizes).flat(),
    ].join(' ');
  });
  return {
    '--dataset': datasetName,
    'the filter': [...numbers.keys()]
      .filter((text) => text !== EVERY && text !== NONE)
      .map((text) => printExpression(parseFilterJson(text, dataset))),
    ...(transformers.size > 0 && { 'the transformer': [...transformers.keys()] }),
    'what is counted': figures,
    'the version of the answers': STATE_VERSION,
  };
}

/** Answers a query. */
export async function runQuery(query: Query, sources: QuerySources): Promise<QueryResult> {
  const { dataset, listing, emission, range, reading, nullAs, signal, onProgress = () => {} } = sources;
  const { verb, threads, bytesPerThread, partBytes, resumed } = sources;
  const plan: QueryPlan = { datasetName: dataset.name, query, reading, nullAs, range, emit: emission?.plan };
  await prepareQuery(plan);
  const pass = createPass(plan);
  const emitter = emission?.emitter;
  // Only one thread can write to a stream, in the order of the objects.
  const inOrder = emission !== undefined && emission.plan === undefined;
  const total = emptyTotal();
  const sum = new PairwiseSum<QueryPart>((a, b) => mergeParts(query, a, b));
  const parts = await readObjects<QueryPlan, QueryPart>(listing.objects, {
    verb,
    entry: QUERY_WORKER,
    plan,
    pass,
    emitter,
    inOrder,
    total,
    signal,
    onProgress,
    threads,
    bytesPerThread,
    partBytes,
    splits: splitsAtLines(query),
    shards: resumed && {
      store: resumed.begin(facetsOf(plan)),
      createTarget: () => shardTarget(plan),
      add: (part) => {
        sum.add(part);
        return part;
      },
      leastBytes: sampledLines(query) * BYTES_PER_SAMPLED_LINE,
    },
    progress: startProgress(listing.objects.length, listing.bytes),
    result: async () => {
      await emission?.end();
      return { state: pass.state(), emitted: emitter?.totals() };
    },
  });
  for (const part of parts) sum.add(part);
  const { state, emitted } = sum.total()!;
  return {
    answers: answersOf(query, state),
    source: { ...listedTotal(listing), ...total },
    threads: parts.length,
    pass,
    partial: signal.aborted,
    emitted,
  };
}

/** Adds what two threads have counted and written. */
export function mergeParts(query: Query, a: QueryPart, b: QueryPart): QueryPart {
  return {
    state: mergeStates(query, a.state, b.state),
    emitted: a.emitted?.map((one, output) => mergeEmitted(one, b.emitted![output]!)),
  };
}
