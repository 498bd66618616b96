// The answer to a Terraform plan in one sentence. Computes no figures but sums.
import { printPlural } from '../../../base/index.ts';
import type { PlanCompareReport } from '../../../verbs/index.ts';
import { isBroken } from '../guard-section.ts';
import { sampledLines } from './filter-words.ts';

/** The answer, and what it means. */
export interface PlanVerdict {
  tone: 'bad' | 'unclear' | 'neutral';
  /** A sentence without a full stop. */
  text: string;
}

/** Returns the answer. Guards that hold are none: they do not make a change a good one. */
export function planVerdict({ jobs, partial }: PlanCompareReport): PlanVerdict {
  if (partial) return { tone: 'unclear', text: 'Interrupted: not every job was compared' };
  const guards = jobs.flatMap(({ report }) => report?.guards ?? []);
  const broken = guards.filter(isBroken).length;
  if (broken > 0) {
    const text =
      guards.length === 1 ? 'The guard is broken' : `${broken} of ${printPlural(guards.length, 'guard')} broken`;
    return { tone: 'bad', text };
  }
  const unjudged = jobs.filter(({ isUnjudged }) => isUnjudged).length;
  if (unjudged > 0) return { tone: 'unclear', text: `The guards of ${printPlural(unjudged, 'job')} were not judged` };
  const failed = jobs.filter(({ report, isUnchanged }) => report === null && !isUnchanged).length;
  if (failed > 0) return { tone: 'unclear', text: `${printPlural(failed, 'job was', 'jobs were')} not compared` };
  if (jobs.length === 0) return { tone: 'neutral', text: 'No log push job changes' };
  return { tone: 'neutral', text: changeOf(jobs) };
}

/** What a change of `sample_rate` adds to the change of filters: `; 1 job pushes fewer of them`. */
function samplingOf(jobs: PlanCompareReport['jobs']): string {
  const sampled = jobs.flatMap((job) => job.report?.comparisons.flatMap((one) => sampledLines(one, job) ?? []) ?? []);
  return (['fewer', 'more'] as const)
    .map((wanted) => [wanted, sampled.filter(({ amount }) => amount === wanted)] as const)
    .filter(([, found]) => found.length > 0)
    .map(([amount, found]) => {
      const pushes = printPlural(found.length, 'job pushes', 'jobs push');
      return `; ${pushes} ${amount} of the lines kept: sample_rate is ${found[0]!.rate}`;
    })
    .join('');
}

/** How many lines the jobs newly drop and keep in all. */
function changeOf(jobs: PlanCompareReport['jobs']): string {
  const all = jobs.flatMap(({ report }) => report?.comparisons ?? []);
  const comparisons = all.filter(({ switched }) => switched !== 'stays-off');
  const disabled = all.length - comparisons.length;
  const sum = (side: 'onlyBefore' | 'onlyAfter' | 'undecided'): number =>
    comparisons.reduce((total, one) => total + one[side].lines, 0);
  const undecided = sum('undecided');
  const rest = [
    undecided === 0 ? '' : `; ${printPlural(undecided, 'line is', 'lines are')} undecided`,
    disabled === 0
      ? ''
      : `; ${printPlural(disabled, 'job stays', 'jobs stay')} disabled and push${disabled === 1 ? 'es' : ''} no line`,
  ].join('');
  const [lost, gained] = [sum('onlyBefore'), sum('onlyAfter')];
  const sampled = samplingOf(jobs);
  if (lost + gained > 0) {
    const filters = sampled === '' ? 'The jobs' : 'The filters';
    return `${filters} newly drop ${printPlural(lost, 'line')} and newly keep ${printPlural(gained, 'line')}${sampled}${rest}`;
  }
  if (sampled !== '') return `No line has another verdict${sampled}${rest}`;
  // The lines may have other fields, or the rate may be unknown.
  const hasOtherOutput = jobs.some(({ report, remarks }) => report !== null && remarks.length > 0);
  if (comparisons.length === 0 && disabled > 0) return `No job pushes other lines${rest}`;
  return `${hasOtherOutput ? 'Every filter' : 'Every job'} keeps the same lines${rest}`;
}
