// Defines the flags that fields plan and fields apply share, and converts them to a request.
import { type Command, Option } from 'commander';
import type { LimitsName } from '../../../custom-fields/index.ts';
import { readStdin } from '../../../run/read-stdin.ts';
import { DEFAULT_LIMITS } from '../../../run/request-defaults.ts';
import type { PlanFieldsRequest } from '../../../task/index.ts';
import { readCredentials } from '../../credentials.ts';
import { noticeRuleset } from '../../stdio/ruleset-notice.ts';
import type { OutputFlags } from '../output-flags.ts';
import { type ApiFlags, addApiFlags, apiOwners, apiURL } from './api-flags.ts';

/** Values of {@link addFieldsFlags}. */
export interface FieldsFlags extends ApiFlags, OutputFlags {
  ruleset: string;
  limits: LimitsName;
}

/** Adds the flags. */
export function addFieldsFlags(command: Command): Command {
  command
    .requiredOption(
      '-r, --ruleset <file>',
      'File with a custom fields ruleset, or an API response; - reads standard input',
    )
    .addOption(
      new Option('--limits <set>', 'Custom field limits: classic (until 2025-04) or current')
        .choices(['classic', 'current'])
        .default(DEFAULT_LIMITS),
    );
  return addApiFlags(command, 'zone');
}

/** Converts the flags; asks for a token if the environment has none. @throws HeadgateError `usage`, `api-credentials` */
export async function fieldsRequest(
  flags: FieldsFlags,
  { notice, signal }: { notice: (text: string) => void; signal: AbortSignal },
): Promise<PlanFieldsRequest> {
  const { ruleset, limits } = flags;
  const zone = apiOwners(flags, 'zone').zone!;
  const credentials = await readCredentials(process.env, signal);
  return {
    ...{ zone, ruleset, limits, credentials, baseURL: apiURL(flags), signal, stdin: readStdin() },
    onRetry: notice,
    onRuleset: (reading) => noticeRuleset(reading, flags),
  };
}
