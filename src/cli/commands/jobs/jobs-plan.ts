// headgate jobs plan: shows what job files would change, and what that does to the logs.
import { HeadgateError } from '../../../base/index.ts';
import { JOBS_PLAN_RENDERERS } from '../../../report/index.ts';
import type { JobOfPlan } from '../../../verbs/index.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../../../verbs/request/request-defaults.ts';
import { apiAccess } from '../../api-access.ts';
import { type CommandFlags, defineCommand } from '../../command.ts';
import { API_FLAGS, DETAILED_EXITCODE_FLAG } from '../../flags/api-flags.ts';
import { COST_FLAGS, guardFlags } from '../../flags/filter-flags.ts';
import { SHOW_FLAG } from '../../flags/output-flags.ts';
import { namedSourceFlag, SOURCE_FLAGS, THREADS_FLAG } from '../../flags/source-flags.ts';
import { logsRequest } from '../../logs-request.ts';
import { commandTask } from '../../run-command.ts';

/** The flags that plan and apply share. */
export const JOBS_FLAGS = [
  {
    flag: '-j, --job <file>',
    sets: 'jobs',
    kind: 'text',
    required: true,
    repeatable: true,
    help: 'File with a job, an array of jobs, or an API response; - reads standard input (repeatable)',
  },
  {
    flag: '-f, --filter <filter>',
    sets: 'filter',
    kind: 'text',
    help: 'Filter that replaces that of the one job: JSON, an expression, @file, -, or all to remove the filter',
  },
  {
    flag: '--rewrite',
    sets: 'rewrite',
    kind: 'switch',
    help: 'Also replace live filters that are proven equal to those of the files, but written differently',
  },
  {
    flag: '-s, --samples <n>',
    sets: 'samples',
    kind: 'count',
    least: 0,
    default: DEFAULT_CHANGED_SAMPLES,
    help: 'Example lines to show that are newly kept and newly dropped',
  },
  SHOW_FLAG,
  THREADS_FLAG,
  ...API_FLAGS,
  ...guardFlags('kept >= 5%', 'newly-dropped <= 0.1%', 'cost <= 400/month'),
  ...COST_FLAGS,
  ...namedSourceFlag(
    'Logs to replay the old and the new filter over, with the transformers of the job: a folder, file, destination_conf, or https address of the edge script (key: HEADGATE_EDGE_KEY; repeatable)',
  ),
  ...SOURCE_FLAGS,
] as const;

/** Flags that only apply to sources. The others also apply to the file with an ownership token. */
const OF_SOURCES = ['--since', '--until', '--slack', '--input', '--unwrap', '--show', '--price'];

/**
 * Converts the flags that plan and apply share, but for the access to the API.
 * @param given the flags on the command line
 * @throws HeadgateError `usage`, `stdin-twice`
 */
export function jobsRequest(flags: CommandFlags<typeof JOBS_FLAGS>, given: readonly string[]) {
  const { output: _, zone: __, account: ___, baseURL: ____, ...request } = flags;
  const { sources = [], jobs, filter } = request;
  if (sources.length === 0) rejectUnused(given, 'the filters');
  if ([...jobs, filter].filter((value) => value === '-').length > 1) {
    throw new HeadgateError(
      'stdin-twice',
      'cannot read standard input twice: found - for several flags, expected it once; pass a file',
    );
  }
  return { ...request, ...logsRequest(sources, flags, [...jobs, filter]) };
}

/** Rejects flags of sources: a time range without a source would look as if it had been used. @throws HeadgateError `usage` */
export function rejectUnused(given: readonly string[], what: string): void {
  const found = OF_SOURCES.filter((flag) => given.includes(flag));
  if (found.length === 0) return;
  throw new HeadgateError(
    'usage',
    `cannot use ${found.join(', ')}: found no source, expected the logs to replay ${what} over; add --source SOURCE`,
  );
}

/** The lines that the effect of a job shows. */
function linesOf({ newlyKept, newlyDropped, guards }: NonNullable<JobOfPlan['effect']>): string[] {
  const samples = [newlyKept?.samples ?? [], newlyDropped?.samples ?? [], ...guards.map(({ lines = [] }) => lines)];
  return samples.flat().map(({ line }) => line);
}

/** The command. */
export const jobsPlanCommand = defineCommand({
  name: 'plan',
  summary: 'Show what a job file would change, and what that does to the logs',
  description:
    'Compares job files with the live jobs, and replays the old and the new filter over stored logs if a source is given. Changes nothing.',
  flags: [DETAILED_EXITCODE_FLAG, ...JOBS_FLAGS],
  notes: `
A job of the file is found by its id, else by its name; a name that no job has is created. Keys that the file lacks stay as they are.
With a transformer, guards judge what the job delivers.
Credentials come from CLOUDFLARE_API_TOKEN, or from CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY.

Examples:
  headgate jobs plan --zone example.com --job job.json
  headgate jobs plan --zone example.com --job job.json --filter 'EdgeResponseStatus >= 500'
  headgate jobs plan --zone example.com --job job.json --source 's3://bucket/all/{DATE}?region=eu-west-1' --since 24h
      --guard 'kept >= 1%' --never-drop 'EdgeResponseStatus >= 500'
  headgate jobs plan --zone example.com --job job.json --format json --out plan.json --detailed-exitcode

Exit codes: 0 nothing to change, or changes pending; 3 changes pending, with --detailed-exitcode; 1 a job has a problem, its transformer
fails on more lines of the source than before, or a guard is broken; 2 no answer (usage, no access, no line read, a
guard that cannot be judged); 130 interrupted.`,
  formats: JOBS_PLAN_RENDERERS,
  run: (_, flags, { given }) => {
    const request = jobsRequest(flags, given);
    return commandTask(JOBS_PLAN_RENDERERS, async ({ notice, warn, startReading }) => {
      const { planJobs } = await import('../../../verbs/jobs/plan-jobs.ts');
      const { unjudgedPlanError } = await import('../../../verbs/jobs/jobs-plan.ts');
      const { signal, reading } = await startReading();
      const access = await apiAccess(flags, signal);
      const result = await planJobs({ ...request, ...access, ...reading, onRetry: notice });
      const { hasKey, showWarnings } = await import('../../stdio/show-notice.ts');
      const shown = result.jobs.filter(({ effect }) => effect !== undefined);
      const unjudged = unjudgedPlanError(result);
      const lines = shown.flatMap(({ effect }) => linesOf(effect!));
      return {
        result,
        notices: () =>
          showWarnings(
            flags.output.show,
            shown.map(({ dataset }) => dataset),
            (name) => lines.some((line) => hasKey(line, name)),
          ).forEach(warn),
        isPartial: result.partial,
        isNegative: !result.isApplicable && unjudged === undefined,
        noAnswer: () => unjudged,
        isPending: flags.detailedExitcode === true && result.isPending,
      };
    });
  },
});
