// Prints the plan of an apply once, before the question and before anything is changed. Used by every command that applies a plan.
import type { Renderers } from '../report/index.ts';
import { EXIT_NEGATIVE, setExitCode } from './exit-code.ts';
import type { OutputFlags } from './flags/output-flags.ts';

/** The flags that decide where the plan is printed. */
interface PlanFlags {
  output: OutputFlags;
  yes?: true;
}

/** The renderers of a plan, of what an apply did with it, and of both. */
export interface ApplyRenderers<Plan, Applied> {
  plan: Renderers<Plan>;
  outcome: Renderers<Applied>;
  applied: Renderers<Applied>;
}

/** Prints the plan, and renders the result. */
export interface PlanFirst<Plan, Applied> {
  /** Call once, before the question. */
  printPlan: (plan: Plan) => Promise<void>;
  /** As text, without the plan if standard output already has it. */
  renderers: Renderers<Applied>;
  /** Whether the text of the result is on standard output, where the user reads it. */
  isTextOnOutput: boolean;
}

/**
 * Chooses where the plan is printed: where the user reads it before the question, else where the result follows. A plan without
 * `isApplicable` can be applied.
 */
export function planFirst<Plan extends { isPending: boolean; isApplicable?: boolean }, Applied>(
  { output, yes }: PlanFlags,
  { plan, outcome, applied }: ApplyRenderers<Plan, Applied>,
): PlanFirst<Plan, Applied> {
  const isTextOnOutput = output.format === 'text' && output.out === undefined;
  let isPlanOnOutput = false;
  return {
    isTextOnOutput,
    renderers: {
      ...applied,
      text: async () => {
        const [whole, rest] = [await applied.text!(), await outcome.text!()];
        return (result, style) => (isPlanOnOutput ? rest : whole)(result, style);
      },
    },
    printPlan: async (found) => {
      const { printLines, styleOf, writeResult } = await import('./stdio/output.ts');
      const render = await plan.text!();
      const isAsking = yes !== true && found.isPending && found.isApplicable !== false;
      isPlanOnOutput = isTextOnOutput && (process.stdout.isTTY === true || !isAsking);
      if (!isPlanOnOutput) {
        const text = [...render(found, styleOf({ color: output.color }, process.stderr))].join('').trimEnd();
        // With --quiet, too: without the plan there is nothing to confirm.
        printLines(text, isAsking ? {} : output);
        return;
      }
      // A reader that closes standard output here ends the program, and nothing is applied.
      setExitCode(EXIT_NEGATIVE);
      process.stdout.prependListener('error', reportUnread);
      await writeResult(withBlankLine(render(found, styleOf(output))), {});
      process.stdout.off('error', reportUnread);
    },
  };
}

function reportUnread(): void {
  process.stderr.write('headgate: standard output was closed before the plan was printed: nothing was changed\n');
}

function* withBlankLine(text: Iterable<string>): Iterable<string> {
  yield* text;
  yield '\n';
}
