// The context, the steps and the result of applying a plan. Types only; apply-jobs.ts computes the result, which contains no secrets.
import type { ManagementApi, Scope } from '../../cloud/api/index.ts';
import type { JobChange, UndoContent } from '../../cloud/plan/index.ts';
import type { LocationOptions } from '../../input/destination/index.ts';
import type { JobsPlan } from './jobs-plan.ts';
import type { AskOwnership } from './ownership.ts';

/** A step of an apply, for progress. */
export interface ApplyStep {
  /** Name of the job. */
  job: string;
  step: 'check' | 'ownership' | 'write' | 'read-back';
}

/** What the jobs of one apply share. */
export interface ApplyContext {
  /** For everything before the write: ends with the signal. */
  api: ManagementApi;
  /** For the write and the reading back, which must not be cut off. */
  writer: ManagementApi;
  scope: Scope;
  /** Settings of the bucket of an ownership file. */
  connection: LocationOptions;
  askOwnership: AskOwnership | undefined;
  onStep: (step: ApplyStep) => void;
  /** Folder of the undo files. */
  undoFolder: string;
  /** Of jobs that are changed. */
  undoContent: UndoContent;
  /** Stops before the next write. */
  signal: AbortSignal;
}

/** What happened to one job. */
export interface AppliedJob {
  name: string;
  /** Undefined for a job that was not created. */
  id: number | undefined;
  action: 'create' | 'update' | 'none';
  /**
   * `applied`: written, and the same when read back. `unchanged`: nothing was sent, or the API rejected it. `incomplete`: written, but
   * the job that was read back differs. `unknown`: the outcome of the write cannot be read. `none`: nothing was to be changed.
   */
  outcome: 'applied' | 'unchanged' | 'incomplete' | 'unknown' | 'none';
  /** Why the job is `unchanged`, `incomplete` or `unknown`. */
  reason?: string;
  /** What another client changed in the job since the plan; after a write, in settings that the write did not contain. */
  changedByOthers?: readonly JobChange[];
  /** Of `incomplete`: the changes that did not take effect. */
  remaining?: readonly JobChange[];
  /** File with the job as it was. It may contain secrets: only its owner may read it. */
  undoFile?: string;
  /** The undo file contains a destination with parameters, which may be secrets. Absent: it contains none. */
  undoHasParameters?: true;
  /**
   * What to do next, of a job that is not `applied` or `none`. `retry`: run the command again. `correct`: the API rejected the change;
   * correct the cause first. `plan`: the job is not as planned; plan again. `list`: the job may exist; list the jobs first.
   */
  advice?: 'retry' | 'correct' | 'plan' | 'list';
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
