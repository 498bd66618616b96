// headgate transformers apply: plans, asks, and applies a transformer.
import {
  TRANSFORMERS_APPLIED_RENDERERS,
  TRANSFORMERS_OUTCOME_RENDERERS,
  TRANSFORMERS_PLAN_RENDERERS,
} from '../../../report/index.ts';
import type { TransformersPlan } from '../../../verbs/index.ts';
import { accountAccess } from '../../api-access.ts';
import { applyOutcome, STEPS } from '../../apply-outcome.ts';
import { defineCommand } from '../../command.ts';
import { UNDO_DIR_FLAG, YES_FLAG } from '../../flags/api-flags.ts';
import { planFirst } from '../../plan-first.ts';
import { commandTask } from '../../run-command.ts';
import { TRANSFORMERS_FLAGS, transformerRequest } from './transformers-plan.ts';

/** The command. */
export const transformersApplyCommand = defineCommand({
  name: 'apply',
  summary: 'Put a transformer live',
  description:
    'Plans like headgate transformers plan, asks, then creates or updates the transformer. Rejects problems, broken guards, and changes made by others since the plan.',
  flags: [
    YES_FLAG,
    {
      flag: '--plan <file>',
      sets: 'plan',
      kind: 'text',
      help: 'Apply only the changes of this plan, from headgate transformers plan --format json',
    },
    UNDO_DIR_FLAG,
    ...TRANSFORMERS_FLAGS,
  ],
  notes: `
Prints the plan, asks, then checks the transformer for changes since the plan, writes an undo file, writes the transformer, reads it back and
compares. A change reaches every job that refers to it. A failure leaves it as it was or as planned. To undo, apply the undo file. A new
transformer changes no log until a job has its id as transformer_id (headgate jobs apply); headgate deletes none.

Examples:
  headgate transformers apply --account 699d98642c564d2e855e9661899b7252 --transformer slim.sql
  headgate transformers apply --transformer slim.sql --source logs --never-drop 'EdgeResponseStatus >= 500'
  headgate transformers apply --transformer slim.sql --plan plan.json --yes    # only what was approved
  headgate transformers apply --transformer undo-slim-20261101T120000Z.json

Exit codes: 0 applied, or nothing to change; 1 invalid SQL, a problem, more lines on which the SQL fails than before, a
broken guard, no confirmation, or not applied completely; 2 no answer (usage, no access, no line, a guard that cannot be judged, no
terminal to ask on); 130 interrupted.`,
  formats: TRANSFORMERS_APPLIED_RENDERERS,
  run: (_, flags, { given }) => {
    const request = transformerRequest(flags, given);
    const { printPlan, renderers, isTextOnOutput } = planFirst(flags, {
      plan: TRANSFORMERS_PLAN_RENDERERS,
      outcome: TRANSFORMERS_OUTCOME_RENDERERS,
      applied: TRANSFORMERS_APPLIED_RENDERERS,
    });
    return commandTask(renderers, async (context) => {
      const { applyTransformer, parseApprovedTransformer } = await import(
        '../../../verbs/transformers/apply-transformer.ts'
      );
      const { readArgumentFile } = await import('../../../verbs/request/argument-text.ts');
      const { confirm } = await import('../../stdio/ask.ts');
      const { unjudgedTransformerError } = await import('../../../verbs/transformers/plan-transformer.ts');
      const { signal, reading } = await context.startReading();
      const { plan: path } = flags;
      const approved = path && parseApprovedTransformer(await readArgumentFile(path, 'plan'), path);
      const result = await applyTransformer({
        ...{ ...request, ...(await accountAccess(flags, signal)), ...reading, onRetry: context.notice },
        ...{ approved: approved || undefined, undoFolder: flags.undoFolder, onPlan: printPlan },
        ...(flags.yes === true ? {} : { confirm: (plan) => confirm(questionOf(plan), signal) }),
        onStep: (step) => context.notice(`transformer: ${STEPS[step]}`),
      });
      const unjudged = result.outcome === 'rejected' ? unjudgedTransformerError(result.plan) : undefined;
      const undoFiles = [result.transformer?.undoFile];
      return applyOutcome(result, { undoFiles, isTextOnOutput, unjudged, notice: context.notice });
    });
  },
});

function questionOf({ plan: { name, jobs } }: TransformersPlan): string {
  const reach =
    jobs.length === 0 ? '' : `, to which ${jobs.length === 1 ? '1 job refers' : `${jobs.length} jobs refer`}`;
  return `Apply these changes to the transformer "${name}"${reach}?`;
}
