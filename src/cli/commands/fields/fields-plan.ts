// headgate fields plan: shows what a ruleset would change in the custom fields of a zone.
import type { Command } from 'commander';
import { FIELDS_PLAN_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addFieldsFlags, type FieldsFlags, fieldsRequest } from '../../flags/api/fields-flags.ts';
import { addOutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';

interface FieldsPlanFlags extends FieldsFlags {
  detailedExitcode?: true;
}

const EXAMPLES = `
Settings that the ruleset lacks stay as they are; {"rules": []} removes the custom fields. Credentials come from CLOUDFLARE_API_TOKEN, or
from CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY.

Examples:
  headgate fields plan --zone example.com --ruleset ruleset.json
  headgate fields plan --zone 023e105f4ecef8ad9ca31a8372d0c353 --ruleset ruleset.json --limits current
  headgate fields plan --zone example.com --ruleset ruleset.json --format json --detailed-exitcode

Exit codes: 0 nothing to change, or changes pending; 3 changes pending, with --detailed-exitcode; 1 the ruleset is invalid or cannot be
applied; 2 no answer (usage, no access, no such zone); 130 interrupted.`;

/** Adds the command to its group. */
export function addFieldsPlanCommand(group: Command): Command {
  const command = group
    .command('plan')
    .summary('Show what a ruleset would change in a zone')
    .description(
      'Compares a custom fields ruleset with that of the zone, and shows which jobs push the fields. Changes nothing.',
    )
    .option('--detailed-exitcode', 'Exit with code 3 if changes are pending');
  addFieldsFlags(command);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, FIELDS_PLAN_RENDERERS);
  return command.action(
    runCommand<FieldsPlanFlags>((_, flags) =>
      commandTask(FIELDS_PLAN_RENDERERS, async ({ notice, startReading }) => {
        const { planFields } = await import('../../../task/fields/plan-fields.ts');
        const { signal } = await startReading();
        const result = await planFields(await fieldsRequest(flags, { notice, signal }));
        return {
          result,
          isPartial: false,
          isNegative: !result.isApplicable,
          isPending: flags.detailedExitcode === true && result.isPending,
        };
      }),
    ),
  );
}
