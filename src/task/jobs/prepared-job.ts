// A job between plan and apply: what is sent, and the state that it was planned against. Contains secrets: never a result.
import type { ApiJob } from '../../api/index.ts';
import { isPlainObject } from '../../base/index.ts';
import type { JobChange, PlannedJob } from '../../plan/index.ts';
import type { JobOfPlan } from './jobs-plan.ts';

/** A planned job with all that apply needs. */
export interface PreparedJob {
  plan: JobOfPlan;
  planned: PlannedJob;
  /** The job as it was planned against; undefined if it is created. */
  live: ApiJob | undefined;
  /** Of the file, else of the plan. */
  name: string;
  /** Where the job pushes after the change. Contains secrets. */
  destinationConf: string;
  /** `ownership_challenge` of the file. */
  token: string | undefined;
  /** Lists what has not taken effect in another state of the job. */
  remaining: (now: ApiJob) => readonly JobChange[];
}

/** Keys that only the service writes; they change without anybody changing the job. docs/platform.md, "Jobs". */
const STATUS_KEYS = ['last_complete', 'last_error', 'error_message'];

/** Whether two states of a job have the same settings. */
export function isSameJob(one: ApiJob, other: ApiJob): boolean {
  return settingsOf(one) === settingsOf(other);
}

function settingsOf(job: ApiJob): string {
  return JSON.stringify(sorted(Object.fromEntries(Object.entries(job).filter(([key]) => !STATUS_KEYS.includes(key)))));
}

/** The order of keys has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}
