// The comparisons of a Terraform plan as cases: the guards of each job, and whether each job was compared.
import type { PlanCompareReport } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import type { Case, CaseSettings, CaseSuite } from './case.ts';
import { guardSuites } from './guard-cases.ts';

/** Creates the suites. */
export function planSuites({ jobs }: PlanCompareReport, settings?: CaseSettings): CaseSuite[] {
  return jobs.flatMap(({ report, ...job }) => {
    const { address, reason, isUnchanged, remarks, isUnjudged } = printableAll(job);
    const name = 'is compared';
    const compared: Case =
      report !== null
        ? withRemarks(name, isUnjudged ? [] : remarks)
        : isUnchanged
          ? {
              name,
              result: 'notice',
              message: `${address} is not compared: ${[reason ?? [], ...remarks].flat().join('; ')}`,
            }
          : {
              name,
              result: 'error',
              message: `${address} is not compared${isUnjudged ? ', and its guards were not judged' : ''}: ${[reason ?? [], ...remarks].flat().join('; ')}`,
            };
    // A job that is not compared is one error.
    const judged: Case[] =
      isUnjudged && compared.result === 'passed'
        ? [
            {
              name: 'guards are judged',
              result: 'error',
              message: `the guards of ${address} were not judged: ${[reason ?? [], ...remarks].flat().join('; ')}`,
            },
          ]
        : [];
    // The job states how its settings change.
    const comparisons = report?.comparisons.map((one) => ({ ...one, remarks: [] })) ?? [];
    const guarded = report === null ? [] : guardSuites({ ...report, comparisons }, settings);
    return [
      { name: address, cases: [compared, ...judged] },
      ...guarded.map((suite) => ({ ...suite, name: `${address}: ${suite.name}` })),
    ];
  });
}

/** The filters do not show what else changes in the lines. */
function withRemarks(name: string, remarks: readonly string[]): Case {
  return remarks.length === 0 ? { name, result: 'passed' } : { name, result: 'warning', message: remarks.join('; ') };
}
