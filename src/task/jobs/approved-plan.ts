// Compares a plan with one that was approved before, such as in a pull request.
import { HeadgateError, isPlainObject } from '../../base/index.ts';
import type { JobOfPlan, JobsPlan } from './jobs-plan.ts';

/**
 * Parses the result of `jobs plan --format json`.
 * @param origin the file's name in messages
 * @throws HeadgateError `plan-invalid`
 */
export function parseApprovedPlan(text: string, origin: string): JobsPlan {
  const fail = (found: string): HeadgateError =>
    new HeadgateError(
      'plan-invalid',
      `cannot use the plan in ${origin}: found ${found}, expected the result of headgate jobs plan --format json`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail('invalid JSON');
  }
  if (!isPlainObject(value) || value.version !== 1 || !Array.isArray(value.jobs)) throw fail('another document');
  const isJob = (job: unknown): boolean => isPlainObject(job) && Array.isArray(job.changes);
  if (!value.jobs.every(isJob)) throw fail('a job without changes');
  return value as unknown as JobsPlan;
}

/**
 * Finds the jobs that would be changed in another way than approved. A job without changes never differs: an apply that broke off can
 * be completed.
 * @returns the names of the jobs
 */
export function differencesFromPlan(plan: JobsPlan, approved: JobsPlan): string[] {
  const known = new Set(approved.jobs.map(changesOf));
  const isSameScope = JSON.stringify(plan.scope) === JSON.stringify(approved.scope);
  return plan.jobs
    .filter((job) => job.action !== 'none' && !(isSameScope && known.has(changesOf(job))))
    .map(({ name }) => name);
}

function changesOf({ action, name, id, dataset, changes }: JobOfPlan): string {
  return JSON.stringify([action, name, id ?? null, dataset, changes]);
}
