// The plan of several jobs as data: what would change, and the effect on stored lines; plan-jobs.ts computes it. Contains no secrets.
import { isUnjudged, unjudgedGuardError } from '../../analysis/guard/index.ts';
import type { HeadgateError } from '../../base/index.ts';
import type { Scope } from '../../cloud/api/index.ts';
import type { JobPlan } from '../../cloud/plan/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { FilterEffect } from './filter-effect.ts';

/** What would happen to one job, and to its lines. */
export interface JobOfPlan extends Omit<JobPlan, 'warnings'> {
  /** Legal, but probably not intended: complete sentences. */
  warnings: readonly string[];
  /** Where the job pushes after the change, without secrets. */
  destination: string;
  /** Name of the live job, without secrets. Present if the file renames it. */
  liveName?: string;
  /** What the job pushes after the change of the lines that its filter keeps, and its last error. */
  push: PushSettings;
  /** What of it is unusual and does not change: clauses that start with a small letter. */
  remarks: readonly string[];
  /** The effect on the lines of the source. Absent without a source, and for a job with problems. */
  effect?: FilterEffect;
  /** Fields that the filter in force or the new one tests. Present with `effect`. */
  testedFields?: readonly string[];
  /** The source contains only what the job itself pushed: lines that its current filter drops are not there. */
  isOwnSource?: true;
}

/** The result of `jobs plan`. */
export interface JobsPlan {
  version: 1;
  scope: Scope;
  /** In the order of the files. */
  jobs: JobOfPlan[];
  /** Whether a job would be created or updated. */
  isPending: boolean;
  /** Whether `jobs apply` would apply the plan: no job has a problem, and every guard holds on a source that was read completely. */
  isApplicable: boolean;
  /** Whether the filters were replayed over a source: without one, nothing is known about the effect of a change on the logs. */
  isMeasured: boolean;
  /** Until then, pushed objects may contain lines of the old and the new settings. */
  takesEffectAfterMinutes: { readonly least: number; readonly most: number };
  /** The run was interrupted while it read the source: the effects cover only the lines read so far. */
  partial: boolean;
}

/** Returns why a plan has no answer: nothing keeps it from being applied but guards without one; undefined otherwise. */
export function unjudgedPlanError({ jobs, partial }: Pick<JobsPlan, 'jobs' | 'partial'>): HeadgateError | undefined {
  const effects = jobs.flatMap(({ effect }) => (effect === undefined || effect.guards.length === 0 ? [] : [effect]));
  const guards = effects.flatMap((effect) => effect.guards);
  const isRejected =
    jobs.some(({ problems }) => problems.length > 0) ||
    effects.some(({ source }) => source.damaged + source.unreadable > 0) ||
    guards.some((guard) => !guard.holds && !isUnjudged(guard));
  return partial || isRejected ? undefined : unjudgedGuardError(guards);
}
