// Adds two reports: those of threads, machines or resumed runs, in any order.
import { addLines, type LineTotal, lostObjects, ProblemTally } from '../scan/index.ts';
import type { ExtraFilter } from './extra-tally.ts';
import { FieldTally } from './field-tally.ts';
import { type Hours, mergeHours } from './hour-tally.ts';
import { hintKey } from './job-tally.ts';
import { byJobs } from './kept-sets.ts';
import type {
  EmittedTotal,
  ExtraCount,
  FieldCount,
  FieldLines,
  JobReport,
  Overlap,
  PassReport,
  Sample,
  ShownLines,
} from './report.ts';
import { SampleTally } from './sample-tally.ts';

/** How many samples an extra filter has. */
type ExtraLimits = Omit<ExtraFilter, 'filter'>;

/**
 * Adds two reports of the same jobs over different objects.
 * @param samples the `--samples` both were made with
 * @param limits samples of each extra filter @default none
 * @param keptSamples those of kept lines @default samples
 * @throws TypeError when the jobs differ
 */
export function mergeReports(
  a: PassReport,
  b: PassReport,
  samples: number,
  limits: readonly ExtraLimits[] = [],
  keptSamples: number = samples,
): PassReport {
  const names = [a, b].map((report) => JSON.stringify(report.jobs?.map((job) => [job.name, job.dataset, job.filter])));
  if (names[0] !== names[1]) throw new TypeError(`cannot merge reports: found jobs ${names[1]}, expected ${names[0]}`);
  const problems = new ProblemTally();
  for (const report of [a, b]) problems.merge(report.problemCounts, report.problems);
  const lines = { ...a.lines };
  addLines(lines, b.lines);
  return {
    version: a.version,
    partial: a.partial || b.partial,
    source: { ...sum(a.source, b.source), lost: lostObjects([...a.source.lost, ...b.source.lost]) },
    lines,
    ...both('jobs', a, b, (mine, more) => mine.map((job, index) => mergeJobs(job, more[index]!, samples, keptSamples))),
    ...both('overlap', a, b, mergeOverlap),
    ...both('fields', a, b, mergeFields),
    ...mergeBothHours(a, b),
    ...both('extra', a, b, (mine, more) => mine.map((count, index) => mergeExtra(count, more[index]!, limits[index]!))),
    examined: a.examined + b.examined,
    problemCounts: problems.toCounts(),
    problems: problems.toProblems(),
  };
}

function mergeJobs(a: JobReport, b: JobReport, samples: number, keptSamples: number): JobReport {
  return {
    name: a.name,
    dataset: a.dataset,
    filter: a.filter,
    kept: sum(a.kept, b.kept),
    dropped: sum(a.dropped, b.dropped),
    undecided: sum(a.undecided, b.undecided),
    ...both('conditions', a, b, (mine, more) => mine.map((condition, index) => sum(condition, more[index]!))),
    ...both('missingFields', a, b, mergeFieldLines),
    ...both('nullFields', a, b, mergeFieldLines),
    ...both('mismatches', a, b, (mine, more) => mergeBy((one) => one.field, mine, more)),
    ...both('hints', a, b, (mine, more) => mergeBy(hintKey, mine, more)),
    ...both('fields', a, b, mergeFields),
    ...both('emitted', a, b, mergeEmitted),
    samples: {
      kept: mergeSamples(a.samples.kept, b.samples.kept, keptSamples),
      dropped: mergeSamples(a.samples.dropped, b.samples.dropped, samples),
      undecided: mergeSamples(a.samples.undecided, b.samples.undecided, samples),
    },
  };
}

function mergeBothHours(a: PassReport, b: PassReport): Partial<Hours> {
  return hasHours(a) && hasHours(b) ? mergeHours(a.jobs?.length ?? 0, [a, b]) : {};
}

function hasHours(report: PassReport): report is PassReport & Hours {
  return report.hours !== undefined;
}

function mergeExtra(a: ExtraCount, b: ExtraCount, { samples, valueLines = 0 }: ExtraLimits): ExtraCount {
  const merge = (mine: ShownLines, more: ShownLines): ShownLines => ({
    ...sum(mine, more),
    samples: mergeSamples(mine.samples, more.samples, samples),
  });
  return {
    kept: merge(a.kept, b.kept),
    undecided: merge(a.undecided, b.undecided),
    ...both('valueLines', a, b, (mine, more) => merged(mine, more, valueLines).toValueLines()),
  };
}

/** Adds what one job has written of different objects. */
export function mergeEmitted(a: EmittedTotal, b: EmittedTotal): EmittedTotal {
  return { ...sum(a, b), lacking: mergeFieldLines(a.lacking, b.lacking) };
}

/** Merges a key if both reports have it; absent if it was not counted. */
function both<Owner extends object, Key extends keyof Owner>(
  key: Key,
  a: Owner,
  b: Owner,
  merge: (mine: NonNullable<Owner[Key]>, more: NonNullable<Owner[Key]>) => NonNullable<Owner[Key]>,
): { [K in Key]?: NonNullable<Owner[K]> } {
  const [mine, more] = [a[key], b[key]];
  if (mine === undefined || mine === null || more === undefined || more === null) return {};
  return { [key]: merge(mine, more) } as { [K in Key]?: NonNullable<Owner[K]> };
}

/** Adds the numbers of two equal shapes; everything else is the first one's. */
function sum<Figures extends object>(a: Figures, b: Figures): Figures {
  const result = { ...a };
  for (const key of Object.keys(a) as (keyof Figures)[]) {
    const [mine, more] = [a[key], b[key]];
    if (typeof mine === 'number' && typeof more === 'number') result[key] = (mine + more) as typeof mine;
  }
  return result;
}

function mergeBy<Item extends object>(keyOf: (item: Item) => string, a: readonly Item[], b: readonly Item[]): Item[] {
  const byKey = new Map(a.map((item) => [keyOf(item), item]));
  for (const item of b) {
    const mine = byKey.get(keyOf(item));
    byKey.set(keyOf(item), mine === undefined ? item : sum(mine, item));
  }
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, item]) => item);
}

function mergeOverlap(a: readonly Overlap[], b: readonly Overlap[]): Overlap[] {
  const merged = mergeBy<LineTotal & Overlap>((one) => one.jobs.join(), a, b);
  return merged.sort(byJobs);
}

function mergeFieldLines(a: readonly FieldLines[], b: readonly FieldLines[]): FieldLines[] {
  return mergeBy((one) => one.name, a, b);
}

function mergeFields(a: readonly FieldCount[], b: readonly FieldCount[]): FieldCount[] {
  const tally = new FieldTally();
  tally.mergeCounts(a);
  tally.mergeCounts(b);
  return tally.toCounts();
}

function mergeSamples(a: readonly Sample[], b: readonly Sample[], limit: number): Sample[] {
  return merged(a, b, limit).toSamples();
}

function merged(a: readonly Sample[], b: readonly Sample[], limit: number): SampleTally {
  const tally = new SampleTally(limit);
  tally.merge(a);
  tally.merge(b);
  return tally;
}
