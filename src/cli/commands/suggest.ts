// headgate suggest: suggests filters that reach a goal and keep every promised line.
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { SUGGEST_RENDERERS, SUGGEST_TABLES } from '../../report/index.ts';
import type { FilterArgument } from '../../verbs/request/named-filters.ts';
import { defineCommand, UsageError } from '../command.ts';
import { inGroup } from '../flag-row.ts';
import { COST_FLAGS, FILTER_OPTIONS } from '../flags/filter-flags.ts';
import { SHOW_FLAG } from '../flags/output-flags.ts';
import { splitNames } from '../flags/parsers.ts';
import { REPRODUCIBLE_FLAG, SOURCE_ARGUMENT, SOURCE_FLAGS, THREADS_FLAG } from '../flags/source-flags.ts';
import { logsRequest } from '../logs-request.ts';
import { commandTask } from '../run-command.ts';

/** The command. */
export const suggestCommand = defineCommand({
  name: 'suggest',
  summary: 'Suggest filters that reach a goal and lose no promised line',
  description:
    'Searches stored logs for short filters that drop enough bytes and keep every line that a promise protects, on any day: the promises are a part of the filter, and that it keeps them is proven. Learns from all days but the last, and judges on it. Applies nothing.',
  arguments: [{ ...SOURCE_ARGUMENT, help: 'Index, or sources as of replay (default: destination of the job)' }],
  flags: [
    {
      flag: '--goal <goal>',
      sets: 'goal',
      kind: 'text',
      required: true,
      help: "Share of the pushed bytes to drop ('50 %'), or what may remain ('20 GB/day', '600 GB/month'; with --price '5/month')",
    },
    {
      flag: '--never-drop <filter>',
      sets: 'neverDrop',
      kind: 'text',
      repeatable: true,
      help: 'Lines that must be kept: a filter, or promise:NAME (headgate fields list --promises) (repeatable)',
    },
    { flag: '--no-promise', sets: 'noPromise', kind: 'switch', help: 'Promise nothing: every line may be dropped' },
    {
      flag: '--use <fields>',
      sets: 'use',
      kind: 'parsed',
      repeatable: true,
      parse: splitNames,
      expected: 'names of fields such as ClientIP,ClientCountry',
      help: 'Fields that terms may test although they identify people, clients or times, separated by commas (repeatable)',
    },
    SHOW_FLAG,
    THREADS_FLAG,
    REPRODUCIBLE_FLAG,
    ...inGroup(FILTER_OPTIONS, [
      {
        flag: '--from <filter>',
        sets: 'from',
        kind: 'text',
        help: 'Filter in force: JSON, an expression, @file (a filter or a job), or - for standard input (default: every line is kept)',
      },
      {
        flag: '--from-job <file>',
        sets: 'fromJob',
        kind: 'text',
        help: 'Filter in force: that of the job in the file',
      },
      {
        flag: '-d, --dataset <dataset>',
        sets: 'dataset',
        kind: 'text',
        help: `Dataset of the lines, such as http_requests or firewall_events (default: dataset of the job, else of the index, else ${DEFAULT_DATASET})`,
      },
    ]),
    ...COST_FLAGS,
    ...SOURCE_FLAGS,
  ],
  notes: `
Reads the sources once, into a temporary index that is removed at the end; an index is used as it is. The filters of the ladder drop the lines of
a few terms; the last one reaches the goal. A list of what is kept instead is the last row.

Examples:
  headgate suggest samples/logs/all-requests --goal '30 %' --never-drop promise:security --never-drop promise:errors
  headgate suggest 's3://bucket/logs/{DATE}?region=eu-west-1' --since 14d --goal '20 GB/day' --never-drop promise:security
  headgate suggest logs.index --from-job job.json --goal 5/month --price 0.50/GB --never-drop 'BotScore < 30'

Exit codes: 0 the goal is reached or met already, 1 it is missed or cannot be reached, 2 no answer, 130 interrupted (the best until then is printed).`,
  formats: SUGGEST_RENDERERS,
  tables: SUGGEST_TABLES,
  run: ([sources], { output: _, from, fromJob, ...flags }) => {
    const inForce = inForceOf(from, fromJob);
    const logs = logsRequest(sources, flags, [inForce]);
    return commandTask(SUGGEST_RENDERERS, async ({ startReading }) => {
      const { suggest } = await import('../../verbs/suggest/suggest.ts');
      const { reading } = await startReading();
      const report = await suggest({ ...flags, ...logs, from: inForce, ...reading });
      if (flags.reproducible === true) delete report.timing;
      return {
        result: report,
        isPartial: report.partial,
        isNegative:
          (report.outcome !== 'reached' && report.outcome !== 'met') ||
          report.source.damaged + report.source.unreadable > 0,
        lost: report,
      };
    });
  },
});

function inForceOf(from: string | undefined, fromJob: string | undefined): FilterArgument | undefined {
  if (from !== undefined && fromJob !== undefined)
    throw new UsageError('cannot suggest: found --from and --from-job, expected one filter in force');
  if (fromJob !== undefined) return { kind: 'job', value: fromJob };
  return from === undefined ? undefined : { kind: 'filter', value: from };
}
