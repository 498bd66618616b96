// Compares a plan with one that was approved before, such as in a pull request.
import { isUnjudged } from '../../analysis/guard/index.ts';
import { HeadgateError, isPlainObject, type PlainObject } from '../../base/index.ts';
import type { ApiJob } from '../../cloud/api/index.ts';
import {
  compareJobs,
  type FilterChange,
  type JobChange,
  printSetting,
  type ValueChange,
} from '../../cloud/plan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { failingReasons, type JobOfPlan, type JobsPlan } from './jobs-plan.ts';
import { knownDataset } from './known-dataset.ts';

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
 * Rejects an approved plan that could not be applied itself.
 * @throws HeadgateError `plan-not-applicable`
 */
export function rejectNotApplicable({ isApplicable, partial, jobs }: JobsPlan): void {
  if (isApplicable === true) return;
  const failed = jobs.flatMap(({ effect }) => effect?.guards?.filter(({ holds }) => !holds) ?? []);
  const problems = jobs.flatMap((job) => job.problems ?? []);
  const reasons = [
    ...(partial === true ? ['it was interrupted'] : []),
    ...problems,
    ...failingReasons(jobs.flatMap(({ effect }) => effect ?? [])),
    ...failed.map((one) => `the guard ${one.guard} ${isUnjudged(one) ? 'was' : 'is broken:'} ${one.found}`),
  ];
  const reason = reasons.length === 0 ? 'guards were not checked on every object' : reasons.join('; ');
  throw new HeadgateError(
    'plan-not-applicable',
    `cannot apply the plan: found a plan that cannot be applied (${reason}), expected one that can; nothing was changed; correct the cause and run headgate jobs plan again`,
    {
      kind:
        failed.length > 0 && failed.length === reasons.length && failed.every(isUnjudged) ? 'unreachable' : 'negative',
    },
  );
}

/** What is compared with an approved plan. */
interface PlanToCompare {
  plan: JobsPlan;
  /** Every job of the zone or account as it is now. Called only if the plan lacks an approved change. */
  listJobs: () => Promise<readonly ApiJob[]>;
}

/**
 * Finds the jobs that would be changed in another way than approved, and those whose approved change is missing. A job that already has
 * its approved state never differs: an apply that broke off can be completed.
 * @returns the names of the jobs
 */
export async function differencesFromPlan(
  { plan, listJobs }: PlanToCompare,
  approved: JobsPlan,
): Promise<{ other: string[]; missing: string[] }> {
  const pending = ({ jobs }: JobsPlan): JobOfPlan[] => jobs.filter(({ action }) => action !== 'none');
  const isSameScope = JSON.stringify(plan.scope) === JSON.stringify(approved.scope);
  const [planned, expected] = [pending(plan), pending(approved)];
  if (!isSameScope) return { other: [...planned, ...expected].map(({ name }) => name), missing: [] };
  const [known, found] = [new Set(expected.map(changesOf)), new Set(planned.map(changesOf))];
  const other = planned.filter((job) => !known.has(changesOf(job)));
  const lacking = expected.filter((job) => !found.has(changesOf(job)));
  if (lacking.length === 0) return { other: namesOf(other), missing: [] };
  const live = await listJobs();
  const missing = lacking.filter((job) => {
    const now = live.find(({ id, name }) => (job.id === undefined ? name === job.name : id === job.id));
    return now === undefined || !job.changes.every((change) => isInForce(change, now, knownDataset(job.dataset)));
  });
  const others = new Set(namesOf(other));
  return { other: [...others], missing: namesOf(missing).filter((name) => !others.has(name)) };
}

function namesOf(jobs: readonly JobOfPlan[]): string[] {
  return jobs.map(({ name }) => name);
}

function changesOf({ action, name, id, dataset, changes }: JobOfPlan): string {
  return JSON.stringify([action, name, id ?? null, dataset, changes]);
}

/** Whether a job is as a change makes it, as far as a plan without secrets shows. */
function isInForce(change: JobChange, live: ApiJob, dataset: Dataset | undefined): boolean {
  const [key = '', option] = change.path.split('.');
  const stored = live[key];
  const value = option === undefined ? stored : isPlainObject(stored) ? stored[option] : undefined;
  switch (change.kind) {
    case 'filter':
      return (filterOf(live, dataset)?.to ?? null) === change.to;
    case 'list': {
      const names = Array.isArray(value) ? value.map(String) : [];
      return change.added.every((name) => names.includes(name)) && !change.removed.some((name) => names.includes(name));
    }
    default: {
      const shown = value === undefined || value === null ? undefined : printSetting(change.path, value);
      return shown === change.to?.replace(SECRET_CHANGED, '"') || hasSameMeaning(change, live, key, option);
    }
  }
}

function filterOf({ filter }: ApiJob, dataset: Dataset | undefined): FilterChange | undefined {
  return compareJobs({}, { filter }, dataset).find((change) => change.kind === 'filter');
}

/** The end of a destination whose secrets change. */
const SECRET_CHANGED = / \(secret changed[^)]*\)"$/;

/** A value that the API leaves out because it is the default is the same. */
function hasSameMeaning({ to }: ValueChange, live: ApiJob, key: string, option: string | undefined): boolean {
  let wanted: unknown;
  try {
    wanted = to === undefined ? undefined : JSON.parse(to);
  } catch {
    return false;
  }
  const settings = option === undefined ? { [key]: wanted } : { [key]: { ...optionsIn(live[key]), [option]: wanted } };
  return compareJobs(settings, { [key]: live[key] }, undefined).length === 0;
}

function optionsIn(value: unknown): PlainObject {
  return isPlainObject(value) ? value : {};
}
