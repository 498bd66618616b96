// headgate fields apply: plans, asks, and applies a ruleset.
import { FIELDS_APPLIED_RENDERERS, FIELDS_OUTCOME_RENDERERS, FIELDS_PLAN_RENDERERS } from '../../../report/index.ts';
import type { FieldsPlan } from '../../../verbs/index.ts';
import { applyOutcome, STEPS } from '../../apply-outcome.ts';
import { type CommandFlags, defineCommand } from '../../command.ts';
import { UNDO_DIR_FLAG, YES_FLAG } from '../../flags/api-flags.ts';
import { planFirst } from '../../plan-first.ts';
import { type CommandTask, commandTask } from '../../run-command.ts';
import { FIELDS_FLAGS, fieldsRequest } from './fields-plan.ts';

const FLAGS = [YES_FLAG, UNDO_DIR_FLAG, ...FIELDS_FLAGS] as const;

/** The command. */
export const fieldsApplyCommand = defineCommand({
  name: 'apply',
  summary: 'Put a ruleset live',
  description:
    'Plans like headgate fields plan, asks, then changes the custom fields of the zone. Rejects problems, and changes made by others since the plan.',
  flags: FLAGS,
  notes: `
Prints the plan, asks, then checks the custom fields for changes since the plan, writes an undo file, writes with one request,
reads the ruleset back and compares. Other rules, the id and the ref of the rule stay as they are. A failure leaves the custom fields as they
were or as planned; the same command completes the change. To undo, apply the undo file.

Examples:
  headgate fields apply --zone example.com --ruleset ruleset.json
  headgate fields apply --zone example.com --ruleset ruleset.json --yes --undo-dir undo
  headgate fields apply --zone example.com --ruleset undo-fields-023e105f-20261102T180500Z.json

Exit codes: 0 applied, or nothing to change; 1 the ruleset is invalid or cannot be applied, no confirmation, or not applied completely; 2 no
answer (usage, no access, no such zone, no terminal to ask on); 130 interrupted.`,
  formats: FIELDS_APPLIED_RENDERERS,
  run: (_, flags) => applyTask(flags),
});

function applyTask(flags: CommandFlags<typeof FLAGS>): CommandTask {
  const { printPlan, renderers, isTextOnOutput } = planFirst(flags, {
    plan: FIELDS_PLAN_RENDERERS,
    outcome: FIELDS_OUTCOME_RENDERERS,
    applied: FIELDS_APPLIED_RENDERERS,
  });
  return commandTask(renderers, async (context) => {
    const { applyFields } = await import('../../../verbs/fields/apply-fields.ts');
    const { confirm } = await import('../../stdio/ask.ts');
    const { signal } = await context.startReading();
    const result = await applyFields({
      ...(await fieldsRequest(flags, { notice: context.notice, signal })),
      undoFolder: flags.undoFolder,
      onPlan: printPlan,
      ...(flags.yes === true ? {} : { confirm: (plan) => confirm(questionOf(plan), signal) }),
      onStep: (step) => context.notice(`custom fields: ${STEPS[step]}`),
    });
    return applyOutcome(result, { undoFiles: [result.undoFile], isTextOnOutput, notice: context.notice });
  });
}

function questionOf({ plan: { zone } }: FieldsPlan): string {
  return `Apply these changes to the custom fields of zone ${zone}?`;
}
