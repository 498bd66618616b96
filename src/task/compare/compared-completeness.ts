// Whether the source contains every line that each new filter keeps, if the job that wrote it is known. Reads no logs.
import type { SourceCompleteness } from '../../compare/index.ts';
import type { GuardedSource } from '../../guard/index.ts';
import { readWritingJob } from '../../run/written-by/written-by.ts';
import { completenessOf, guardedSource } from '../completeness/completeness.ts';
import type { SettledComparison } from './compare-request.ts';
import { type ComparedFilter, type ComparedFilters, sourceJobsOf } from './compared-filters.ts';

/** What is known of the source. */
export interface ComparedCompleteness {
  /** By new filter. */
  answers: SourceCompleteness[];
  /** For guards. */
  source: GuardedSource;
}

/** Decides for each new filter. @returns undefined without `writtenBy` @throws as {@link readWritingJob} */
export async function completenessOfCompared(
  { writtenBy, sources, connection }: SettledComparison,
  compared: ComparedFilters,
): Promise<ComparedCompleteness | undefined> {
  if (writtenBy === undefined) return undefined;
  const { dataset, to } = compared;
  const job = await readWritingJob(writtenBy, { dataset, sources, jobs: sourceJobsOf(compared), connection });
  const head = { writtenBy: job.name, sampleRate: job.sampleRate };
  const answerFor = ({ selection }: ComparedFilter): SourceCompleteness => {
    if (selection !== 'none') return completenessOf(selection === 'every' ? undefined : selection, job, dataset);
    return { ...head, answer: 'complete', conditions: [], missingFields: [] };
  };
  return { answers: to.map(answerFor), source: guardedSource(job, dataset) };
}
