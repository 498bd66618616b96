// headgate compare: shows what changes on stored logs if one filter replaces another.
import type { Command } from 'commander';
import { HeadgateError } from '../../base/index.ts';
import type { CompareReport } from '../../compare/index.ts';
import { redactLocation } from '../../destination/index.ts';
import {
  COMPARE_RENDERERS,
  COMPARE_TABLES,
  PLAN_COMPARE_RENDERERS,
  printCount,
  printPlural,
} from '../../render/index.ts';
import { hasGuards } from '../../run/has-guards.ts';
import type { FilterArgument } from '../../run/named-filters.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../../run/request-defaults.ts';
import type { FilterSet, SourceListing } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addByFlag, addComparedFlags, type ByFlags, type ComparedFlags } from '../flags/compare-flags.ts';
import { emitRequest } from '../flags/emit-flags.ts';
import { addGuardFlags, type GuardFlags, guardRequest } from '../flags/guard-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { addPriceFlags, type PriceFlags, priceRequest } from '../flags/price-flags.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addThreadsFlag } from '../flags/run-flags.ts';
import { addShowFlag, type ShowFlags } from '../flags/show-flags.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { addWrittenByFlag, type WrittenByFlags } from '../flags/written-by-flags.ts';
import { type CommandTask, commandTask, type RunContext, runCommand } from '../run-command.ts';

interface CompareFlags
  extends ByFlags,
    ComparedFlags,
    GuardFlags,
    PriceFlags,
    ShowFlags,
    SourceFlags,
    OutputFlags,
    WrittenByFlags {
  samples: number;
  threads: number;
  values: boolean;
  emitChanged?: string;
  overwrite?: true;
  terraformPlan?: string;
  strict?: true;
  reproducible?: true;
}

const EXAMPLES = `
Each edit of the filter is reported with the lines that it is responsible for: reverting it alone gives these lines back. Values of
changed lines are counted on a uniform sample; the report contains the error of each share. none means that there is no job: no line is kept.

Examples:
  headgate compare samples/logs/all-requests --from 'EdgeResponseStatus >= 400' --to 'EdgeResponseStatus >= 500'
  headgate compare 's3://bucket/logs/{DATE}?region=eu-west-1' --since 7d --from @job.json --to @shorter.json --to @strict.json
  headgate compare samples/logs/all-requests --from all --to @errors.json --by ClientRequestPath,ClientCountry
  headgate compare --terraform-plan plan.json --since 2d
  headgate compare --from-job live.json --to 'BotScore < 30' --never-drop 'EdgeResponseStatus >= 500' --format json`;

/** Adds the command. */
export function addCompareCommand(program: Command): Command {
  const command = program
    .command('compare')
    .summary('Show what changes if one filter replaces another')
    .description(
      'Replays an old filter and new ones over stored logs in one pass. Reports the lines that only one of them keeps, the edits between the filters with the lines that each is responsible for, and the fields and values that distinguish these lines from the others.',
    )
    .option(
      '-s, --samples <n>',
      'Sample lines to show of each kind of changed lines',
      parseCount(0),
      DEFAULT_CHANGED_SAMPLES,
    );
  addShowFlag(command);
  addByFlag(command, 'List the most frequent values of these fields in changed lines');
  command.option('--no-values', 'Do not search for the values that distinguish changed lines (faster)');
  command
    .option(
      '--emit-changed <dir>',
      'Write all changed and undecided lines to newly-kept, newly-dropped and undecided in <dir>: an empty folder, s3://… or r2://…',
    )
    .option(
      '--overwrite',
      'Let --emit-changed write to a destination that is not empty; replaces files of the same name',
    );
  addThreadsFlag(command)
    .option('--strict', 'Exit with code 1 if any line is malformed')
    .option('--reproducible', 'Omit times: identical input gives identical output');
  addHelpNotes(command, EXAMPLES);
  addComparedFlags(command).option(
    '--terraform-plan <file>',
    'Compare every log push job that a plan changes: the output of terraform show -json',
  );
  addGuardFlags(command);
  addPriceFlags(command);
  addWrittenByFlag(command);
  addSourceFlags(command);
  addOutputFlags(command, COMPARE_RENDERERS, COMPARE_TABLES);
  return command.action(runCommand<CompareFlags>((sources, flags) => compareTask(sources, flags)));
}

function compareTask(sources: readonly string[], flags: CompareFlags): CommandTask {
  if (flags.terraformPlan !== undefined) return planTask(flags.terraformPlan, sources, flags);
  const from = oldFilterOf(flags);
  const { toFilters: to = [] } = flags;
  if (to.length === 0) {
    throw new HeadgateError('usage', 'cannot compare: found no new filter, expected --to FILTER or --to-job FILE');
  }
  const request = {
    ...requestOf(sources, flags, [from, ...to]),
    ...{ from, to },
    emitChanged: emitRequest({ ...flags, emit: flags.emitChanged }, '--emit-changed'),
  };
  return commandTask(COMPARE_RENDERERS, async (context) => {
    const { compare } = await import('../../task/compare/compare.ts');
    const { hasKey, showWarnings } = await import('../stdio/show-notice.ts');
    const { unjudgedGuardError } = await import('../../guard/index.ts');
    const report = await compare({ ...request, ...(await readingWith(context, flags)) });
    if (flags.reproducible === true) delete report.timing;
    const hasNegative = isNegative(report, flags);
    const unjudged = unjudgedGuardError(report.guards);
    return {
      result: report,
      isPartial: report.partial,
      isNegative: hasNegative,
      notices: () => {
        const shown = report.comparisons.flatMap(({ onlyBefore, onlyAfter }) => [
          ...onlyBefore.samples,
          ...onlyAfter.samples,
        ]);
        const datasets = report.jobs.map(({ dataset }) => dataset);
        showWarnings(flags.show, datasets, (name) => shown.some(({ line }) => hasKey(line, name))).forEach(
          context.warn,
        );
        if (report.partial && hasGuards(request)) {
          context.warn('the guards were not judged, because the run was interrupted');
        }
        if (hasNegative && unjudged !== undefined) context.warn(unjudged.message);
        if (flags.emitChanged !== undefined) noticeChanged(report, flags.emitChanged, context.notice);
      },
      noAnswer: () => (hasNegative ? undefined : unjudged),
      lost: report,
    };
  });
}

function planTask(terraformPlan: string, sources: readonly string[], flags: CompareFlags): CommandTask {
  const given = [
    ...(flags.from === undefined && flags.fromJob === undefined ? [] : ['--from']),
    ...(flags.toFilters === undefined ? [] : ['--to']),
    ...(flags.dataset === undefined ? [] : ['--dataset']),
    ...(flags.emitChanged === undefined ? [] : ['--emit-changed']),
  ];
  if (given.length > 0) {
    throw new HeadgateError(
      'usage',
      `cannot use ${given.join(', ')} with --terraform-plan: the filters and datasets are those of the jobs of the plan`,
    );
  }
  const request = requestOf(sources, flags, []);
  return commandTask(PLAN_COMPARE_RENDERERS, async (context) => {
    const { comparePlan, uncomparedError, unjudgedError } = await import('../../task/compare/compare-plan.ts');
    const report = await comparePlan({ ...request, terraformPlan, ...(await readingWith(context, flags)) });
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

function requestOf(sources: readonly string[], flags: CompareFlags, filters: readonly FilterArgument[]) {
  const { filters: _, ...reading } = readingRequest(sources, { ...flags, filters: [...filters] });
  return {
    ...{ ...reading, ...guardRequest(flags), ...priceRequest(flags), writtenBy: flags.writtenBy },
    ...{ samples: flags.samples, threads: flags.threads, by: flags.by, findsValues: flags.values },
  };
}

async function readingWith({ warn, startReading }: RunContext, flags: CompareFlags) {
  const { noticeFilters } = await import('../stdio/filter-notice.ts');
  const { signal, progress } = await startReading();
  return {
    signal,
    onListing: (listing: SourceListing, set: FilterSet): void => {
      noticeFilters(set, flags);
      listing.warnings.forEach(warn);
      progress.start(listing);
    },
    onListProgress: progress.list,
    onProgress: progress.update,
  };
}

function isNegative({ guards = [], source, lines }: CompareReport, { strict }: CompareFlags): boolean {
  return (
    guards.some(({ holds, value }) => !holds && value !== null) ||
    source.damaged + source.unreadable > 0 ||
    (strict === true && lines.malformed > 0)
  );
}

function oldFilterOf({ from, fromJob }: ComparedFlags): FilterArgument {
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
