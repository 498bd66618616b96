// headgate fields propose: writes a ruleset for the headers and cookies of saved traffic, with the reason for each name.
import { type Command, Option } from 'commander';
import { HeadgateError } from '../../../base/index.ts';
import type { LimitsName } from '../../../custom-fields/index.ts';
import { PROPOSAL_RENDERERS } from '../../../render/index.ts';
import { DEFAULT_LIMITS } from '../../../run/request-defaults.ts';
import type { FieldsProposal } from '../../../task/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { createEdgeKeyQuestion } from '../../ask-edge-key.ts';
import { addTo } from '../../flags/add-to.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { parseCount } from '../../flags/parse-count.ts';
import { type CommandTask, commandTask, runCommand } from '../../run-command.ts';

interface ProposeFlags extends OutputFlags {
  limits: LimitsName;
  includeCredentials?: true;
  max?: number;
  host: string[];
  strict?: true;
}

const EXAMPLES = `
The result is the ruleset; the reasons are a table on standard error (--quiet omits it). No output contains a value of the traffic.
For the forms of traffic, see headgate fields preview --help.

Examples:
  headgate fields propose visit.har > ruleset.json
  headgate fields propose --host '*.example.com' --max 10 traffic/*.har --out ruleset.json
  headgate fields propose visit.har --format text                   only the table, on standard output
  headgate fields preview --ruleset ruleset.json visit.har          what the ruleset would log`;

/** Adds the command to its group. */
export function addFieldsProposeCommand(group: Command): Command {
  const command = group
    .command('propose')
    .summary('Write a ruleset for the headers and cookies of saved traffic')
    .description(
      'Writes a ruleset for the headers and cookies that occur in saved traffic, the most useful first, within the limits. Gives the reason for each name that it proposes or leaves out. Leaves out what looks like a credential.',
    )
    .argument(
      '<traffic...>',
      'HAR files, NDJSON files of exchanges, folders, or - for standard input; gzip and Zstandard are decompressed',
    )
    .addOption(
      new Option('--limits <set>', 'Custom field limits: classic (until 2025-04) or current')
        .choices(['classic', 'current'])
        .default(DEFAULT_LIMITS),
    )
    .option('--max <n>', 'Maximum number of fields', parseCount(1))
    .option('--include-credentials', 'Also propose names and values that look like credentials')
    .addOption(
      new Option('--host <name>', 'Include only exchanges with this host, or *.host (repeatable)')
        .default([], 'all hosts')
        .argParser(addTo),
    )
    .option('--strict', 'Exit with code 1 if an entry is broken');
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, PROPOSAL_RENDERERS);
  return command.action(
    runCommand<ProposeFlags>((sources, flags) => {
      refuseTwice(sources);
      return proposeTask(sources, flags);
    }),
  );
}

function proposeTask(sources: readonly string[], flags: ProposeFlags): CommandTask {
  return commandTask(PROPOSAL_RENDERERS, async ({ startReading }) => {
    const { PROPOSE, proposeFields } = await import('../../../task/propose/propose-fields.ts');
    const { noFieldsError } = await import('../../../task/propose/no-fields-error.ts');
    const { noExchangesError } = await import('../../../task/traffic/no-exchanges-error.ts');
    const { printLines, styleOf } = await import('../../stdio/output.ts');
    const renderText = await PROPOSAL_RENDERERS.text();
    const { signal, progress } = await startReading();
    const { limits, includeCredentials, max, host: hosts } = flags;
    const proposal = await proposeFields({
      ...{ sources, limits, includeCredentials, max, hosts, signal },
      connection: { askEdgeKey: createEdgeKeyQuestion() },
      onListing: progress.start,
      onListProgress: progress.list,
      onProgress: progress.update,
    });
    const { partial, ruleset, problems, problemCounts, traffic } = proposal;
    const without = noExchangesError(proposal, PROPOSE);
    const isText = flags.format === 'text';
    return {
      result: proposal,
      isPartial: partial,
      isNegative: isNegative(proposal, flags),
      // An empty ruleset is no result: the API rejects it.
      skipsResult: ruleset === null && !isText,
      notices: () => {
        if (isText || without !== undefined) return;
        const text = renderText(proposal, styleOf({ color: flags.color }, process.stderr));
        printLines([...text].join('').trimEnd(), flags);
      },
      noAnswer: () => without ?? noFieldsError(proposal),
      lost: { source: traffic, problems, problemCounts },
    };
  });
}

function refuseTwice(sources: readonly string[]): void {
  if (sources.filter((one) => one === '-').length < 2) return;
  throw new HeadgateError(
    'stdin-twice',
    'cannot read standard input twice: found - more than once among traffic, expected it once; use files for the others',
  );
}

function isNegative({ traffic }: FieldsProposal, flags: ProposeFlags): boolean {
  const { damaged, unreadable, broken } = traffic;
  return damaged + unreadable > 0 || (flags.strict === true && broken > 0);
}
