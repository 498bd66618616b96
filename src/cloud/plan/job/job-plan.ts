// The plan of one job: what would change. Types only; plan-job.ts computes it. Contains no secrets: bodies are separate.
import type { JobChange } from '../change.ts';

/** What would happen to one job. */
export interface JobPlan {
  readonly action: 'create' | 'update' | 'none';
  readonly name: string;
  /** Undefined for a job that is created. */
  readonly id: number | undefined;
  readonly dataset: string;
  readonly changes: readonly JobChange[];
  /**
   * The filter of the file, which is proven equal to the live one, but written differently: both as expressions. It is a change only if
   * rewriting was asked for, or the file is an undo file.
   */
  readonly equalFilter?: { readonly from: string; readonly to: string };
  /** Legal, but probably not intended: complete sentences. */
  readonly warnings: readonly string[];
  /** Why the job cannot be applied: complete sentences. */
  readonly problems: readonly string[];
  /** The API needs proof that the account owns the destination. */
  readonly needsOwnership: boolean;
}

/** What an undo file of a changed job contains: the settings that the change replaces, or the whole job, which can then be created again. */
export type UndoContent = 'changes' | 'whole';

/** A plan with what apply sends. Contains secrets: never printed. */
export interface PlannedJob {
  readonly plan: JobPlan;
  /** Only the keys to set; empty if there is nothing to change. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The settings after the change: the result of reading the job back must equal them. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** The content of the undo file: with it, `jobs apply` restores the job as it was. A created job gets disabled: nothing is deleted. */
  readonly undo: (id: number, content?: UndoContent) => Readonly<Record<string, unknown>>;
}
