// Decides what to read again to measure stored sizes: all objects of a small source, or the runs of randomly drawn lines of a large one.
// Reads nothing.
import type { Items } from '../../base/index.ts';
import { lineHash, objectHash } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { Sample } from '../aggregates/index.ts';
import { MIN_DRAWS } from './estimate-written.ts';

/** Maximum number of lines drawn for each filter. More take longer and make the interval little smaller. Chosen by headgate. */
export const MAX_DRAWS = 100;
/** Objects of at least this many stored bytes are read in blocks. Ours: most of their blocks are full. */
const LARGE_STORED_BYTES = 64 * 1024;
/** Size of a block of a large object, in inflated bytes. Chosen by headgate. */
export const BLOCK_BYTES = 256 * 1024;
/** Inflated bytes before a block that are read as well: gzip compresses a line by what precedes it. Chosen by headgate. */
export const READ_BEFORE_BYTES = 128 * 1024;

/**
 * Limits of the work. Those of runs are limits for each output: what is measured of a filter must not depend on the filters beside it, or the same filter
 * costs one sum in a replay and another in a comparison. Tests set smaller ones.
 */
export interface MeasureLimits {
  /** A source of at most this many bytes of lines is compressed completely, once for all lines and once for each filter. */
  exactBytes: number;
  /** Maximum number of objects that are read completely. */
  exactObjects: number;
  /** Bytes of lines that may be read again, or {@link budgetShare} of the source if that is more. */
  budgetBytes: number;
  budgetShare: number;
  /** Upper limit of the budget. */
  maxBudgetBytes: number;
}

/**
 * Reading and compressing 100 MB takes about a second of one thread. A budget that allows only ten runs is too small: intervals then contain
 * the size of skewed sources in 91 to 94 % of cases. Outputs share the runs in which their lines are the same.
 */
export const DEFAULT_LIMITS: MeasureLimits = {
  exactBytes: 30e6,
  exactObjects: 1000,
  budgetBytes: 8e6,
  budgetShare: 0.005,
  maxBudgetBytes: 64e6,
};
/** Time of skipping a byte of an object, in relation to reading and compressing it. Measured: a tenth. */
const SKIPPED_COST = 0.1;
/**
 * Draws of sparse outputs may exceed the budget by this factor: a line may be the only one of its object, so that their runs are more unequal; and they are
 * fast to read. Chosen by headgate.
 */
const SPARSE_FACTOR = 2;
/** The minimum number of draws may exceed the budget by this factor. Ours: few lines of one huge object can be measured. */
const MINIMUM_FACTOR = 12;
/**
 * Inflated bytes that may be skipped to reach blocks of compressed objects, or a share of the source if that is more. Inflating takes a twentieth
 * of the time of reading lines. Ours: 0.3 s, or a tenth of the replay.
 */
const SKIPPED_BYTES = 600e6;
const SKIPPED_SHARE = 0.2;
/** Inflated bytes for each stored byte from which a source is compressed. Of a plain file, blocks are read alone. */
const COMPRESSED_FROM = 1.5;

/** A part of an object whose kept lines are compressed together. */
export interface Run {
  item: SourceObject;
  /** Index of the block of {@link BLOCK_BYTES}; undefined: the whole object. */
  block: number | undefined;
  /** Indices of the outputs that need it. */
  outputs: Set<number>;
}

/** Runs, and for each output the run of each of its draws. */
export interface PlannedRuns {
  runs: Run[];
  draws: Run[][];
}

/** The source as it was read. */
export interface MeasuredSource {
  objects: Items<SourceObject>;
  /** Of all lines, after inflation. */
  bytes: number;
  /** As stored. */
  storedBytes: number;
}

/** Whether to read all objects. */
export function isSmall({ objects, bytes }: MeasuredSource, limits: MeasureLimits): boolean {
  if (bytes > limits.exactBytes) return false;
  let count = 0;
  for (const _ of objects) {
    count += 1;
    if (count > limits.exactObjects) return false;
  }
  return true;
}

/**
 * Chooses the runs. The number of draws of an output depends on the sizes of all objects and on the number of runs, never on the sizes of the drawn ones:
 * otherwise small objects would be preferred.
 * @param drawn lines of each output, a uniform sample
 * @param sparse outputs that write little of each block
 * @returns undefined if no output has enough runs within its budget
 */
export function planRuns(
  source: MeasuredSource,
  drawn: readonly (readonly Sample[])[],
  sparse: ReadonlySet<number>,
  limits: MeasureLimits,
): PlannedRuns | undefined {
  const sorted = drawn.map((samples) => [...samples].sort((a, b) => hashOf(a) - hashOf(b)));
  const items = itemsOf(source.objects, sorted.flat());
  const { costOfRun, costOfSparseRun, skipped } = expectedWork(source);
  const budget = Math.min(limits.maxBudgetBytes, Math.max(limits.budgetBytes, limits.budgetShare * source.bytes));
  const runs = new Map<string, Run>();
  const draws = sorted.map((samples, output) => {
    const isSparse = sparse.has(output);
    const costOf = isSparse ? costOfSparseRun : costOfRun;
    const limit = isSparse ? budget * SPARSE_FACTOR : budget;
    const places = samples.map(({ object, offset }) => {
      const item = items.get(object)!;
      const block = isLarge(item) && !isSparse ? Math.floor(offset / BLOCK_BYTES) : undefined;
      return { item, block, key: `${block ?? ''} ${object}` };
    });
    const isWithin = (count: number, bytes: number): boolean => {
      const own = new Map(places.slice(0, count).map(({ key, block }) => [key, block]));
      const blocks = [...own.values()].filter((block) => block !== undefined).length;
      return own.size * costOf <= bytes && skipped(blocks) <= skippable(source);
    };
    let count = Math.min(MIN_DRAWS, places.length);
    if (!isWithin(count, budget * MINIMUM_FACTOR)) count = 0;
    else while (count < places.length && isWithin(count + 1, limit)) count += 1;
    return places.slice(0, count).map(({ item, block, key }) => {
      const run = runs.get(key) ?? { item, block, outputs: new Set() };
      runs.set(key, run);
      run.outputs.add(output);
      return run;
    });
  });
  if (runs.size === 0 && sorted.some(({ length }) => length > 0)) return undefined;
  return { runs: [...runs.values()], draws };
}

function skippable({ bytes }: MeasuredSource): number {
  return Math.max(SKIPPED_BYTES, SKIPPED_SHARE * bytes);
}

function hashOf({ object, offset }: Sample): number {
  return lineHash(objectHash(object), offset);
}

function itemsOf(objects: Items<SourceObject>, samples: readonly Sample[]): Map<string, SourceObject> {
  const names = new Set(samples.map(({ object }) => object));
  const items = new Map<string, SourceObject>();
  for (const item of objects) if (names.has(item.object.name)) items.set(item.object.name, item);
  return items;
}

function isLarge({ object }: SourceObject): boolean {
  return object.bytes === undefined || object.bytes >= LARGE_STORED_BYTES;
}

function inflatedBytes({ object }: SourceObject, { bytes, storedBytes }: MeasuredSource): number {
  return (object.bytes ?? bytes) * (bytes / Math.max(1, storedBytes));
}

/** What runs cost on average, in bytes that are read and compressed, if lines are drawn at random: large objects are drawn more often. */
function expectedWork(source: MeasuredSource): {
  costOfRun: number;
  /** Of an output that writes little of each block: what gzip makes of few lines depends on all of them. */
  costOfSparseRun: number;
  /** Inflated bytes that are skipped to reach blocks. */
  skipped: (runs: number) => number;
} {
  const { objects, bytes, storedBytes } = source;
  const large: number[] = [];
  let [ofSmall, ofSparse] = [0, 0];
  for (const item of objects) {
    const inflated = inflatedBytes(item, source);
    const share = Math.min(1, inflated / Math.max(1, bytes));
    if (isLarge(item)) large.push(inflated);
    else ofSmall += share * inflated;
    ofSparse += share * SKIPPED_COST * inflated;
  }
  const shareOfLarge = large.reduce((sum, inflated) => sum + inflated, 0) / Math.max(1, bytes);
  return {
    costOfRun: ofSmall + Math.min(1, shareOfLarge) * (BLOCK_BYTES + READ_BEFORE_BYTES),
    costOfSparseRun: ofSparse,
    skipped: (runs) =>
      bytes / Math.max(1, storedBytes) < COMPRESSED_FROM
        ? 0
        : large.reduce((sum, inflated) => sum + lastBlock((runs * inflated) / bytes) * inflated, 0),
  };
}

/** The mean place of the last of a random number of blocks, from 0 to 1. @param draws mean of their Poisson distribution, above 0 */
function lastBlock(draws: number): number {
  return draws === 0 ? 0 : 1 - (1 - Math.exp(-draws)) / draws;
}
