// Estimates the share of lines and bytes that a filter keeps: exactly from all objects, or from as many as a precision
// needs, with an interval. Prints nothing.
import { HeadgateError } from '../base/index.ts';
import { KEEP, printExpression } from '../filter/index.ts';
import type { LinesTotal, LineTotal, Problem } from '../replay/index.ts';
import {
  type Cluster,
  estimateShare,
  firstLook,
  halfWidth,
  MISS,
  missAt,
  nextLook,
  type ObjectFigures,
  type ShareEstimate,
} from '../sample/index.ts';
import {
  drawnObjects,
  filterJsonOf,
  openSample,
  type SampledSource,
  SampleRounds,
  type SampleSource,
  type SampleSourceRequest,
} from './sample-source.ts';
import type { SourceListing, SourceObject } from './sources.ts';

/** Half width of the interval that `--fast` aims at where no `--precision` is given: one percentage point. */
export const DEFAULT_PRECISION = 0.01;
/** What to estimate. */
export interface EstimateRequest extends SampleSourceRequest {
  /** Half the width that the interval may have, 0 to 1; undefined: read all. */
  precision: number | undefined;
}

/** About how much it is in the whole source, and between what. */
export interface WholeEstimate {
  estimate: number;
  low: number;
  high: number;
}

/** What is known of the share a filter keeps. */
export interface EstimateResult {
  version: 1;
  /** Interrupted: rests on the rounds that were over, or has no interval. */
  partial: boolean;
  dataset: string;
  filter: string;
  seed: number;
  /** All objects were read: the shares are those of the source, and no estimates. */
  exact: boolean;
  /** Probability that the interval holds the share: 0.95. Null where there is no interval. */
  level: number | null;
  /** How often more objects were read. */
  rounds: number;
  share: ShareEstimate;
  bytesShare: ShareEstimate;
  /** Null where none was asked for. Half widths of the interval of `share`. */
  precision: { wanted: number; reached: number } | null;
  /** All lines and bytes (after inflation) of the source, by its stored bytes; null where their number is unknown. */
  whole: { lines: number; bytes: number; kept: { lines: WholeEstimate; bytes: WholeEstimate } } | null;
  /** Share of the source's stored bytes in the largest object that was not read; null where that is unknown, or there is none. The
   * interval takes objects to be of about equal size: one that holds more than half its width, and is unlike the rest, can lie outside it. */
  largestUnread: number | null;
  kept: LineTotal;
  dropped: LineTotal;
  undecided: LineTotal;
  source: SampledSource;
  lines: LinesTotal;
  problemCounts: Record<string, number>;
  problems: Problem[];
}

/** An estimate from the objects of some rounds. */
interface Look {
  share: ShareEstimate;
  bytesShare: ShareEstimate;
  read: readonly SourceObject[];
}

/**
 * Estimates a share; a precision is looked for in rounds, see src/sample/looks.ts.
 * @throws InvalidFilterError before anything is read; HeadgateError `no-filter`, `many-filters`, and those of sources
 */
export async function estimate(request: EstimateRequest): Promise<EstimateResult> {
  const source = await openSample(request);
  if (source.filter === undefined) {
    throw new HeadgateError(
      'no-filter',
      'cannot estimate: found no filter, wanted --filter with a filter or --job with a job that has one',
    );
  }
  const { nullAs, range, reading, seed, precision, signal } = request;
  const rounds = new SampleRounds(request, source, {
    ...{ nullAs, range, reading, seed, wanted: 0, verdict: KEEP, spread: 'all', isByObject: true },
    datasetName: source.dataset.name,
    filter: filterJsonOf(source),
  });
  const objects = drawnObjects(source, seed);
  const inAll = objects.length;
  let looks = 0;
  let look = inAll === 0 ? lookAt([], [], inAll, MISS) : undefined;
  let read = 0;
  let upTo = precision === undefined ? inAll : firstLook(inAll, precision);
  while (read < upTo) {
    const { figures } = await rounds.read(objects.slice(read, upTo));
    if (signal.aborted) break;
    read = upTo;
    looks += 1;
    look = lookAt(objects.slice(0, read), figures.objects, inAll, missAt(looks));
    if (read < inAll && halfWidth(look.share) > precision!) upTo = nextLook(read, inAll, look.share, precision!);
  }
  return resultOf(request, source, rounds, { look, looks });
}

function lookAt(
  read: readonly SourceObject[],
  figures: readonly ObjectFigures[],
  objectsInAll: number,
  miss: number,
): Look {
  const clusters = (of: 'lines' | 'bytes'): Cluster[] => {
    const found = figures.map(({ kept, dropped, undecided }) => ({
      all: kept[of] + dropped[of] + undecided[of],
      kept: kept[of],
    }));
    // What nothing was read of holds no lines.
    return [...found, ...Array.from({ length: read.length - found.length }, () => ({ all: 0, kept: 0 }))];
  };
  const lines = clusters('lines').reduce((sum, { all }) => sum + all, 0);
  const options = { objectsInAll, miss, lines };
  return {
    share: estimateShare(clusters('lines'), options),
    bytesShare: estimateShare(clusters('bytes'), options),
    read,
  };
}

function resultOf(
  { seed, precision, signal }: EstimateRequest,
  { dataset, filter, listing }: SampleSource,
  rounds: SampleRounds,
  { look, looks }: { look: Look | undefined; looks: number },
): EstimateResult {
  const { figures } = rounds.reading;
  const { kept, dropped, undecided, lines } = figures;
  const source = rounds.toSource();
  const exact = look !== undefined && look.read.length === listing.objects.length;
  const { share, bytesShare } = look ?? {
    share: unknownShare(kept.lines, kept.lines + dropped.lines + undecided.lines),
    bytesShare: unknownShare(kept.bytes, kept.bytes + dropped.bytes + undecided.bytes),
  };
  const all = {
    lines: kept.lines + dropped.lines + undecided.lines,
    bytes: kept.bytes + dropped.bytes + undecided.bytes,
  };
  // Only what was read to its end says how many lines a stored byte stands for.
  const times = exact
    ? 1
    : source.bytesInAll === null || source.bytes === 0 || signal.aborted
      ? null
      : source.bytesInAll / source.bytes;
  return {
    version: 1,
    partial: signal.aborted,
    dataset: dataset.name,
    filter: printExpression(filter!.reading.filter!),
    seed,
    exact,
    level: look === undefined || exact ? null : 1 - MISS,
    rounds: looks,
    share,
    bytesShare,
    precision: precision === undefined ? null : { wanted: precision, reached: halfWidth(share) },
    whole:
      times === null
        ? null
        : {
            lines: Math.round(all.lines * times),
            bytes: Math.round(all.bytes * times),
            kept: { lines: ofWhole(share, all.lines * times), bytes: ofWhole(bytesShare, all.bytes * times) },
          },
    largestUnread: exact || look === undefined ? null : largestShare(listing, look.read),
    ...{ kept, dropped, undecided, source, lines },
    problemCounts: figures.problemCounts,
    problems: figures.problems,
  };
}

function largestShare({ objects, bytes }: SourceListing, read: readonly SourceObject[]): number | null {
  const seen = new Set(read);
  const largest = objects.reduce((most, one) => Math.max(most, seen.has(one) ? 0 : (one.object.bytes ?? 0)), 0);
  return largest === 0 ? null : largest / bytes;
}

/** Of objects that were read in no order of chance, and not to their end. */
function unknownShare(kept: number, all: number): ShareEstimate {
  return { share: all === 0 ? 0 : kept / all, low: 0, high: 1 };
}

function ofWhole({ share, low, high }: ShareEstimate, all: number): WholeEstimate {
  return { estimate: Math.round(share * all), low: Math.round(low * all), high: Math.round(high * all) };
}
