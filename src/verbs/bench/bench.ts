// Measures the speed of filters on the user's data and machine, splits the time into steps, and compares two filters. Combines the
// measured part of a source, the passes over it, and their times; prints nothing.
import { availableParallelism, cpus } from 'node:os';
import type { NamedFilter } from '../../analysis/query/index.ts';
import type { Detail, JobReport } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError, printCount } from '../../base/index.ts';
import { countLines, type LinesTotal } from '../../input/scan/index.ts';
import { INTERRUPTED, listSources, type SourceListing } from '../../input/sources/index.ts';
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
import { noRecordsError } from '../request/no-answer/no-records-error.ts';
import { bytesOf, fitPart, heldSource, holdPart } from './bench-part.ts';
import { type DeferredLines, deferredIn, inflatePass, type PassSettings, replayPass } from './bench-pass.ts';
import type { BenchReport, FilterSpeed, MeasuredPart, Speed } from './bench-report.ts';
import { chooseClock, compareTimes, median, ROUNDS_TO_TELL, runRounds, splitTime, spreadOf } from './bench-rounds.ts';
import { timeReading, timeWhole } from './bench-whole.ts';

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

/** The names of their passes. */
const SIDES = ['first', 'second'] as const;

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
  reports: readonly JobReport[];
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
  const { dataset } = set;
  const listing = await listSources(resolved, jobsOf(set));
  resolved.onListing(listing, set);
  requireObjects(listing, range);
  const settings: PassSettings = { dataset, range, reading, nullAs, signal };
  const part = await holdPart([...listing.objects], resolved.bytes, signal);
  const secondsPerPass = seconds / (rounds * ((detail === 'full' ? 3 : 2) + sides.length));
  const main = { filters: sides[0]!.filters, detail };
  const held = await fitPart(part.objects, secondsPerPass, settings, main);
  const items = held.map(heldSource);
  const replay = (filters: readonly NamedFilter[], counted: Detail) =>
    replayPass(items, settings, { filters, detail: counted });

  // The warm-up: every pass once.
  await inflatePass(items, settings);
  const { report: scanned, damaged } = await replay([], 'counts');
  const { lines, problems } = scanned;
  const seen = { objects: items.length, damaged, unreadable: 0, pruned: listing.pruned, lines, problems };
  const answer = { ...settings, verb: 'measure', seen };
  const without = lines.read === 0 && (await noAnswerError({ ...answer, outcomes: [], objects: items }));
  if (without) throw without;
  const measuredSides: MeasuredSide[] = [];
  for (const side of sides) {
    const result = await replay(side.filters, detail);
    measuredSides.push({ ...side, left: await deferredIn(result), reports: result.report.jobs ?? [] });
  }

  const measured: MeasuredPart = {
    objects: held.length,
    objectsInAll: listing.objects.length,
    bytesInAll: listing.bytes,
    bytes: bytesOf(held),
    isCut: held.some(({ isCut }) => isCut),
    // An object that was cut here is not damaged in the source.
    damaged: damaged - held.filter(({ isCut, isCompressed }) => isCut && isCompressed).length,
    unreadable: part.unreadable,
    lines,
    rounds: 0,
  };
  resolved.onPart(measured, part.firstFailure);
  const whole = await timeWhole(part.objects, settings, main, threads);
  // The passes did not read the part that did not fit.
  if (whole?.bytes === measured.bytes) requireSameLines(lines, whole.lines);
  const readSeconds = await timeReading(part, held, signal);
  const clock = chooseClock(measuredSides[0]!.left.kernel === 'off');
  const passes: Record<string, () => Promise<unknown>> = {
    inflate: () => inflatePass(items, settings),
    scan: () => replay([], 'counts'),
  };
  if (detail === 'full') passes.fields = () => replay([], 'full');
  for (const [index, { filters }] of sides.entries()) passes[SIDES[index]!] = () => replay(filters, detail);
  const times = await runRounds(passes, { clock, rounds, seconds: 2 * seconds, signal });
  measured.rounds = times.scan!.length;
  if (measured.rounds === 0) signal.throwIfAborted();
  const filters = measuredSides.map(({ name, left, ...side }, index): FilterSpeed => {
    const ofSide = times[SIDES[index]!]!;
    const time = median(ofSide);
    return {
      name,
      filters: side.filters.map(({ reading: { filter } }) => (filter === undefined ? null : printExpression(filter))),
      ...speedOf(time, measured),
      spread: spreadOf(ofSide),
      split: splitTime(readSeconds, times, time, lines.bytes),
      left,
    };
  });
  const [first, second] = filters;
  const report: BenchReport = {
    version: 1,
    partial: signal.aborted,
    dataset: dataset.name,
    detail,
    clock,
    machine: {
      node: process.version,
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      processors: availableParallelism(),
    },
    measured,
    filters,
    ...(second && {
      comparison: {
        first: first!.name,
        second: second.name,
        ...compareTimes(times.first!, times.second!),
        roundsToTell: ROUNDS_TO_TELL,
      },
    }),
    ...(whole && { whole: { ...whole, ...speedOf(whole.seconds, whole) } }),
  };
  const outcomes = measuredSides.flatMap(({ reports, jobs }) =>
    reports.map((job, index) => outcomeOf(job, jobs[index]?.filter)),
  );
  return { report, without: await noAnswerError({ ...answer, outcomes, objects: listing.objects }) };
}

/** @returns also the sides: the filters that run together, and the filter to compare with */
async function resolve(request: BenchRequest) {
  const { compare } = request;
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
  return { ...request, ...logs, set, sides };
}

function requireObjects({ objects, pruned }: SourceListing, range: ResolvedBench['range']): void {
  if (objects.length > 0) return;
  throw noRecordsError('measure', {
    objects: 0,
    damaged: 0,
    unreadable: 0,
    pruned,
    problems: [],
    range,
    lines: { read: 0, outside: 0, malformed: 0, blank: 0 },
  })!;
}

/** @throws HeadgateError `passes-differ` unless the replay of the source has read the lines in memory */
function requireSameLines(expected: LinesTotal, replayed: LinesTotal): void {
  const keys = ['read', 'outside', 'malformed', 'blank', 'bytes'] as const;
  const differing = keys.find((key) => expected[key] !== replayed[key]);
  if (differing === undefined) return;
  throw new HeadgateError(
    'passes-differ',
    `cannot measure: found ${printCount(replayed[differing])} (lines.${differing}) in the pass whole, expected the ${printCount(expected[differing])} of the others; measure again while nothing is written to the source`,
  );
}

function speedOf(seconds: number, { lines, bytes }: Pick<MeasuredPart, 'lines' | 'bytes'>): Speed {
  return {
    seconds,
    linesPerSecond: countLines(lines) / seconds,
    bytesPerSecond: lines.bytes / seconds,
    storedBytesPerSecond: bytes / seconds,
  };
}
