// Draws lines of a source: uniformly, or evenly over time or objects. Prints nothing.
import {
  createLineSpace,
  createPass,
  DrawnLines,
  emptyFigures,
  inDrawnOrder,
  SAMPLE_WORKER,
  type SampleFigures,
  type SamplePlan,
  type SpreadOver,
  sumFigures,
  timeToSpread,
} from '../../analysis/sample/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { DEFAULT_SLACK_MS } from '../../input/destination/index.ts';
import type { LinesTotal, LineTotal, Problem } from '../../input/scan/index.ts';
import {
  DROP,
  KEEP,
  printExpression,
  printFilterJson,
  UNDECIDED,
  type Verdict,
  type VerdictName,
} from '../../language/filter/index.ts';
import { checkChoice, checkCount } from '../request/check-value.ts';
import { DEFAULT_SPREAD } from '../request/request-defaults.ts';
import { openSampleFile, type SampleFile } from './sample-file.ts';
import { resolveSource, type SampledSource, SampleRounds, type SampleSourceRequest } from './sample-source.ts';

/** Which lines to draw. */
export interface SampleRequest extends SampleSourceRequest {
  /** Lines to draw, at least 1. */
  wanted: number;
  /** @default 'all' */
  spread?: SpreadOver | undefined;
  /** Lines of which verdict; for a filter only. @default 'keep' */
  verdict?: VerdictName | undefined;
  /** Reads only as many objects as the sample needs; `seed` selects them. @default false */
  isFast?: boolean | undefined;
  /** Maximum bytes of lines in memory; a temporary file stores the others. @default MAX_MEMORY_BYTES */
  heldBytes?: number | undefined;
}

type ResolvedSample = Awaited<ReturnType<typeof resolve>>;

async function resolve(request: SampleRequest) {
  const { wanted, spread = DEFAULT_SPREAD, verdict, isFast = false, heldBytes } = request;
  checkCount('wanted', wanted, 1);
  checkChoice('spread', spread, ['all', 'object', 'time']);
  if (verdict !== undefined) checkChoice('verdict', verdict, ['keep', 'drop', 'undecided']);
  if (heldBytes !== undefined) checkCount('heldBytes', heldBytes, 0);
  const source = await resolveSource(request);
  if (verdict !== undefined && source.filter === undefined) {
    throw new HeadgateError(
      'no-filter',
      `cannot draw lines by their verdict: found --verdict ${verdict} and no filter, expected --filter with one`,
    );
  }
  return { ...source, wanted, spread, verdict, isFast, heldBytes };
}

/** A sample. The same for the same source, flags and seed, with any number of threads and any order of objects. */
export interface SampleResult {
  version: 1;
  /** Interrupted: drawn from the lines read so far. */
  partial: boolean;
  dataset: string;
  /** As an expression; null without a filter. */
  filter: string | null;
  /** Null without a filter. */
  verdict: VerdictName | null;
  seed: number;
  spread: SpreadOver;
  /** Requested lines. */
  wanted: number;
  /** In the order of object names and offsets. Each line is read when it is accessed, possibly from a file. */
  sample: DrawnLines;
  /** The lines that the sample was drawn from: those of the verdict in the objects read. */
  drawnFrom: LineTotal;
  /** Lines that the filter leaves undecided; without a filter none. */
  undecided: LineTotal;
  source: SampledSource;
  lines: LinesTotal;
  problemCounts: Record<string, number>;
  problems: Problem[];
}

const VERDICTS: Readonly<Record<VerdictName, { verdict: Verdict; total: 'kept' | 'dropped' | 'undecided' }>> = {
  keep: { verdict: KEEP, total: 'kept' },
  drop: { verdict: DROP, total: 'dropped' },
  undecided: { verdict: UNDECIDED, total: 'undecided' },
};

/** With `--fast`: mean number of lines from each object. With a correlation of 0.05 between the lines of an object, ten of each are
 * worth as much as seven drawn from all (Kish's design effect, 1 + (b − 1)ρ). Chosen by headgate. */
const FAST_LINES_PER_OBJECT = 10;
/** With `--fast`: the least number of objects read, if there are as many, however few lines are requested. Chosen by headgate. */
const FAST_LEAST_OBJECTS = 30;

/** Number of objects that `--fast` reads first; if they contain too few lines, it doubles the number until they contain enough. */
export function objectsWorth(wanted: number): number {
  return Math.max(FAST_LEAST_OBJECTS, Math.ceil(wanted / FAST_LINES_PER_OBJECT));
}

/**
 * Draws lines: each with the same probability, or evenly over time or objects. The result may own a temporary file, which `close()` of
 * its lines releases.
 * @throws InvalidFilterError before anything is read; HeadgateError `many-filters`, `no-filter`, `no-times`, and those of sources
 * @example
 * ```ts
 * import { sample } from 'headgate';
 *
 * const drawn = await sample({ sources: ['samples/logs'], filters: ['EdgeResponseStatus >= 500'], wanted: 2 });
 * console.log(drawn.drawnFrom.lines); // => 364
 * for (const { line } of drawn.sample) console.log(JSON.parse(line.toString()).RayID);
 * drawn.sample.close();
 * // => a545197be92b0134
 * // => a5455da20bb0e2b8
 * ```
 */
export async function sample(request: SampleRequest): Promise<SampleResult> {
  const resolved = await resolve(request);
  const file = openSampleFile();
  try {
    return await draw(resolved, file);
  } catch (error) {
    file.close();
    throw error;
  }
}

async function draw(resolved: ResolvedSample, file: SampleFile): Promise<SampleResult> {
  const space = createLineSpace(file.file, resolved.heldBytes);
  const plan: SamplePlan = { ...planOf(resolved), space };
  const rounds = new SampleRounds<SamplePlan, SampleFigures>(resolved, {
    entry: SAMPLE_WORKER,
    plan,
    start: () => {
      const pass = createPass(plan);
      return { pass, result: () => pass.toFigures() };
    },
    sum: (parts) => sumFigures(parts, plan.wanted, plan.seed),
  });
  const { total } = VERDICTS[resolved.verdict ?? 'keep'];
  let figures = emptyFigures();
  if (!resolved.isFast) figures = await rounds.read(resolved.listing.objects);
  else {
    const { listing, seed } = resolved;
    const objects = inDrawnOrder([...listing.objects], ({ object }) => object.name, seed);
    for (let read = 0; read < objects.length && !resolved.signal.aborted; ) {
      const upTo = read === 0 ? objectsWorth(resolved.wanted) : 2 * read;
      figures = await rounds.read(objects.slice(read, upTo));
      if (figures[total].lines >= resolved.wanted) break;
      read = upTo;
    }
  }
  const lines = new DrawnLines(figures.candidates, resolved, { space, close: file.close });
  return resultOf(resolved, { figures, read: rounds.toSource() }, lines);
}

function planOf(resolved: ResolvedSample): SamplePlan {
  const { nullAs, range, reading, seed, wanted, verdict, spread, listing, slackMs = DEFAULT_SLACK_MS } = resolved;
  const filter = resolved.filter?.reading.filter;
  return {
    nullAs,
    range,
    reading,
    seed,
    wanted,
    datasetName: resolved.dataset.name,
    filter: filter && printFilterJson(filter),
    verdict: VERDICTS[verdict ?? 'keep'].verdict,
    spread: spread === 'time' ? { time: timeToSpread(range, listing.objects), slackMs } : spread,
  };
}

function resultOf(
  { dataset, filter, signal, seed, spread, wanted, verdict: requested }: ResolvedSample,
  { figures, read }: { figures: SampleFigures; read: SampledSource },
  lines: DrawnLines,
): SampleResult {
  const verdict = requested ?? 'keep';
  return {
    version: 1,
    partial: signal.aborted,
    dataset: dataset.name,
    filter: filter?.reading.filter === undefined ? null : printExpression(filter.reading.filter),
    verdict: filter?.reading.filter === undefined && requested === undefined ? null : verdict,
    seed,
    spread,
    wanted,
    sample: lines,
    drawnFrom: figures[VERDICTS[verdict].total],
    undecided: figures.undecided,
    source: read,
    lines: figures.lines,
    problemCounts: figures.problemCounts,
    problems: figures.problems,
  };
}
