// Measures the speed of filters on the user's data and machine, splits the time into steps, and compares two filters. Combines the
// measured part of a source, the passes over it, and their times; prints nothing.
import { availableParallelism, cpus } from 'node:os';
import type { NamedFilter } from '../../analysis/query/index.ts';
import type { Detail, JobReport } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { countLines, type LinesTotal } from '../../input/scan/index.ts';
import { INTERRUPTED, listSources, type SourceListing, type SourceObject } from '../../input/sources/index.ts';
import { printExpression } from '../../language/filter/index.ts';
import { type LogsRequest, resolveLogs } from '../request/logs-request.ts';
import {
  type CompiledJob,
  compileFilters,
  type FilterRequest,
  type FilterSet,
  filterArguments,
  jobsOf,
  readFilters,
} from '../request/named-filters.ts';
import { noAnswerError, outcomeOf } from '../request/no-answer/no-answer-error.ts';
import { noRecordsError, type Seen } from '../request/no-answer/no-records-error.ts';
import { chooseClock } from './bench-clock.ts';
import { fitPart } from './bench-fit.ts';
import { countDeferred, type DeferredLines } from './bench-kernel.ts';
import { type HeldObject, type HeldPart, heldSource, holdPart } from './bench-part.ts';
import { inflatePass, type PassSettings, replayPass, requireSameLines } from './bench-pass.ts';
import { bytesOf, timeReading } from './bench-read.ts';
import type { BenchReport, FilterSpeed, MeasuredPart, Speed } from './bench-report.ts';
import { compareTimes, median, type Pass, ROUNDS_TO_TELL, runRounds, spreadOf } from './bench-rounds.ts';
import { type SharedPass, splitTime } from './bench-split.ts';
import { timeWhole } from './bench-whole.ts';

/** The filters to measure, and the settings. */
export interface BenchRequest extends FilterRequest, LogsRequest {
  /** A filter to compare with `filters`, which run together, as in a replay. */
  compare: string | undefined;
  detail: Detail;
  /** Threads of the whole replay; everything else is measured in one thread. */
  threads: number;
  /** Maximum stored bytes to read into memory. */
  bytes: number;
  /** Maximum number of timed rounds. */
  rounds: number;
  /** Approximate time limit of the rounds: to meet it, less of the source is measured. */
  seconds: number;
  /** Called before anything is read. */
  onListing: (listing: SourceListing, set: FilterSet) => void;
  /** Called when the measured part is known. */
  onPart: (part: MeasuredPart, firstFailure: string | undefined) => void;
}

type ResolvedBench = Awaited<ReturnType<typeof resolve>>;

type PassName = SharedPass | 'first' | 'second';

/** Filters that run together. */
interface Side {
  name: string;
  filters: readonly NamedFilter[];
  jobs: readonly CompiledJob[];
}

/** One side of the comparison after its warm-up. */
interface MeasuredSide extends Side {
  left: DeferredLines;
  /** The reports of the filters. */
  found: readonly JobReport[];
}

/** A measurement, and the error if it is meaningless. */
export interface Benched {
  report: BenchReport;
  /** Set if the filters leave every line undecided: such lines are not those that they are written for. */
  without: HeadgateError | undefined;
}

/**
 * Measures filters.
 * @throws InvalidFilterError before anything is read; HeadgateError `no-filter`, `no-objects`, `no-records`, those of
 * sources and of bench-part.ts and bench-pass.ts; `interrupted` if the run was interrupted before the first round
 */
export async function bench(request: BenchRequest): Promise<Benched> {
  try {
    return await measure(await resolve(request));
  } catch (error) {
    // Interrupted while listing, an error names what was listed.
    if (request.signal?.aborted !== true || error instanceof HeadgateError) throw error;
    throw new HeadgateError(INTERRUPTED, 'interrupted before the first round: nothing was measured', {
      kind: 'interrupted',
    });
  }
}

async function measure(resolved: ResolvedBench): Promise<Benched> {
  const { set, sides, signal, detail, rounds, seconds, range, reading, nullAs, threads } = resolved;
  const listing = await listSources(resolved, jobsOf(set));
  resolved.onListing(listing, set);
  requireObjects(listing, range);
  const settings: PassSettings = { dataset: set.dataset, range, reading, nullAs, signal };
  const part = await holdPart([...listing.objects], resolved.bytes, signal);
  const secondsPerPass = seconds / (rounds * (detail === 'full' ? 3 : 2) + rounds * sides.length);
  const held = await fitPart(part.objects, secondsPerPass, settings, { filters: sides[0]!.filters, detail });
  const items = held.map(heldSource);
  const warm = await warmUp(items, sides, settings, { detail, pruned: listing.pruned });
  const measured = measuredPart(part, held, listing, warm);
  resolved.onPart(measured, part.firstFailure);
  const [first, second] = warm.sides;
  const { filters } = first!;
  const whole = await timeWhole(part.objects, { settings, filters, detail, threads });
  // The passes did not read the part that did not fit.
  if (whole?.bytes === measured.bytes) requireSameLines(warm.lines, whole.lines, 'whole');
  const readSeconds = await timeReading(part, held, signal);
  const clock = chooseClock(first!.left.kernel === 'off');
  const passes = passesOf(items, warm, settings, detail);
  const times = await runRounds(passes, { clock, rounds, seconds: 2 * seconds, signal });
  measured.rounds = times.first.length;
  if (measured.rounds === 0) signal.throwIfAborted();
  const speed = (side: MeasuredSide, of: readonly number[]): FilterSpeed => ({
    name: side.name,
    filters: side.filters.map(({ reading: { filter } }) => (filter === undefined ? null : printExpression(filter))),
    ...speedOf(median(of), measured),
    spread: spreadOf(of),
    split: splitTime(readSeconds, times, median(of), warm.lines.bytes),
    left: side.left,
  });
  const without = await noAnswerError({
    ...{ verb: 'measure', seen: warm.seen, dataset: set.dataset, objects: listing.objects, reading, range, signal },
    outcomes: warm.sides.flatMap((side) => side.found.map((job, index) => outcomeOf(job, side.jobs[index]?.filter))),
  });
  const report: BenchReport = {
    version: 1,
    partial: signal.aborted,
    dataset: set.dataset.name,
    detail,
    clock,
    machine: {
      node: process.version,
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      processors: availableParallelism(),
    },
    measured,
    filters: [speed(first!, times.first), ...(second === undefined ? [] : [speed(second, times.second)])],
    ...(second === undefined
      ? {}
      : {
          comparison: {
            first: first!.name,
            second: second.name,
            ...compareTimes(times.first, times.second),
            roundsToTell: ROUNDS_TO_TELL,
          },
        }),
    ...(whole === undefined ? {} : { whole: { ...whole, ...speedOf(whole.seconds, whole) } }),
  };
  return { report, without };
}

/** @returns also the sides: the filters that run together, and the filter to compare with */
async function resolve(request: BenchRequest) {
  const { compare, detail, bytes, rounds, seconds, onListing, onPart } = request;
  const logs = resolveLogs(request);
  const filters = filterArguments(request);
  if (filters.length === 0) {
    throw new HeadgateError(
      'no-filter',
      'cannot measure: found no filter, expected --filter with a filter or --job with a job that has one',
    );
  }
  const others = compare === undefined ? [] : [compare];
  const set = await abortable(readFilters({ ...request, filters: [...filters, ...others], jobs: [] }), logs.signal);
  const compiled = compileFilters(set.filters, logs.nullAs);
  const count = set.filters.length - others.length;
  const side = (from: number, to?: number): Side => ({
    name: set.filters
      .slice(from, to)
      .map(({ name }) => name)
      .join(' + '),
    filters: set.filters.slice(from, to),
    jobs: compiled.slice(from, to),
  });
  const sides = [side(0, count), ...others.map(() => side(count))];
  return { ...logs, detail, bytes, rounds, seconds, onListing, onPart, set, sides };
}

function requireObjects({ objects, pruned }: SourceListing, range: ResolvedBench['range']): void {
  if (objects.length > 0) return;
  throw noRecordsError('measure', {
    ...{ objects: 0, damaged: 0, unreadable: 0, pruned, problems: [], range },
    lines: { read: 0, outside: 0, malformed: 0, blank: 0 },
  })!;
}

/** The results of the warm-up. */
interface WarmUp {
  sides: MeasuredSide[];
  lines: LinesTotal;
  seen: Seen;
  /** Inflated bytes, which may differ from those of lines. */
  inflated: number;
  damaged: number;
}

/** Runs every pass once. @throws HeadgateError `no-records` if there is no record */
async function warmUp(
  items: readonly SourceObject[],
  sides: readonly Side[],
  settings: PassSettings,
  { detail, pruned }: { detail: Detail; pruned: number },
): Promise<WarmUp> {
  const inflated = await inflatePass(items, settings);
  const { report, damaged } = await replayPass(items, settings, { filters: [], detail: 'counts' });
  const { lines } = report;
  const seen: Seen = { objects: items.length, damaged, unreadable: 0, pruned, lines, problems: report.problems };
  if (lines.read === 0) {
    const answer = { verb: 'measure', seen, outcomes: [], ...settings, objects: items };
    const without = await noAnswerError(answer);
    if (without !== undefined) throw without;
  }
  const warm: WarmUp = { sides: [], lines, seen, inflated, damaged };
  for (const side of sides) {
    const { result, left } = await countDeferred(items, settings, { filters: side.filters, detail });
    requireSameLines(lines, result.report.lines, side.name);
    warm.sides.push({ ...side, left, found: result.report.jobs ?? [] });
  }
  return warm;
}

/** The passes of a round. */
function passesOf(
  items: readonly SourceObject[],
  { sides, lines, inflated }: WarmUp,
  settings: PassSettings,
  detail: Detail,
): Pass<PassName> {
  const replaying = (name: PassName, filters: readonly NamedFilter[], counted: Detail) => async (): Promise<void> => {
    const { report } = await replayPass(items, settings, { filters, detail: counted });
    requireSameLines(lines, report.lines, name);
  };
  const passes: Partial<Record<PassName, () => Promise<void>>> = {
    inflate: async () => {
      const found = await inflatePass(items, settings);
      requireSameLines({ ...lines, bytes: inflated }, { ...lines, bytes: found }, 'inflate');
    },
    scan: replaying('scan', [], 'counts'),
    ...(detail === 'full' ? { fields: replaying('fields', [], 'full') } : {}),
    first: replaying('first', sides[0]!.filters, detail),
    ...(sides[1] === undefined ? {} : { second: replaying('second', sides[1].filters, detail) }),
  };
  return passes as Pass<PassName>;
}

function measuredPart(
  part: HeldPart,
  held: readonly HeldObject[],
  listing: SourceListing,
  { lines, damaged }: WarmUp,
): MeasuredPart {
  // An object that was cut here is not damaged in the source.
  const cutHere = held.filter(({ isCut, isCompressed }) => isCut && isCompressed).length;
  return {
    objects: held.length,
    objectsInAll: listing.objects.length,
    bytesInAll: listing.bytes,
    bytes: bytesOf(held),
    isCut: held.some(({ isCut }) => isCut),
    damaged: damaged - cutHere,
    unreadable: part.unreadable,
    lines,
    rounds: 0,
  };
}

function speedOf(seconds: number, { lines, bytes }: Pick<MeasuredPart, 'lines' | 'bytes'>): Speed {
  return {
    seconds,
    linesPerSecond: countLines(lines) / seconds,
    bytesPerSecond: lines.bytes / seconds,
    storedBytesPerSecond: bytes / seconds,
  };
}
