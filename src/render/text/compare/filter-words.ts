// Words for the filters of a comparison, whether they have a name of their own or only a role. Shared by text and pages.
import type { CompareReport, Comparison } from '../../../compare/index.ts';

/** The name of the old filter. */
export function oldFilter({ jobs: [old] }: CompareReport): string {
  return old!.named ? old!.name : 'the old one';
}

/** The name of a new filter. */
export function newFilter({ to }: Comparison, { jobs, comparisons }: CompareReport): string {
  return comparisons.length > 1 || isNamed(to, jobs) ? to : 'the new filter';
}

/** Whether a filter has a name of its own. */
export function isNamed(name: string, jobs: CompareReport['jobs']): boolean {
  return jobs.some((job) => job.name === name && job.named);
}
