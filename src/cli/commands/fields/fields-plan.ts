// headgate fields plan: shows what a ruleset would change in the custom fields of a zone.
import { FIELDS_PLAN_RENDERERS } from '../../../report/index.ts';
import type { PlanFieldsRequest } from '../../../verbs/index.ts';
import { readStdin } from '../../../verbs/request/argument-text.ts';
import { zoneAccess } from '../../api-access.ts';
import { type CommandFlags, defineCommand } from '../../command.ts';
import { DETAILED_EXITCODE_FLAG, ZONE_FLAGS } from '../../flags/api-flags.ts';
import { LIMITS_FLAG } from '../../flags/field-flags.ts';
import { commandTask } from '../../run-command.ts';
import { noticeRuleset } from '../../stdio/ruleset-notice.ts';

/** The flags that plan and apply share. */
export const FIELDS_FLAGS = [
  {
    flag: '-r, --ruleset <file>',
    sets: 'ruleset',
    kind: 'text',
    required: true,
    help: 'File with a custom fields ruleset, or an API response; - reads standard input',
  },
  LIMITS_FLAG,
  ...ZONE_FLAGS,
] as const;

/** Converts them; asks for a token if the environment has none. @throws HeadgateError `usage`, `api-credentials` */
export async function fieldsRequest(
  flags: CommandFlags<typeof FIELDS_FLAGS>,
  { notice, signal }: { notice: (text: string) => void; signal: AbortSignal },
): Promise<PlanFieldsRequest> {
  const { ruleset, limits, output } = flags;
  return {
    ...{ ruleset, limits, ...(await zoneAccess(flags, signal)), signal, stdin: readStdin() },
    onRetry: notice,
    onRuleset: (reading) => noticeRuleset(reading, output),
  };
}

/** The command. */
export const fieldsPlanCommand = defineCommand({
  name: 'plan',
  summary: 'Show what a ruleset would change in a zone',
  description:
    'Compares a custom fields ruleset with that of the zone, and shows which jobs push the fields. Changes nothing.',
  flags: [DETAILED_EXITCODE_FLAG, ...FIELDS_FLAGS],
  notes: `
Settings that the ruleset lacks stay as they are; {"rules": []} removes the custom fields. Credentials come from CLOUDFLARE_API_TOKEN, or
from CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY.

Examples:
  headgate fields plan --zone example.com --ruleset ruleset.json
  headgate fields plan --zone 023e105f4ecef8ad9ca31a8372d0c353 --ruleset ruleset.json --limits current
  headgate fields plan --zone example.com --ruleset ruleset.json --format json --detailed-exitcode

Exit codes: 0 nothing to change, or changes pending; 3 changes pending, with --detailed-exitcode; 1 the ruleset is invalid or cannot be
applied; 2 no answer (usage, no access, no such zone); 130 interrupted.`,
  formats: FIELDS_PLAN_RENDERERS,
  run: (_, flags) =>
    commandTask(FIELDS_PLAN_RENDERERS, async ({ notice, startReading }) => {
      const { planFields } = await import('../../../verbs/fields/plan-fields.ts');
      const { signal } = await startReading();
      const result = await planFields(await fieldsRequest(flags, { notice, signal }));
      return {
        result,
        isPartial: false,
        isNegative: !result.isApplicable,
        isPending: flags.detailedExitcode === true && result.isPending,
      };
    }),
});
