// What the jobs of one apply share. Types only.
import type { ManagementApi, Scope } from '../../cloud/api/index.ts';
import type { UndoContent } from '../../cloud/plan/index.ts';
import type { LocationOptions } from '../../input/destination/index.ts';
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
