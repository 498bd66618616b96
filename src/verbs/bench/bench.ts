// Measures the speed of filters on the user's data and machine, splits the time into steps, and compares two filters. Selects the
// measured part of a source and combines the passes over it with their times; prints nothing.
import { availableParallelism, cpus } from 'node:os';
import type { NamedFilter } from '../../analysis/query/index.ts';
import type { Detail } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError, printCount } from '../../base/index.ts';
import { countLines, type LinesTotal, type Problem } from '../../input/scan/index.ts';
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
import { noRecordsError } from '../request/no-answer/no-records-error.ts';
import {
  type DeferredLines,
  deferredIn,
  inflatePass,
  type PassSettings,
  type Replayed,
  readPass,
  replayPass,
} from './bench-pass.ts';
import {
  compareTimes,
  median,
  ROUNDS_TO_TELL,
  runRounds,
  type StepTime,
  splitTime,
  spreadOf,
  type TimesCompared,
} from './bench-rounds.ts';

/** The measured part of the source: whole objects. */
interface MeasuredPart {
  objects: number;
  /** Objects of the source in the requested time range, and their stored bytes, as far as known. */
  objectsInAll: number;
  bytesInAll: number;
  /** As stored, as far as known. */
  bytes: number;
  damaged: number;
  unreadable: number;
  lines: LinesTotal;
  /** Rounds that were timed, after the warm-up. */
  rounds: number;
}

/** Filters that ran together in a replay of one thread. */
export interface FilterSpeed {
  /** Name of the filter, or of all of them. */
  name: string;
  /** As expressions; null keeps every line. */
  filters: (string | null)[];
  /** Median. Processor time of all threads of the program; on Windows, wall time. */
  seconds: number;
  linesPerSecond: number;
  /** Bytes of lines, after inflation. */
  bytesPerSecond: number;
  /** Bytes as stored. */
  storedBytesPerSecond: number;
  /** Median distance of the rounds' times from their median, as a share of it. */
  spread: number;
  /** `seconds` divided by those of a replay without a filter. */
  ratioToNoFilter: number;
  split: StepTime[];
  left: DeferredLines;
}

/** Which of two filters is cheaper; see {@link TimesCompared}. */
export interface FilterComparison extends TimesCompared {
  first: string;
  second: string;
  /** Fewer rounds are not conclusive. */
  roundsToTell: number;
}

/** The result of `bench`. */
export interface BenchReport {
  version: 1;
  /** Interrupted: the medians are those of fewer rounds than requested. */
  partial: boolean;
  dataset: string;
  detail: Detail;
  machine: { node: string; processor: string; processors: number };
  measured: MeasuredPart;
  /** The requested filters, then the filter to compare with. */
  filters: FilterSpeed[];
  comparison?: FilterComparison;
}

/** The filters to measure, and the settings. */
interface BenchRequest extends FilterRequest, LogsRequest {
  /** A filter to compare with `filters`, which run together, as in a replay. */
  compare: string | undefined;
  detail: Detail;
  /** Approximate stored bytes to measure: whole objects, evenly from the source, at least one. */
  bytes: number;
  /** Maximum number of timed rounds. */
  rounds: number;
  /** Wall time after which no further round starts. */
  seconds: number;
  /** Called before anything is read. */
  onListing: (listing: SourceListing, set: FilterSet) => void;
  /** Called when the measured part is known. @param lost the first problem of each object that was not read completely */
  onPart: (part: MeasuredPart, lost: readonly Problem[]) => void;
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

/** A measurement, and the error if it is meaningless. */
interface Benched {
  report: BenchReport;
  /** Set if the filters leave every line undecided: such lines are not those that they are written for. */
  without: HeadgateError | undefined;
}

/**
 * Measures filters.
 * @throws InvalidFilterError before anything is read; HeadgateError `no-filter`, `no-objects`, `no-records`,
 * `single-use`, `passes-differ`, those of sources; `interrupted` if the run was interrupted before the first round
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
  const { set, sides, signal, detail, rounds, seconds, range, reading, nullAs } = resolved;
  const { dataset } = set;
  const source = await listSources(resolved, jobsOf(set));
  resolved.onListing(source, set);
  requireObjects(source, range);
  const objects = chooseObjects(source, resolved.bytes);
  const bytes = objects.reduce((sum, { object }) => sum + (object.bytes ?? 0), 0);
  const settings: PassSettings = {
    ...{ dataset, range, reading, nullAs, signal, detail },
    listing: { ...source, objects, bytes },
  };

  // The first replays find the lines that all others have to read.
  const unfiltered = await replayPass(settings, []);
  const { lines, problems, source: total } = unfiltered.report;
  const { damaged, unreadable } = total;
  const seen = { objects: objects.length, damaged, unreadable, pruned: source.pruned, lines, problems };
  const answer = { ...settings, verb: 'measure', seen };
  const without = lines.read === 0 && (await noAnswerError({ ...answer, outcomes: [], objects }));
  if (without) throw without;
  const replay = async (filters: readonly NamedFilter[]): Promise<Replayed> => {
    const replayed = await replayPass(settings, filters);
    requireSameLines(lines.bytes, replayed.report.lines.bytes);
    return replayed;
  };
  const first: Replayed[] = [];
  for (const { filters } of sides) first.push(await replay(filters));

  const measured: MeasuredPart = {
    objects: objects.length,
    objectsInAll: source.objects.length,
    bytesInAll: source.bytes,
    ...{ bytes, damaged, unreadable, lines, rounds: 0 },
  };
  resolved.onPart(measured, total.lost);
  const passes: Record<string, () => Promise<unknown>> = {
    read: () => readPass(settings),
    inflate: () => inflatePass(settings),
    scan: () => replay([]),
  };
  for (const [index, { filters }] of sides.entries()) passes[SIDES[index]!] = () => replay(filters);
  const times = await runRounds(passes, { rounds, seconds, signal });
  measured.rounds = times.scan!.length;
  if (measured.rounds === 0) signal.throwIfAborted();
  const [read, inflate, scan] = [times.read!, times.inflate!, times.scan!].map(median) as [number, number, number];
  const filters = await Promise.all(
    sides.map(async ({ name, filters: ofSide }, index): Promise<FilterSpeed> => {
      const taken = times[SIDES[index]!]!;
      const evaluate = median(taken);
      return {
        name,
        filters: ofSide.map(({ reading: { filter } }) => (filter === undefined ? null : printExpression(filter))),
        seconds: evaluate,
        linesPerSecond: countLines(lines) / evaluate,
        bytesPerSecond: lines.bytes / evaluate,
        storedBytesPerSecond: bytes / evaluate,
        spread: spreadOf(taken),
        ratioToNoFilter: evaluate / scan,
        split: splitTime({ read, inflate, scan, evaluate }, lines.bytes),
        left: await deferredIn(first[index]!),
      };
    }),
  );
  const [one, other] = filters;
  const report: BenchReport = {
    version: 1,
    partial: signal.aborted,
    dataset: dataset.name,
    detail,
    machine: {
      node: process.version,
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      processors: availableParallelism(),
    },
    measured,
    filters,
    ...(other && {
      comparison: {
        first: one!.name,
        second: other.name,
        ...compareTimes(times.first!, times.second!),
        roundsToTell: ROUNDS_TO_TELL,
      },
    }),
  };
  const outcomes = sides.flatMap(({ jobs }, side) =>
    (first[side]!.report.jobs ?? []).map((job, index) => outcomeOf(job, jobs[index]?.filter)),
  );
  return { report, without: await noAnswerError({ ...answer, outcomes, objects }) };
}

/**
 * Selects objects evenly over the source, about as many as have the given stored bytes, at least one.
 * @throws HeadgateError `single-use` if one cannot be read in every pass
 */
function chooseObjects({ objects, bytes }: SourceListing, limit: number): SourceObject[] {
  const all = [...objects];
  const once = all.find(({ object }) => object.singleUse);
  if (once !== undefined) {
    throw new HeadgateError(
      'single-use',
      `cannot measure ${once.object.name}: it can be read only once, and bench reads its source in every round; save the lines to a file`,
    );
  }
  const count = bytes <= limit ? all.length : Math.max(1, Math.floor((limit / bytes) * all.length));
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!);
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

/** @throws HeadgateError `passes-differ` unless a replay has read the lines of the first */
function requireSameLines(expected: number, found: number): void {
  if (found === expected) return;
  throw new HeadgateError(
    'passes-differ',
    `cannot measure: found ${printCount(found)} bytes of lines in a later replay, expected ${printCount(expected)} as in the first; measure again while nothing is written to the source`,
  );
}
