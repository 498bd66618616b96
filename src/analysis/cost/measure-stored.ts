// Measures what filters write and store of a source: compresses the kept lines of all objects of a small source, or of randomly drawn runs
// of a large one. replay and compare call it after their pass.
import type { LineTotal } from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Selection } from '../../language/filter/index.ts';
import { sampleRateOf } from '../../language/output/index.ts';
import { type Sample, selectionText } from '../aggregates/index.ts';
import { GZIP_WINDOW_BYTES } from './compressed-size.ts';
import type { StoredSampling, WrittenSize } from './cost-report.ts';
import { estimateWritten, type WrittenRun } from './estimate-written.ts';
import { exactly } from './estimated.ts';
import { type MeasurePlan, measureRuns } from './measure-runs.ts';
import {
  BLOCK_BYTES,
  DEFAULT_LIMITS,
  isSmall,
  type MeasuredSource,
  type MeasureLimits,
  planRuns,
  READ_BEFORE_BYTES,
  type Run,
} from './plan-runs.ts';
import type { RunFigures } from './read-runs.ts';

/** Share of the lines, above which reading all of them is faster. Chosen by headgate. */
const SELECTIVE_SHARE = 0.5;

/** Lines that a filter keeps, and how they are written. */
type MeasuredLines = Omit<MeasurePlan['lines'][number], 'selection'> & {
  selection: Selection;
  /** Exact totals of the lines that the selection keeps, before `sample_rate`. */
  kept: LineTotal;
  /** Places of lines drawn from these. */
  drawn: readonly Sample[];
};

/** What to measure. */
export interface MeasureRequest extends Pick<MeasurePlan, 'range' | 'reading' | 'nullAs'> {
  signal: AbortSignal;
  /** Threads that may read, this one included. */
  threads: number;
  /** As in `QuerySources`. */
  bytesPerThread?: number | undefined;
  dataset: Dataset;
  source: MeasuredSource;
  lines: readonly MeasuredLines[];
  /** @default DEFAULT_LIMITS */
  limits?: MeasureLimits | undefined;
}

/** The sizes, in the order of the request; null if too few runs were drawn. */
interface MeasuredSizes {
  sampling: StoredSampling;
  sizes: readonly (WrittenSize | null)[];
}

/**
 * Measures written and stored sizes of lines that a replay has counted.
 * @returns undefined if nothing was measured: a pipe cannot be read twice, or the objects are too large
 */
export async function measureStored(request: MeasureRequest): Promise<MeasuredSizes | undefined> {
  const { source, lines, limits = DEFAULT_LIMITS, range, reading, nullAs, dataset, signal } = request;
  for (const { object } of source.objects) if (object.singleUse === true) return undefined;
  const isExact = isSmall(source, limits);
  const sparse = sparseOutputs(source, lines);
  const planned = isExact
    ? wholeObjects(source, lines)
    : planRuns(
        source,
        lines.map(({ drawn }) => drawn),
        sparse,
        limits,
      );
  if (planned === undefined) return undefined;
  const plan: MeasurePlan = {
    ...{ datasetName: dataset.name, range, reading, nullAs, sparse, isSelective: isSelective(source, lines) },
    lines: lines.map(({ selection, options, transformer }) => ({
      ...{ selection: selectionText(selection), options, transformer },
    })),
  };
  const figures = await measureRuns(planned.runs, plan, request);
  if (signal.aborted) return undefined;
  const sizeOf = ({ kept }: MeasuredLines, output: number): UnratedSize => {
    const whole = planned.runs.filter(({ block }) => block === undefined);
    const sum = sumOfRuns(kept, found(figures, whole, output));
    if (sum !== null || isExact) return sum;
    const drawn = planned.draws[output]!;
    const draws = found(figures, drawn, output);
    // Lines that could not be read again may differ from the others.
    if (draws.length < drawn.length) return null;
    return estimateWritten(kept, draws);
  };
  const sizes = lines.map((one, output) => {
    const size = sizeOf(one, output);
    return size && { ...size, sampleRate: sampleRateOf(one.options) };
  });
  return { sampling: samplingOf(figures, isExact), sizes };
}

/** Outputs that write less of a block than gzip refers to. */
function sparseOutputs({ bytes }: MeasuredSource, lines: readonly MeasuredLines[]): Set<number> {
  const isSparse = ({ selection, kept }: MeasuredLines): boolean =>
    selection !== 'every' && kept.bytes * (BLOCK_BYTES + READ_BEFORE_BYTES) < GZIP_WINDOW_BYTES * bytes;
  return new Set(lines.flatMap((one, output) => (isSparse(one) ? [output] : [])));
}

/** Whether the lines of all filters together are few: the kernel then finds them faster than the record reader reads all lines. */
function isSelective({ bytes }: MeasuredSource, lines: readonly MeasuredLines[]): boolean {
  const kept = lines.reduce((sum, { selection, kept }) => sum + (selection === 'every' ? 0 : kept.bytes), 0);
  return kept <= SELECTIVE_SHARE * bytes;
}

function wholeObjects({ objects }: MeasuredSource, lines: readonly MeasuredLines[]): { runs: Run[]; draws: Run[][] } {
  const outputs = new Set(lines.flatMap(({ kept }, output) => (kept.lines > 0 ? [output] : [])));
  return { runs: Array.from(objects, (item): Run => ({ item, block: undefined, outputs })), draws: [] };
}

/** The figures of runs, without those that could not be read again. */
function found(figures: ReadonlyMap<Run, RunFigures>, runs: readonly Run[], output: number): WrittenRun[] {
  return runs.flatMap((run) => figures.get(run)?.get(output) ?? []);
}

function linesOf(runs: readonly WrittenRun[]): number {
  return runs.reduce((sum, { keptLines }) => sum + keptLines, 0);
}

type UnratedSize = ReturnType<typeof estimateWritten>;

/** Adds whole objects. @returns null if they are not all lines that were counted: others were not read, or have changed since */
function sumOfRuns(kept: LineTotal, runs: readonly WrittenRun[]): UnratedSize {
  if (linesOf(runs) !== kept.lines) return null;
  const sum = (figure: 'lines' | 'bytes' | 'squares' | 'stored'): number =>
    runs.reduce((total, run) => total + run[figure], 0);
  return {
    lines: exactly(sum('lines')),
    bytes: exactly(sum('bytes')),
    stored: exactly(sum('stored')),
    squares: sum('squares'),
    longest: runs.reduce((most, { longest }) => Math.max(most, longest), 0),
  };
}

function samplingOf(figures: ReadonlyMap<Run, RunFigures>, exact: boolean): StoredSampling {
  const sampling = { exact, runs: figures.size, lines: 0, bytes: 0 };
  for (const { keptLines, bytes } of [...figures.values()].flatMap((run) => [...run.values()])) {
    sampling.lines += keptLines;
    sampling.bytes += bytes;
  }
  return sampling;
}
