// What every apply does with its plan before anything is changed: reports it, rejects one with a problem, and asks.
import { checkUndoFolder } from '../../cloud/undo/index.ts';

/** What an apply asks of its caller. */
export interface PlanQuestions<Plan> {
  /** Called with the plan before anything is changed. */
  readonly onPlan?: ((plan: Plan) => void | Promise<void>) | undefined;
  /** Called if there is something to change. @returns false to change nothing @default applies without a question */
  readonly confirm?: ((plan: Plan) => Promise<boolean>) | undefined;
  /** Folder of the undo files. @default the working directory */
  readonly undoFolder?: string | undefined;
}

/** The default of {@link PlanQuestions.undoFolder}. */
export const WORKING_DIRECTORY = '.';

/**
 * Returns why nothing is changed; undefined: the plan is to be applied.
 * @param request `rejectOther` throws if another plan was approved; `hasUndo`, whether the changes have an undo file, is true by default
 */
export async function confirmPlan<Plan extends { isPending: boolean; isApplicable: boolean; partial?: boolean }>(
  plan: Plan,
  request: PlanQuestions<Plan> & { signal: AbortSignal; rejectOther?: (() => unknown) | undefined; hasUndo?: boolean },
): Promise<'interrupted' | 'rejected' | 'nothing' | 'declined' | undefined> {
  const { onPlan, confirm, undoFolder = WORKING_DIRECTORY, signal, rejectOther, hasUndo = true } = request;
  await onPlan?.(plan);
  if (plan.partial === true || signal.aborted) return 'interrupted';
  if (!plan.isApplicable) return 'rejected';
  await rejectOther?.();
  if (!plan.isPending) return 'nothing';
  if (hasUndo) await checkUndoFolder(undoFolder);
  if (confirm === undefined || (await confirm(plan))) return undefined;
  return signal.aborted ? 'interrupted' : 'declined';
}
