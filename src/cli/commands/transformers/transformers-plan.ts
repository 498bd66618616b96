// headgate transformers plan: shows what a file would change in a transformer of an account, and in what its jobs deliver.
import { HeadgateError } from '../../../base/index.ts';
import { TRANSFORMERS_PLAN_RENDERERS } from '../../../report/index.ts';
import type { PreviewComparison } from '../../../verbs/index.ts';
import { accountAccess } from '../../api-access.ts';
import { type CommandFlags, defineCommand } from '../../command.ts';
import { ACCOUNT_FLAGS, DETAILED_EXITCODE_FLAG } from '../../flags/api-flags.ts';
import { COST_FLAGS, guardFlags } from '../../flags/filter-flags.ts';
import { namedSourceFlag, SOURCE_FLAGS, THREADS_FLAG } from '../../flags/source-flags.ts';
import { logsRequest } from '../../logs-request.ts';
import { commandTask } from '../../run-command.ts';
import { rejectUnused } from '../jobs/jobs-plan.ts';

/** The flags that plan and apply share. */
export const TRANSFORMERS_FLAGS = [
  {
    flag: '-t, --transformer <file>',
    sets: 'transformer',
    kind: 'text',
    required: true,
    help: 'File with the SQL, or JSON with the keys of the API; - reads standard input; or SQL that begins with SELECT or WITH',
  },
  {
    flag: '--id <id>',
    sets: 'id',
    kind: 'count',
    least: 1,
    help: 'Transformer to change (default: the one of the name)',
  },
  { flag: '--name <name>', sets: 'name', kind: 'text', help: 'Name (default: that of the file, without its ending)' },
  {
    flag: '--description <text>',
    sets: 'description',
    kind: 'text',
    help: 'Description; empty: none (default: that of the live transformer)',
  },
  {
    flag: '--rewrite',
    sets: 'rewrite',
    kind: 'switch',
    help: 'Also replace live SQL with the same tree that is written differently',
  },
  THREADS_FLAG,
  ...ACCOUNT_FLAGS,
  ...guardFlags('kept >= 5%', 'newly-dropped <= 0.1%', 'pushed-bytes <= 2 GB/day'),
  ...COST_FLAGS,
  ...namedSourceFlag(
    'Logs to replay the live and the new SQL over, behind the filter and the fields of each job that refers to it (repeatable)',
  ),
  ...SOURCE_FLAGS,
] as const;

/**
 * Converts the flags that plan and apply share, but for the access to the API.
 * @param given the flags on the command line
 * @throws HeadgateError `usage`, `stdin-twice`
 */
export function transformerRequest(flags: CommandFlags<typeof TRANSFORMERS_FLAGS>, given: readonly string[]) {
  const { output: _, account: __, baseURL: ___, ...request } = flags;
  const { sources = [], transformer } = request;
  if (sources.length === 0) rejectUnused(given, 'the SQL');
  return { ...request, ...logsRequest(sources, flags, [transformer]) };
}

const FLAGS = [
  DETAILED_EXITCODE_FLAG,
  ...TRANSFORMERS_FLAGS,
  {
    flag: '--preview-on <n>',
    sets: 'previewOn',
    kind: 'count',
    least: 1,
    help: "Send so many lines of --source to the platform's preview, and compare its answers with those of headgate",
  },
  { flag: '-y, --yes', sets: 'yes', kind: 'switch', help: 'Send the lines of --preview-on without a question' },
  { flag: '--seed <n>', sets: 'seed', kind: 'count', least: 0, help: 'Draw other lines for --preview-on (default: 0)' },
] as const;

/** The lines to preview. @throws HeadgateError `usage` for --preview-on without a source that can be read twice */
function previewRequest({ sources = [], previewOn: lines, seed, ...flags }: CommandFlags<typeof FLAGS>) {
  if (lines === undefined) return undefined;
  const reject = (found: string, expected: string) =>
    new HeadgateError('usage', `cannot preview the transformer: found ${found}, expected ${expected}`);
  if (sources.length === 0) throw reject('--preview-on alone', 'also --source SOURCE, the logs to draw lines from');
  if (sources.includes('-')) throw reject('--source -', 'a source that can be read twice');
  return { ...logsRequest(sources, flags, [flags.transformer]), threads: flags.threads, lines, seed };
}

/** The command. */
export const transformersPlanCommand = defineCommand({
  name: 'plan',
  summary: 'Show what a file would change in a transformer',
  description:
    "Compares the SQL of a file with a transformer of the account, checks the jobs that refer to it, and replays the live and the new SQL over stored logs if a source is given. With --preview-on, also compares answers of the platform's preview with those of headgate. Changes nothing.",
  flags: FLAGS,
  notes: `
A transformer is found by --id, else by its name; a name that none has is created. Credentials come from CLOUDFLARE_API_TOKEN, or from
CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY.

With --source, guards judge what each job that refers to the transformer delivers; without such a job, what the SQL makes of all lines.

--preview-on sends records to the platform: only the fields that the SQL reads, with credentials masked. It shows the records, and asks.

Examples:
  headgate transformers plan --account 699d98642c564d2e855e9661899b7252 --transformer slim.sql
  headgate transformers plan --transformer slim.sql --id 3 --description 'Redacts addresses'
  headgate transformers plan --transformer slim.sql --source logs --guard 'kept >= 90%' --never-drop 'EdgeResponseStatus >= 500'
  headgate transformers plan --transformer slim.sql --source logs --preview-on 5

Exit codes: 0 nothing to change, or changes pending; 3 changes pending, with --detailed-exitcode; 1 invalid SQL, a problem, more lines on
which the SQL fails than before, a broken guard, or an answer of the preview that differs, or none because the question was
answered with no; 2 no answer (usage, no access, no line, a guard that cannot be judged, headgate undecided on every record); 130 interrupted.`,
  formats: TRANSFORMERS_PLAN_RENDERERS,
  run: (_, flags, { given }) => {
    const request = transformerRequest(flags, given);
    const asked = previewRequest(flags);
    return commandTask(TRANSFORMERS_PLAN_RENDERERS, async ({ notice, startReading }) => {
      const { planTransformer } = await import('../../../verbs/transformers/plan-transformer.ts');
      const { unjudgedTransformerError } = await import('../../../verbs/transformers/plan-transformer.ts');
      const { undecidedPreviewError } = await import('../../../verbs/transformers/preview-lines.ts');
      const { confirm } = await import('../../stdio/ask.ts');
      const { printLines } = await import('../../stdio/output.ts');
      const { signal, progress, reading } = await startReading();
      const access = await accountAccess(flags, signal);
      const preview = asked && {
        ...{ ...asked, ...reading },
        confirm: async (records: readonly string[]) => {
          progress.end();
          // With --quiet, too: the records leave this machine.
          printLines(`Records for the preview of account ${access.account}:\n${records.join('\n')}`, {});
          const question = `Send these ${records.length} records to the platform's preview?`;
          return flags.yes === true || (await confirm(question, signal));
        },
      };
      const result = await planTransformer({ ...request, ...access, ...reading, onRetry: notice, preview });
      const unjudged = unjudgedTransformerError(result);
      return {
        result,
        isPartial: result.partial,
        // An answer No leaves the comparison that was asked for undone.
        isNegative:
          (!result.isApplicable && unjudged === undefined) ||
          (result.preview !== undefined && isNegative(result.preview)),
        noAnswer: () => unjudged ?? (result.preview && undecidedPreviewError(result.preview)),
        isPending: flags.detailedExitcode === true && result.isPending,
      };
    });
  },
});

function isNegative({ lines, differing }: PreviewComparison): boolean {
  return lines.length === 0 || differing > 0;
}
