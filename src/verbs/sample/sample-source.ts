// The parts that drawing lines and estimating a share have in common: at most one filter, a listing, and objects that are read in
// one go or in rounds.
import { abortable, HeadgateError, type Items, PairwiseSum, printCount } from '../../base/index.ts';
import type { IndexedSource } from '../../input/destination/index.ts';
import { emptyTotal, startProgress } from '../../input/objects/index.ts';
import type { Problem } from '../../input/scan/index.ts';
import { listSources, type SourceListing, type SourceObject } from '../../input/sources/index.ts';
import { readObjects, type ShardStore, type WorkerPlan, type WorkerTarget } from '../../input/threads/index.ts';
import { checkSeed } from '../request/check-value.ts';
import { ignore, type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { compileFilters, type FilterRequest, type FilterSet, jobsOf, readFilters } from '../request/named-filters.ts';
import { DEFAULT_SEED, SEEDS } from '../request/request-defaults.ts';

/** The logs to sample, and the callbacks. At most one filter or job. */
export interface SampleSourceRequest extends FilterRequest, LogsRequest, ThreadsRequest {
  /** 32 bits; another seed draws other lines and objects. @default 0 */
  seed?: number | undefined;
  /** Called once, before an object is read. */
  onFilters?: ((set: FilterSet, listing: SourceListing) => void) | undefined;
  /** Called once for each round, with the objects of the round, before they are read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

/** The part of the source that was read, as every result reports it. */
export interface SampledSource {
  /** Objects read, and bytes of them as stored. */
  objects: number;
  bytes: number;
  /** Objects of the source. */
  objectsInAll: number;
  /** Bytes of the source as stored; null if unknown. */
  bytesInAll: number | null;
  skipped: number;
  pruned: number;
  damaged: number;
  unreadable: number;
  /** Lines read from corrupt objects: no checksum confirms all of them. */
  unconfirmedLines: number;
  /** The damaged and unreadable objects, by name. Not bounded. */
  lost: Problem[];
  /** The indexes among the sources. Absent without one. */
  indexes?: IndexedSource[];
}

/** A request with its defaults, its filter and its objects. */
type SampleSource = Awaited<ReturnType<typeof resolveSource>>;

/**
 * Adds the defaults, reads the filter and lists the source.
 * @throws InvalidFilterError; HeadgateError `many-filters`, `usage`, and those of sources
 */
export async function resolveSource(request: SampleSourceRequest) {
  const { seed = DEFAULT_SEED, onFilters = ignore, onListing = ignore } = request;
  checkSeed(seed, SEEDS);
  const logs = resolveLogs(request);
  const set = await abortable(readFilters(request), logs.signal);
  compileFilters(set.filters, logs.nullAs);
  const [filter, ...more] = set.filters;
  if (more.length > 0) {
    throw new HeadgateError(
      'many-filters',
      `cannot sample: found ${printCount(more.length + 1)} filters (${set.filters.map(({ name }) => name).join(', ')}), expected one; join them with and or or`,
    );
  }
  const listing = await listSources(logs, jobsOf(set));
  onFilters(set, listing);
  return {
    ...logs,
    seed,
    onListing,
    dataset: set.dataset,
    listing,
    /** Undefined without a filter. The filter may keep every line (`all`). */
    filter,
  };
}

/** What is counted in the objects of a round. */
interface RoundWork<Plan extends WorkerPlan, Figures> {
  /** As in `SharedWork`. */
  entry: URL;
  plan: Plan;
  /** Creates what a thread reads objects into. */
  start: () => WorkerTarget<Figures>;
  /** Where the figures of shards are stored. @default they are not */
  store?: ShardStore<Figures> | undefined;
  /** Adds the figures of different objects, or of parts of objects. */
  sum: (parts: readonly Figures[]) => Figures;
}

/** Reads objects in rounds and adds up their figures. */
export class SampleRounds<Plan extends WorkerPlan, Figures> {
  readonly #source: SampleSource;
  readonly #work: RoundWork<Plan, Figures>;
  readonly #progress = startProgress();
  readonly #total = emptyTotal();
  #figures: Figures | undefined;

  constructor(source: SampleSource, work: RoundWork<Plan, Figures>) {
    this.#source = source;
    this.#work = work;
  }

  /** Reads more objects. @returns the figures of all rounds so far */
  async read(objects: Items<SourceObject>): Promise<Figures> {
    const { threads, bytesPerThread, partBytes, signal, onListing, onProgress } = this.#source;
    let bytes = 0;
    for (const { object } of objects) bytes += object.bytes ?? 0;
    onListing({ ...this.#source.listing, objects, bytes });
    const progress = this.#progress;
    progress.objectsInAll += objects.length;
    progress.bytesInAll += bytes;
    const { entry, plan, start, sum, store } = this.#work;
    const shards = new PairwiseSum<Figures>((a, b) => sum([a, b]));
    const add = (figures: Figures): Figures => {
      shards.add(figures);
      return figures;
    };
    const found = await readObjects<Plan, Figures>(objects, {
      verb: 'sample',
      entry,
      plan,
      signal,
      progress,
      onProgress,
      total: this.#total,
      ...start(),
      shards: store && { store, createTarget: start, add },
      threads,
      bytesPerThread,
      partBytes,
    });
    this.#figures = sum([this.#figures, shards.total(), ...found].filter((one) => one !== undefined));
    return this.#figures;
  }

  /** The part of the source that was read. */
  toSource(): SampledSource {
    const { objects, skipped, pruned, indexes } = this.#source.listing;
    let isKnown = true;
    for (const { object } of objects) isKnown &&= object.bytes !== undefined;
    const bytesInAll = isKnown ? this.#source.listing.bytes : null;
    return { ...this.#total, objectsInAll: objects.length, bytesInAll, skipped, pruned, ...(indexes && { indexes }) };
  }
}
