// Whether the source contains every line that each new filter keeps, if the job that wrote it is known. Reads no logs.
import type { SourceCompleteness, WriterContradiction } from '../../analysis/compare/index.ts';
import type { GuardedSource } from '../../analysis/guard/index.ts';
import type { Question } from '../../analysis/query/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { askContradiction, completenessOf, guardedSource } from '../completeness/completeness.ts';
import { isOwnSourceOf } from '../request/written-by/own-source.ts';
import { readWritingJob, type WritingJob, writingJobOf } from '../request/written-by/written-by.ts';
import type { ResolvedComparison } from './compare-request.ts';
import { type ComparedFilter, type ComparedFilters, sourceJobsOf } from './compared-filters.ts';

/** What is known of the source. */
export interface ComparedCompleteness {
  /** By new filter. */
  answers: SourceCompleteness[];
  /** For guards. */
  source: GuardedSource;
  /** Whether the job wrote the source. */
  contradiction: Question<WriterContradiction | undefined>;
}

type OwnSourceRequest = Pick<ResolvedComparison, 'sources' | 'connection'>;

/** By filter, the old one first: whether its job has pushed the lines of the source. A new job replaces the one that did. */
export function ownSources({ from, to }: ComparedFilters, request: OwnSourceRequest): Promise<boolean[]> {
  return Promise.all(
    [from, ...to].map(({ job }, index) => (index === 0 || from.job === undefined) && isOwnSourceOf(job, request)),
  );
}

/** The old job, if it wrote the source and did not push every line: what it dropped is missing there. */
async function ownWriter(
  { job }: ComparedFilter,
  dataset: Dataset,
  request: OwnSourceRequest,
): Promise<WritingJob | undefined> {
  if (job === undefined || !(await isOwnSourceOf(job, request))) return undefined;
  const writer = await writingJobOf(job, dataset);
  return writer.filter === undefined && writer.sampleRate === 1 ? undefined : writer;
}

/** Decides for each new filter. @returns undefined if the source has every line, or its writer is not known @throws as {@link readWritingJob} */
export async function completenessOfCompared(
  { writtenBy, sources, connection }: ResolvedComparison,
  compared: ComparedFilters,
): Promise<ComparedCompleteness | undefined> {
  const { dataset, from, to } = compared;
  const job =
    writtenBy === undefined
      ? await ownWriter(from, dataset, { sources, connection })
      : await readWritingJob(writtenBy, { dataset, sources, jobs: sourceJobsOf(compared), connection });
  if (job === undefined) return undefined;
  const head = { writtenBy: job.name, sampleRate: job.sampleRate };
  const answerFor = ({ selection }: ComparedFilter): SourceCompleteness => {
    if (selection !== 'none') return completenessOf(selection === 'every' ? undefined : selection, job, dataset);
    return { ...head, answer: 'complete', conditions: [], missingFields: [] };
  };
  return {
    answers: to.map(answerFor),
    source: guardedSource(job, dataset),
    contradiction: askContradiction(job, dataset),
  };
}
