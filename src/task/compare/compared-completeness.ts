// Whether the source contains every line that each new filter keeps, if the job that wrote it is known. Reads no logs.
import type { SourceCompleteness } from '../../compare/index.ts';
import { readWritingJob } from '../../run/written-by/written-by.ts';
import { completenessOf } from '../completeness/completeness.ts';
import type { SettledComparison } from './compare-request.ts';
import { type ComparedFilter, type ComparedFilters, sourceJobsOf } from './compared-filters.ts';

/** What is known of the source. */
export interface ComparedCompleteness {
  /** By new filter. */
  answers: SourceCompleteness[];
  /** Of the old filter. */
  old: SourceCompleteness;
  /** `sample_rate` of the job that wrote the source. */
  sampleRate: number;
}

/** Decides for each new filter. @returns undefined without `writtenBy` @throws as {@link readWritingJob} */
export async function completenessOfCompared(
  { writtenBy, sources, connection }: SettledComparison,
  compared: ComparedFilters,
): Promise<ComparedCompleteness | undefined> {
  if (writtenBy === undefined) return undefined;
  const { dataset, from, to } = compared;
  const job = await readWritingJob(writtenBy, { dataset, sources, jobs: sourceJobsOf(compared), connection });
  const answerFor = ({ selection }: ComparedFilter): SourceCompleteness => {
    if (selection !== 'none') return completenessOf(selection === 'every' ? undefined : selection, job, dataset);
    return { writtenBy: job.name, answer: 'complete', conditions: [], missingFields: [] };
  };
  return {
    answers: to.map(answerFor),
    old: answerFor(from),
    sampleRate: job.sampleRate,
  };
}
