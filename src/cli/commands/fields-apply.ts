// headgate fields apply: changes the custom fields of a zone as a ruleset says, after a question.
import type { Command } from 'commander';
import { FIELDS_APPLIED_RENDERERS, FIELDS_OUTCOME_RENDERERS, FIELDS_PLAN_RENDERERS } from '../../render/index.ts';
import type { FieldsApplied, FieldsPlan } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addUndoFlag } from '../flags/api-flags.ts';
import { addFieldsFlags, type FieldsFlags, fieldsRequest } from '../flags/fields-flags.ts';
import { addOutputFlags } from '../flags/output-flags.ts';
import { type CommandTask, commandTask, type Outcome, type RunContext, runCommand } from '../run-command.ts';

interface FieldsApplyFlags extends FieldsFlags {
  yes?: true;
  undoDir?: string;
}

const EXAMPLES = `
Shows the plan, asks, reads the ruleset of the zone again, writes an undo file, changes the ruleset with one request, and reads it back.
Stops if somebody has changed the ruleset since the plan. Other rules, the id and the ref of the rule stay as they are.

Examples:
  headgate fields apply --zone example.com --ruleset ruleset.json
  headgate fields apply --zone example.com --ruleset ruleset.json --yes --undo-dir undo
  headgate fields apply --zone example.com --ruleset undo-fields-023e105f-20261102T180500Z.json

Exit codes: 0 applied, or nothing to change; 1 the ruleset is invalid, no confirmation, or not applied; 2 no answer (usage, no access, no
such zone, no terminal to ask on); 130 interrupted.`;

/** Adds the command to its group. */
export function addFieldsApplyCommand(group: Command): Command {
  const command = group
    .command('apply')
    .summary('Change the custom fields of a zone')
    .description('Changes the custom fields of a zone as a ruleset says, and leaves a file that undoes the change.')
    .option('-y, --yes', 'Apply without a question');
  addUndoFlag(command);
  addFieldsFlags(command);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, FIELDS_APPLIED_RENDERERS);
  return command.action(runCommand<FieldsApplyFlags>((_, flags) => applyTask(flags)));
}

function applyTask(flags: FieldsApplyFlags): CommandTask {
  let isPlanShown = false;
  const renderers = {
    ...FIELDS_APPLIED_RENDERERS,
    text: async () => {
      const [whole, outcome] = [await FIELDS_APPLIED_RENDERERS.text(), await FIELDS_OUTCOME_RENDERERS.text()];
      return ((result, style) => (isPlanShown ? outcome : whole)(result, style)) satisfies typeof whole;
    },
  };
  return commandTask<FieldsApplied>(renderers, async (context) => {
    const { applyFields } = await import('../../task/fields/apply-fields.ts');
    const { signal } = await context.startReading();
    const request = await fieldsRequest(flags, { notice: context.notice, signal });
    const confirm = async (plan: FieldsPlan): Promise<boolean> => {
      await printPlan(plan, flags);
      isPlanShown = flags.out === undefined && process.stdout.isTTY === true;
      return await askToApply(plan, signal);
    };
    const result = await applyFields({
      ...{ ...request, undoFolder: flags.undoDir },
      ...(flags.yes === true ? {} : { confirm }),
    });
    return outcomeOf(result, context);
  });
}

function outcomeOf(result: FieldsApplied, { warn }: RunContext): Outcome<FieldsApplied> {
  const { outcome, undoFile } = result;
  return {
    result,
    isPartial: outcome === 'interrupted',
    isNegative: outcome !== 'applied' && outcome !== 'nothing',
    notices: () => {
      if (outcome === 'failed' && undoFile !== undefined) warn(`the ruleset as it was is in ${undoFile}`);
    },
  };
}

/** Prints the plan on standard error, where the question follows. */
async function printPlan(plan: FieldsPlan, flags: FieldsApplyFlags): Promise<void> {
  const { printLines, styleOf } = await import('../stdio/output.ts');
  const render = await FIELDS_PLAN_RENDERERS.text();
  const text = [...render(plan, styleOf({ color: flags.color }, process.stderr))].join('').trimEnd();
  // With --quiet, too: without the plan there is nothing to confirm.
  printLines(text, {});
}

async function askToApply({ plan: { zone } }: FieldsPlan, signal: AbortSignal): Promise<boolean> {
  const { confirm } = await import('../stdio/ask.ts');
  return await confirm(`Change the custom fields of zone ${zone}?`, signal);
}
