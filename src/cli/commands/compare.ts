// headgate compare: shows what changes on stored logs if one filter replaces another.
import type { CompareReport } from '../../analysis/compare/index.ts';
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import { redactLocation } from '../../input/destination/index.ts';
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { COMPARE_RENDERERS, COMPARE_TABLES, PLAN_COMPARE_RENDERERS } from '../../report/index.ts';
import { hasGuards } from '../../verbs/request/has-guards.ts';
import type { FilterArgument } from '../../verbs/request/named-filters.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../../verbs/request/request-defaults.ts';
import { transformerAccess } from '../api-access.ts';
import { type CommandFlags, defineCommand } from '../command.ts';
import { emitRequest } from '../emit-request.ts';
import { inGroup } from '../flag-row.ts';
import { API_FLAGS } from '../flags/api-flags.ts';
import {
  BY_FLAG,
  COST_FLAGS,
  COST_OPTIONS,
  FILTER_OPTIONS,
  FILTER_VALUE,
  guardFlags,
  IGNORE_LIMITS_FLAG,
  JOB_VALUE,
} from '../flags/filter-flags.ts';
import { SHOW_FLAG, STRICT_FLAG } from '../flags/output-flags.ts';
import {
  REPRODUCIBLE_FLAG,
  RESUME_FLAGS,
  SOURCE_ARGUMENT,
  SOURCE_FLAGS,
  THREADS_FLAG,
  WRITTEN_BY_FLAG,
} from '../flags/source-flags.ts';
import { logsRequest } from '../logs-request.ts';
import { type CommandTask, commandTask } from '../run-command.ts';

const FLAGS = [
  {
    flag: '-s, --samples <n>',
    sets: 'samples',
    kind: 'count',
    least: 0,
    default: DEFAULT_CHANGED_SAMPLES,
    help: 'Example lines to show of each kind of changed lines',
  },
  SHOW_FLAG,
  {
    ...BY_FLAG,
    help: 'List the most frequent values of these fields in changed lines, separated by commas (repeatable)',
  },
  {
    flag: '--no-values',
    sets: 'findsValues',
    kind: 'switch',
    value: false,
    help: 'Do not search for the values that distinguish changed lines (faster)',
  },
  {
    flag: '--emit-changed <dir>',
    sets: 'emitChanged',
    kind: 'text',
    help: 'Write all changed and undecided lines to newly-kept, newly-dropped and undecided in <dir>: an empty folder, s3://… or r2://…',
  },
  {
    flag: '--overwrite',
    sets: 'overwrite',
    kind: 'switch',
    help: 'Let --emit-changed write to a destination that is not empty; replaces files of the same name',
  },
  THREADS_FLAG,
  ...RESUME_FLAGS,
  { ...STRICT_FLAG, help: 'Exit with code 1 if any line is malformed' },
  REPRODUCIBLE_FLAG,
  ...inGroup(FILTER_OPTIONS, [
    {
      flag: '--from <filter>',
      sets: 'from',
      kind: 'text',
      help: 'Old filter: JSON, an expression, all, none, @file (a filter or a job), or - for standard input',
    },
    { flag: '--from-job <file>', sets: 'fromJob', kind: 'text', help: 'Old filter: that of the job in the file' },
    { flag: '--to <filter>', sets: 'to', ...FILTER_VALUE, help: 'New filter, in the same forms (repeatable)' },
    { flag: '--to-job <file>', sets: 'to', ...JOB_VALUE, help: 'New filter: that of the job in the file (repeatable)' },
    {
      flag: '-d, --dataset <dataset>',
      sets: 'dataset',
      kind: 'text',
      help: `Dataset of the lines, such as http_requests or firewall_events (default: dataset of the jobs, else of the index, else ${DEFAULT_DATASET})`,
    },
    IGNORE_LIMITS_FLAG,
    {
      flag: '--from-transformer <file|id|sql>',
      sets: 'fromTransformer',
      kind: 'text',
      help: 'Transformer of the old filter: SQL, its file, or its id in the account (default of --from with it: all; without it, the old lines as they are)',
    },
    {
      flag: '--to-transformer <file|id|sql>',
      sets: 'toTransformer',
      kind: 'text',
      help: 'Transformer of each new filter: SQL, its file, or its id (default of --to with it: all; without it, the new lines as they are)',
    },
    {
      flag: '--terraform-plan <file>',
      sets: 'terraformPlan',
      kind: 'text',
      help: 'Compare every log push job that a plan changes: the output of terraform show -json',
    },
  ]),
  ...guardFlags('kept >= 5%', 'newly-dropped <= 0.1%', 'cost <= 400/month'),
  ...COST_FLAGS,
  ...inGroup(COST_OPTIONS, [WRITTEN_BY_FLAG]),
  ...SOURCE_FLAGS,
  ...API_FLAGS,
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const compareCommand = defineCommand({
  name: 'compare',
  summary: 'Show what changes if one filter replaces another',
  description:
    'Replays an old filter and new ones over stored logs in one pass. Reports the lines that only one of them keeps, the edits between the filters with the lines that each is responsible for, and the fields and values that distinguish these lines from the others.',
  arguments: [SOURCE_ARGUMENT],
  flags: FLAGS,
  notes: `
Each edit of the filter is reported with the lines that it is responsible for: reverting it alone gives these lines back. Values of
changed lines are counted on a uniform sample; the report contains the error of each share. none means that there is no job: no line is kept.

Examples:
  headgate compare samples/logs/all-requests --from 'EdgeResponseStatus >= 400' --to 'EdgeResponseStatus >= 500'
  headgate compare 's3://bucket/logs/{DATE}?region=eu-west-1' --since 7d --from @job.json --to @shorter.json --to @strict.json
  headgate compare samples/logs/all-requests --from all --to @errors.json --by ClientRequestPath,ClientCountry
  headgate compare --terraform-plan plan.json --since 2d
  headgate compare samples/logs --from-transformer old.sql --to-transformer new.sql
  headgate compare --from-job live.json --to 'BotScore < 30' --never-drop 'EdgeResponseStatus >= 500' --format json`,
  formats: COMPARE_RENDERERS,
  tables: COMPARE_TABLES,
  run: ([sources], flags) => compareTask(sources, flags),
});

function compareTask(sources: readonly string[], flags: Flags): CommandTask {
  if (flags.terraformPlan !== undefined) return planTask(flags.terraformPlan, sources, flags);
  const from = oldFilterOf(flags);
  const isTransformed = flags.fromTransformer !== undefined || flags.toTransformer !== undefined;
  if (isTransformed && flags.emitChanged !== undefined)
    throw new HeadgateError(
      'usage',
      'cannot use --emit-changed with a transformer: it writes stored lines; use headgate replay --emit',
    );
  const { to = isTransformed ? [{ kind: 'filter', value: 'all' } as const] : [] } = flags;
  if (to.length === 0) {
    throw new HeadgateError('usage', 'cannot compare: found no new filter, expected --to FILTER or --to-job FILE');
  }
  const request = {
    ...requestOf(sources, flags, [from, ...to]),
    ...{ from, to },
    emitChanged: emitRequest(flags.emitChanged, flags, '--emit-changed'),
  };
  return commandTask(COMPARE_RENDERERS, async (context) => {
    const { compare } = await import('../../verbs/compare/compare.ts');
    const { hasKey, showWarnings } = await import('../stdio/show-notice.ts');
    const { unjudgedGuardError } = await import('../../analysis/guard/index.ts');
    const { reading } = await context.startReading();
    const given = [flags.fromTransformer, flags.toTransformer];
    const access = await transformerAccess(given, flags, { signal: reading.signal, onRetry: context.notice });
    const report = await compare({ ...request, ...reading, transformerAccess: access });
    if (flags.reproducible === true) delete report.timing;
    const hasBroken = isBroken(report);
    const unjudged = unjudgedGuardError(report.guards);
    return {
      result: report,
      isPartial: report.partial,
      isNegative: isNegative(report, flags),
      notices: () => {
        const shown = report.comparisons.flatMap(({ onlyBefore, onlyAfter }) => [
          ...onlyBefore.samples,
          ...onlyAfter.samples,
        ]);
        const datasets = report.jobs.map(({ dataset }) => dataset);
        showWarnings(flags.output.show, datasets, (name) => shown.some(({ line }) => hasKey(line, name))).forEach(
          context.warn,
        );
        if (report.partial && hasGuards(request)) {
          context.warn('the guards were not judged, because the run was interrupted');
        }
        if (hasBroken && unjudged !== undefined) context.warn(unjudged.message);
        if (flags.emitChanged !== undefined) noticeChanged(report, flags.emitChanged, context.notice);
      },
      noAnswer: () => (hasBroken ? undefined : unjudged),
      lost: report,
    };
  });
}

function planTask(terraformPlan: string, sources: readonly string[], flags: Flags): CommandTask {
  const given = [
    ...(flags.from === undefined && flags.fromJob === undefined ? [] : ['--from']),
    ...(flags.to === undefined ? [] : ['--to']),
    ...(flags.fromTransformer === undefined ? [] : ['--from-transformer']),
    ...(flags.toTransformer === undefined ? [] : ['--to-transformer']),
    ...(flags.dataset === undefined ? [] : ['--dataset']),
    ...(flags.emitChanged === undefined ? [] : ['--emit-changed']),
  ];
  if (given.length > 0) {
    throw new HeadgateError(
      'usage',
      `cannot use ${given.join(', ')} with --terraform-plan: the filters and datasets are those of the jobs of the plan`,
    );
  }
  const stored = flags.resume !== undefined ? '--resume' : flags.workers.url !== undefined ? '--workers' : undefined;
  if (stored !== undefined) {
    throw new HeadgateError(
      'usage',
      `cannot use ${stored} with --terraform-plan, which needs several passes; remove it`,
    );
  }
  const request = requestOf(sources, flags, []);
  return commandTask(PLAN_COMPARE_RENDERERS, async (context) => {
    const { comparePlan, uncomparedError, unjudgedError } = await import('../../verbs/compare/compare-plan.ts');
    const { reading } = await context.startReading();
    const report = await comparePlan({ ...request, terraformPlan, ...reading });
    const reports = report.jobs.flatMap((job) => job.report ?? []);
    if (flags.reproducible === true) for (const one of reports) delete one.timing;
    const hasNegative = reports.some((one) => isNegative(one, flags));
    const uncompared = uncomparedError(report);
    const unanswered = unjudgedError(report) ?? uncompared;
    // A job that is not compared among others is like an object that cannot be read.
    const isAnswer = hasNegative || (reports.length > 0 && unanswered === uncompared);
    return {
      result: report,
      isPartial: report.partial,
      isNegative: hasNegative || (isAnswer && uncompared !== undefined),
      notices: () => {
        if (isAnswer && unanswered !== undefined) context.warn(unanswered.message);
      },
      noAnswer: () => (isAnswer ? undefined : unanswered),
    };
  });
}

function requestOf(sources: readonly string[], flags: Flags, filters: readonly FilterArgument[]) {
  const { output: _, from: __, emitChanged: ___, ...request } = flags;
  return { ...request, ...logsRequest(sources, flags, filters) };
}

function isBroken({ guards = [] }: CompareReport): boolean {
  return guards.some(({ holds, value }) => !holds && value !== null);
}

function isNegative(report: CompareReport, { output: { strict } }: Flags): boolean {
  const { source, lines, jobs } = report;
  return (
    isBroken(report) ||
    source.damaged + source.unreadable > 0 ||
    jobs.slice(1).some(({ transformer }) => transformer !== undefined && transformer.failing.lines > 0) ||
    (strict === true && lines.malformed > 0)
  );
}

function oldFilterOf({ from, fromJob, fromTransformer, toTransformer }: Flags): FilterArgument {
  const isTransformed = fromTransformer !== undefined || toTransformer !== undefined;
  if (from === undefined && fromJob === undefined && isTransformed) return { kind: 'filter', value: 'all' };
  if (from !== undefined && fromJob === undefined) return { kind: 'filter', value: from };
  if (from === undefined && fromJob !== undefined) return { kind: 'job', value: fromJob };
  const found = from === undefined ? 'no old filter' : '--from and --from-job';
  throw new HeadgateError('usage', `cannot compare: found ${found}, expected one of --from FILTER and --from-job FILE`);
}

function noticeChanged({ comparisons, partial }: CompareReport, target: string, notice: (text: string) => void): void {
  const place = redactLocation(target);
  for (const { to, onlyAfter, onlyBefore, undecided } of partial ? [] : comparisons) {
    const counts = [
      `${printCount(onlyAfter.lines)} newly kept`,
      `${printCount(onlyBefore.lines)} newly dropped`,
      `${printPlural(undecided.lines, 'undecided line')}`,
    ];
    notice(`${to}: wrote ${counts.join(', ')} to ${place}`);
  }
  if (partial) notice('warning: interrupted: wrote no objects whose source was not read to the end');
}
