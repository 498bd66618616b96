// A job between plan and apply: what is sent, and the state that it was planned against. Types only. Contains secrets: never a result.
import type { ApiJob } from '../../cloud/api/index.ts';
import type { PlannedJob } from '../../cloud/plan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Job } from '../../language/job/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { JobOfPlan } from './jobs-plan.ts';

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
  /** Of the file, else of the plan. */
  name: string;
  /** Where the job pushes after the change. Contains secrets. */
  destinationConf: string;
  /** `ownership_challenge` of the file. */
  token: string | undefined;
}
