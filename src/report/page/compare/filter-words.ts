// Words for the filters of a comparison, whether they have a name of their own or only a role. Computes no figures.
import type { CompareReport, Comparison } from '../../../analysis/compare/index.ts';
import type { PlanComparison } from '../../../verbs/index.ts';
import { printPushed, pushesOtherLines } from '../pushed-words.ts';

/** How a job changes beside its filter: the lines that it pushes may be others than those that its filter keeps. */
export type OutputChange = Partial<Pick<PlanComparison, 'sampleRateChange' | 'remarks'>>;

/** Returns whether the new job pushes fewer or more of the lines that both filters keep; undefined if its `sample_rate` does not change. */
export function sampledLines(
  { keptByBoth }: Comparison,
  { sampleRateChange }: OutputChange,
): { amount: 'fewer' | 'more'; rate: 'lower' | 'higher' } | undefined {
  if (!sampleRateChange || keptByBoth.lines === 0) return undefined;
  return { amount: sampleRateChange === 'lower' ? 'fewer' : 'more', rate: sampleRateChange };
}

/** What switching a job means, and what its filter does if it stays disabled. */
export const SWITCHED = {
  off: ' is disabled and pushes no line',
  on: ' is enabled again',
  'stays-off': ' stays disabled and pushes no line; its filter',
} as const;

/**
 * What the enabled one of two jobs pushes of the lines that switching it drops or keeps: `, of which it pushes about 37 lines, 32.1 kB`. Empty if it pushes
 * all of them as they are.
 */
export function pushedOfSwitched({ to, switched }: Comparison, { jobs }: CompareReport): string {
  const job = switched === 'off' ? jobs[0] : jobs.find(({ name }, index) => index > 0 && name === to);
  if (job === undefined || !pushesOtherLines(job)) return '';
  return `, of which it ${switched === 'off' ? 'pushed' : 'pushes'} ${printPushed(job)}`;
}

/** The name of the old filter. */
export function oldFilter({ jobs: [old] }: CompareReport): string {
  return old!.named ? old!.name : 'the old one';
}

/** The name of a new filter. */
export function newFilter({ to }: Comparison, { jobs, comparisons }: CompareReport): string {
  return comparisons.length > 1 || isNamed(to, jobs) ? to : 'the new filter';
}

/** States that filters of another form are proven equal; empty if they are not, or if they have no edit. */
export function equalityText({ equality, changes }: Comparison): string {
  if (equality === null || changes.length === 0) return '';
  const domain = equality === 'any' ? '' : ' for complete records, on which the platform evaluates filters';
  return `: proven equal${domain}, written differently`;
}

/** The old filter and a new one. */
export function comparedJobs<Job extends { name: string }>(jobs: readonly Job[], to: string): Job[] {
  return jobs.filter(({ name }, index) => index === 0 || name === to);
}

/** Whether a filter has a name of its own. */
export function isNamed(name: string, jobs: CompareReport['jobs']): boolean {
  return jobs.some((job) => job.name === name && job.named);
}
