// A request for a plan of several jobs, and the plan as data: what would change, and the effect on stored lines; plan-jobs.ts computes it. The
// plan contains no secrets, a prepared job does.
import { type GuardRequest, isUnjudged, unjudgedGuardError } from '../../analysis/guard/index.ts';
import { type HeadgateError, printCount, printPlural } from '../../base/index.ts';
import type { ApiJob, JobsAccess, Scope } from '../../cloud/api/index.ts';
import type { JobPlan, PlannedJob } from '../../cloud/plan/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Job } from '../../language/job/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { ReadStdin } from '../request/argument-text.ts';
import type { LogsRequest, ThreadsRequest } from '../request/logs-request.ts';
import type { FilterObject } from '../request/named-filters.ts';
import type { TransformerSql } from '../request/named-transformer.ts';
import type { PriceRequest } from '../request/read-prices.ts';
import type { FilterEffect } from './replay-effects.ts';

/** The jobs to plan, and the logs to try their filters on. */
export interface PlanJobsRequest extends JobsAccess, LogsRequest, PriceRequest, ThreadsRequest, GuardRequest {
  /** Paths of job files, or `-`. */
  jobs: readonly string[];
  /** Replaces the filter of the one job: as a filter of `replay`; `all` removes the filter. @default that of the file */
  filter?: string | FilterObject | undefined;
  /** Whether a filter that is proven equal to the live one, but written differently, is a change. @default false */
  rewrite?: boolean | undefined;
  /** The logs. Without them, filters are compared but not replayed. @default none */
  sources?: readonly string[] | undefined;
  /** Lines shown of those newly kept, and as many of those newly dropped. @default 3 */
  samples?: number | undefined;
  /** Reads standard input, for `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
  /** Ends the planning: without figures if it reads the source. @default never aborted */
  signal?: AbortSignal | undefined;
  /** Called with a source, once for all jobs of a dataset, before an object is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

/** The SQL that transforms the lines of a job before and after a change. Undefined: none, or it is not replayed. */
export interface AttachedSql {
  before: TransformerSql | undefined;
  after: TransformerSql | undefined;
}

/** A planned job with all that apply needs. */
export interface PreparedJob {
  plan: JobOfPlan;
  planned: PlannedJob;
  /** The job as it was planned against; undefined if it is created. */
  live: ApiJob | undefined;
  /** The live job, and the job after the change; undefined if headgate cannot parse it. */
  jobBefore: Job | undefined;
  jobAfter: Job | undefined;
  /** What the live job pushes, also one that headgate cannot parse; every kept line if there is none. */
  pushBefore: PushSettings;
  /** Undefined if headgate does not know it. */
  dataset: Dataset | undefined;
  /** The SQL of its transformers, which may contain secrets. */
  sql: AttachedSql;
  /** Of the file, else of the plan. */
  name: string;
  /** Where the job pushes after the change. Contains secrets. */
  destinationConf: string;
  /** `ownership_challenge` of the file. */
  token: string | undefined;
}

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
  /**
   * Whether `jobs apply` would apply the plan: no job has a problem, no transformer fails on more lines of the source than before, and every guard
   * holds on a source that was read completely.
   */
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
  if (partial || jobs.some(({ problems }) => problems.length > 0)) return undefined;
  return unjudgedEffectsError(jobs.flatMap(({ effect }) => effect ?? []));
}

/** Returns why effects have no answer: guards without one, and nothing else that fails; undefined otherwise. */
export function unjudgedEffectsError(effects: readonly FilterEffect[]): HeadgateError | undefined {
  const guards = effects.flatMap((effect) => effect.guards);
  const isRejected =
    effects.some((effect) => newlyFailing(effect) > 0) ||
    effects.some((effect) => effect.guards.length > 0 && lostObjects(effect) > 0) ||
    guards.some((guard) => !guard.holds && !isUnjudged(guard));
  return isRejected ? undefined : unjudgedGuardError(guards);
}

/**
 * Whether a change may be applied: its transformer fails on no more lines than the live one, and every guard holds on a source that was read
 * completely. A guard that holds on a part of the lines proves nothing.
 */
export function isAcceptable(effect: FilterEffect): boolean {
  const isGuarded =
    effect.guards.length === 0 || (lostObjects(effect) === 0 && effect.guards.every(({ holds }) => holds));
  return isGuarded && newlyFailing(effect) === 0;
}

/** On how many more lines the transformer of a job fails after the change: the platform loses the batches of these lines. */
function newlyFailing({ failing }: FilterEffect): number {
  return failing === undefined || failing.from === null ? 0 : Math.max(0, failing.to - failing.from);
}

/** Why transformers keep a plan from being applied. */
export function failingReasons(effects: readonly FilterEffect[]): string[] {
  return effects
    .filter((effect) => newlyFailing(effect) > 0)
    .map(({ job, failing }) => {
      const before = failing!.from === 0 ? '' : `, ${printCount(failing!.from!)} before`;
      return `the transformer of ${job} fails on ${printPlural(failing!.to, 'line')} of the source${before}`;
    });
}

/** Objects of the source that could not be read, or not to their end. */
export function lostObjects({ source: { damaged, unreadable } }: FilterEffect): number {
  return damaged + unreadable;
}
