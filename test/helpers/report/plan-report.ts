// The comparisons of a Terraform plan with a job of every kind, for the formats: names and values are chosen by the test.
import type { PlanCompareReport, PlanComparison } from '../../../src/verbs/index.ts';
import { compareReport, replayReport } from './reports.ts';

/** A job whose guard is broken, one whose guards were not judged, one that is unchanged, one that was not compared. */
export function planReport(text: string): PlanCompareReport {
  const job = (address: string, more: Partial<PlanComparison>): PlanComparison => ({
    ...{ address: `${address}["${text}"]`, action: 'update', name: text, report: null, reason: null },
    ...{ isUnchanged: false, remarks: [], sampleRateChange: null, isUnjudged: false, ...more },
  });
  const report = compareReport(text);
  const [broken, holds] = replayReport(text).guards!;
  return {
    version: 1,
    partial: false,
    jobs: [
      job('job.broken', { report: { ...report, guards: [broken!, holds!] } }),
      job('job.created', { action: 'create', report, remarks: [`sample_rate of ${text}`], isUnjudged: true }),
      job('job.same', { isUnchanged: true, reason: 'the filter does not change' }),
      job('job.unknown', { action: 'replace', reason: `filter ${text} is unknown`, isUnjudged: true }),
    ],
  };
}
