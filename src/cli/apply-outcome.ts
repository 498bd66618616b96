// The steps of an apply in words, and how its command ends. Used by the commands that write an undo file for each object.
import type { HeadgateError } from '../base/index.ts';
import type { ObjectStep } from '../verbs/index.ts';
import type { Outcome, RunContext } from './run-command.ts';

/** What people read for each step. */
export const STEPS: Readonly<Record<ObjectStep['step'], string>> = {
  check: 'checking for changes since the plan',
  ownership: 'proving the ownership of the destination',
  write: 'writing',
  'read-back': 'reading back',
};

/** What a command knows of an apply beside its result. */
interface ApplyEnd extends Pick<RunContext, 'notice'> {
  /** Those that were written. */
  undoFiles: readonly (string | undefined)[];
  /** Whether the text of the result, which names the undo files, is on standard output. */
  isTextOnOutput: boolean;
  /** Why the plan was not judged; undefined: it was. */
  unjudged?: HeadgateError | undefined;
}

/** The outcome of the command: negative unless everything is applied. */
export function applyOutcome<Applied extends { outcome: string }>(
  result: Applied,
  { undoFiles, isTextOnOutput, unjudged, notice }: ApplyEnd,
): Outcome<Applied> {
  return {
    result,
    isPartial: result.outcome === 'interrupted',
    isNegative: result.outcome !== 'applied' && result.outcome !== 'nothing' && unjudged === undefined,
    noAnswer: () => unjudged,
    notices: () => {
      for (const file of undoFiles) if (!isTextOnOutput && file !== undefined) notice(`undo file: ${file}`);
    },
  };
}
