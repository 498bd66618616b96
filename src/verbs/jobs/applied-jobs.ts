// The context, the steps and the result of applying a plan. Types only; apply-jobs.ts computes the result, which contains no secrets.
import type { JobChange, UndoContent } from '../../cloud/plan/index.ts';
import type { LocationOptions } from '../../input/destination/index.ts';
import type { AppliedObject, ObjectContext, ObjectStep } from '../request/apply-object.ts';
import type { JobsPlan } from './jobs-plan.ts';
import type { AskOwnership } from './ownership.ts';

/** A step of an apply, for progress. */
export interface ApplyStep extends ObjectStep {
  /** Name of the job. */
  job: string;
}

/** What the jobs of one apply share. */
export interface ApplyContext extends ObjectContext {
  /** Settings of the bucket of an ownership file. */
  connection: LocationOptions;
  askOwnership: AskOwnership | undefined;
  onStep: (step: ApplyStep) => void;
  /** Of jobs that are changed. */
  undoContent: UndoContent;
}

/** What happened to one job. */
export interface AppliedJob extends AppliedObject<JobChange> {
  /** The undo file contains a destination with parameters, which may be secrets. Absent: it contains none. */
  undoHasParameters?: true;
}

/** The result of `jobs apply`. */
export interface JobsApplied {
  version: 1;
  plan: JobsPlan;
  /**
   * `applied`: every change took effect. `nothing`: there was nothing to change. `rejected`: a problem or a broken guard. `declined`: the
   * question was answered with no. `failed`: see the jobs. `interrupted`: see the jobs.
   */
  outcome: 'applied' | 'nothing' | 'rejected' | 'declined' | 'failed' | 'interrupted';
  /** In the order of the plan; empty if nothing was tried. */
  jobs: AppliedJob[];
}
