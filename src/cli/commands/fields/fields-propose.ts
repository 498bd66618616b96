// headgate fields propose: writes a ruleset for the headers and cookies of saved traffic, with the reason for each name.
import { HeadgateError } from '../../../base/index.ts';
import { PROPOSAL_RENDERERS } from '../../../report/index.ts';
import type { FieldsProposal } from '../../../verbs/index.ts';
import { type CommandFlags, defineCommand } from '../../command.ts';
import { HOST_FLAG, LIMITS_FLAG, TRAFFIC_ARGUMENT } from '../../flags/field-flags.ts';
import { STRICT_FLAG } from '../../flags/output-flags.ts';
import { createEdgeKeyQuestion } from '../../logs-request.ts';
import { type CommandTask, commandTask } from '../../run-command.ts';

const FLAGS = [
  LIMITS_FLAG,
  { flag: '--max <n>', sets: 'max', kind: 'count', least: 1, help: 'Maximum number of fields' },
  {
    flag: '--include-credentials',
    sets: 'includeCredentials',
    kind: 'switch',
    help: 'Also propose names and values that look like credentials',
  },
  HOST_FLAG,
  { ...STRICT_FLAG, help: 'Exit with code 1 if an entry is broken' },
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const fieldsProposeCommand = defineCommand({
  name: 'propose',
  summary: 'Write a ruleset for the headers and cookies of saved traffic',
  description:
    'Writes a ruleset for the headers and cookies that occur in saved traffic, the most useful first, within the limits. Gives the reason for each name that it proposes or leaves out. Leaves out what looks like a credential.',
  arguments: [TRAFFIC_ARGUMENT],
  flags: FLAGS,
  notes: `
The result is the ruleset; the reasons are a table on standard error (--quiet omits it). No output contains a value of the traffic.
For the forms of traffic, see headgate fields preview --help.

Examples:
  headgate fields propose visit.har > ruleset.json
  headgate fields propose --host '*.example.com' --max 10 traffic/*.har --out ruleset.json
  headgate fields propose visit.har --format text                 # only the table, on standard output
  headgate fields preview --ruleset ruleset.json visit.har        # what the ruleset would log`,
  formats: PROPOSAL_RENDERERS,
  run: ([sources], flags) => {
    rejectTwice(sources);
    return proposeTask(sources, flags);
  },
});

function proposeTask(sources: readonly string[], flags: Flags): CommandTask {
  return commandTask(PROPOSAL_RENDERERS, async ({ startReading, warnOfListing }) => {
    const { PROPOSE, proposeFields } = await import('../../../verbs/propose/propose-fields.ts');
    const { noFieldsError } = await import('../../../verbs/propose/no-fields-error.ts');
    const { noExchangesError } = await import('../../../verbs/traffic/no-exchanges-error.ts');
    const { printLines, styleOf } = await import('../../stdio/output.ts');
    const renderText = await PROPOSAL_RENDERERS.text();
    const { signal, progress } = await startReading();
    const { output, ...request } = flags;
    const proposal = await proposeFields({
      ...{ ...request, sources, signal },
      connection: { askEdgeKey: createEdgeKeyQuestion() },
      onListing: (listing) => {
        warnOfListing(listing, false);
        progress.start(listing);
      },
      onListProgress: progress.list,
      onProgress: progress.update,
    });
    const { partial, ruleset, problems, problemCounts, traffic } = proposal;
    const without = noExchangesError(proposal, PROPOSE);
    const isText = output.format === 'text';
    return {
      result: proposal,
      isPartial: partial,
      isNegative: isNegative(proposal, flags),
      // An empty ruleset is no result: the API rejects it.
      skipsResult: ruleset === null && !isText,
      notices: () => {
        if (isText || without !== undefined) return;
        const text = renderText(proposal, styleOf({ color: output.color }, process.stderr));
        printLines([...text].join('').trimEnd(), output);
      },
      noAnswer: () => without ?? noFieldsError(proposal),
      lost: { source: traffic, problems, problemCounts },
    };
  });
}

function rejectTwice(sources: readonly string[]): void {
  if (sources.filter((one) => one === '-').length < 2) return;
  throw new HeadgateError(
    'stdin-twice',
    'cannot read standard input twice: found - more than once among traffic, expected it once; use files for the others',
  );
}

function isNegative({ traffic }: FieldsProposal, flags: Flags): boolean {
  const { damaged, unreadable, broken } = traffic;
  return damaged + unreadable > 0 || (flags.output.strict === true && broken > 0);
}
