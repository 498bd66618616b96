// headgate replay: shows what filters would have kept of stored logs, and which condition decides.
import type { GuardResult } from '../../analysis/guard/index.ts';
import type { Report } from '../../analysis/replay/index.ts';
import { printPlural } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { LISTING_RENDERERS, REPLAY_RENDERERS, REPLAY_TABLES, summarizeGuard } from '../../report/index.ts';
import type { FilterSet } from '../../verbs/index.ts';
import { hasGuards } from '../../verbs/request/has-guards.ts';
import { DEFAULT_SAMPLES, DEFAULT_SHOWN_SAMPLES } from '../../verbs/request/request-defaults.ts';
import { transformerAccess } from '../api-access.ts';
import { type CommandFlags, defineCommand, UsageError } from '../command.ts';
import { emitRequest } from '../emit-request.ts';
import { inGroup } from '../flag-row.ts';
import { API_FLAGS } from '../flags/api-flags.ts';
import {
  BY_FLAG,
  COST_FLAGS,
  COST_OPTIONS,
  DETAIL_FLAGS,
  detailOf,
  FILTER_FLAGS,
  guardFlags,
  TRANSFORMER_FLAG,
} from '../flags/filter-flags.ts';
import { SHOW_FLAG, STRICT_FLAG } from '../flags/output-flags.ts';
import { wholeNumber } from '../flags/parsers.ts';
import {
  LIST_FLAG,
  REPRODUCIBLE_FLAG,
  RESUME_FLAGS,
  SOURCE_ARGUMENT,
  SOURCE_FLAGS,
  THREADS_FLAG,
  WRITTEN_BY_FLAG,
} from '../flags/source-flags.ts';
import { isPlanned, logsRequest, withPlan } from '../logs-request.ts';
import { type CommandTask, commandTask } from '../run-command.ts';
import { printNotice } from '../stdio/output.ts';

const FLAGS = [
  {
    flag: '-s, --samples <n>',
    sets: 'samples',
    kind: 'parsed',
    repeatable: true,
    parse: parseSamples,
    expected:
      'a whole number of at least 0, or one of at least 1 before @ and a condition, by its number in the report or its path: 5@2',
    help: `Example lines to show for each job and verdict (default: ${DEFAULT_SAMPLES}; ${DEFAULT_SHOWN_SAMPLES} with --show alone); 5@2 shows 5 lines that condition 2 of the report alone drops, or alone keeps in an "or"; 5@bots:2 with several filters (repeatable)`,
  },
  SHOW_FLAG,
  {
    ...BY_FLAG,
    help: 'List the most frequent values of these fields in the lines that each filter drops and keeps; without a filter, those with most bytes, separated by commas (repeatable)',
  },
  ...DETAIL_FLAGS,
  THREADS_FLAG,
  ...RESUME_FLAGS,
  LIST_FLAG,
  { ...STRICT_FLAG, help: 'Exit with code 1 if any line is malformed' },
  REPRODUCIBLE_FLAG,
  {
    flag: '--emit <dir>',
    sets: 'emit',
    kind: 'text',
    help: 'Write the lines that each job would push; <dir> is an empty folder, s3://…, r2://…, or - for standard output (one job only)',
  },
  {
    flag: '--overwrite',
    sets: 'overwrite',
    kind: 'switch',
    help: 'Let --emit write to a destination that is not empty; replaces files of the same name',
  },
  ...FILTER_FLAGS,
  TRANSFORMER_FLAG,
  ...guardFlags('kept >= 5%', 'kept-bytes <= 20 GB/day', 'cost <= 400/month'),
  ...COST_FLAGS,
  ...inGroup(COST_OPTIONS, [WRITTEN_BY_FLAG]),
  ...SOURCE_FLAGS,
  ...API_FLAGS,
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const replayCommand = defineCommand({
  name: 'replay',
  summary: 'Replay filters over stored logs',
  description:
    'Replays filters over stored logs. Reports what each filter keeps, drops, and leaves undecided, which condition decides, and how many bytes each field takes. Without a filter, profiles the source.',
  arguments: [SOURCE_ARGUMENT],
  flags: FLAGS,
  notes: `
--emit writes one object for each source object: DIR/<day>/<start>_<end>_<hash>.log.gz. With several jobs, each job gets its own
folder. Lines follow the job's output_options, after sample_rate; a filter without a job writes lines unchanged. If interrupted,
--emit discards incomplete objects. --emit - writes all lines to standard output as one batch; add --out FILE to save the report.

Undecided lines count against a guard. A broken guard exits with code 1 after everything was written; one that cannot be judged, with 2.
The figures and units of guards: docs/semantics.md, "Guards". The units and lists of prices: docs/cost.md, "Prices".

Examples:
  headgate replay samples/logs --filter 'EdgeResponseStatus >= 500'
  headgate replay 's3://bucket/logs/{DATE}?region=eu-west-1' --filter @errors.json --filter @bots.json --since 7d
  headgate replay 'https://logs.example.com/http_requests/{DATE}' --since 7d --filter @errors.json
  headgate replay --job jobs.json --since 2026-11-01 --until 2026-11-02 --format json --out report.json
  zcat *.log.gz | headgate replay - --filter 'ClientCountry == "de"' --counts
  headgate replay samples/logs/all-requests --job samples/jobs/errors-and-threats.json --emit pushed
  headgate replay 's3://bucket/logs/{DATE}?region=eu-west-1' --job job.json --emit 's3://other/kept/{DATE}?region=eu-west-1'
  headgate replay samples/logs --filter 'EdgeResponseStatus >= 500' --emit - | jq .RayID
  headgate replay samples/logs --filter @errors.json --samples 5 --show RayID,EdgeResponseStatus,ClientRequestPath
  headgate replay samples/logs --filter @errors.json --samples 5@2
  headgate replay samples/logs --transformer drop-health.sql --samples 3 --never-drop 'EdgeResponseStatus >= 500'
  headgate replay samples/logs --transformer 17 --zone example.com
  headgate replay samples/logs --filter @errors.json --by ClientRequestPath,ClientCountry
  headgate replay samples/logs --by ClientRequestHost,ClientRequestPath
  headgate replay samples/logs --filter @errors.json --guard 'kept >= 1%' --guard 'kept-bytes <= 20 GB/day'
  headgate replay samples/logs --filter @errors.json --never-drop 'EdgeResponseStatus >= 500'
  headgate replay samples/logs --filter @errors.json --price 'stored=0.023/GB-month,ingest=2.50/GB'
  headgate replay --job jobs.json --since 7d --price cloudflare,internal=40GB,external=0 --price r2`,
  formats: REPLAY_RENDERERS,
  tables: REPLAY_TABLES,
  run: ([sources], flags) => {
    const request = requestOf(sources, flags);
    return flags.list === true ? listTask(request, flags) : replayTask(request, flags);
  },
});

/** The lines to show of each verdict, or of a condition. */
function parseSamples(text: string): { samples: number; condition?: string } | undefined {
  const [, count, condition] = /^(\d+)(?:@(.+))?$/s.exec(text) ?? [];
  const samples = wholeNumber(condition === undefined ? 0 : 1).parse(count ?? '');
  if (samples === undefined) return undefined;
  return condition === undefined ? { samples } : { samples, condition };
}

function requestOf(sources: readonly string[], { output, emit: _, samples: given = [], ...flags }: Flags) {
  const samplesFor = given.flatMap(({ samples, condition }) =>
    condition === undefined ? [] : [{ samples, condition }],
  );
  const ofVerdicts = given.filter(({ condition }) => condition === undefined);
  if (ofVerdicts.length > 1) throw new UsageError('found --samples without a condition twice, expected it once');
  // --show alone requests examples of each verdict; with other examples or guards, it chooses the fields of their lines.
  const isAsked = output.show !== undefined && samplesFor.length === 0 && !hasGuards(flags);
  const { samples } = ofVerdicts[0] ?? { samples: isAsked ? DEFAULT_SHOWN_SAMPLES : DEFAULT_SAMPLES };
  return { ...flags, samples, samplesFor, ...logsRequest(sources, flags, flags.filters), detail: detailOf(flags) };
}

type Request = ReturnType<typeof requestOf>;

function replayTask(request: Request, flags: Flags): CommandTask {
  const { emit: place, output, reproducible } = flags;
  const emit = emitRequest(place, flags);
  return commandTask(REPLAY_RENDERERS, async ({ warn, notice, startReading }) => {
    const { replay } = await import('../../verbs/replay/replay.ts');
    const { noAnswerErrorOfReplay } = await import('../../verbs/request/no-answer/no-answer-error.ts');
    const { unjudgedGuardError } = await import('../../analysis/guard/index.ts');
    const { noticeEmitted } = await import('../stdio/emit-notice.ts');
    const { hasField, showWarnings } = await import('../stdio/show-notice.ts');
    const { signal, reading } = await startReading();
    const access = await transformerAccess([flags.transformer], flags, { signal, onRetry: notice });
    let known: { set: FilterSet; objects: SourceListing['objects'] } | undefined;
    const report = await replay({
      ...{ ...request, ...reading, emit, transformerAccess: access },
      onListing: (listing, set) => {
        known = { set, objects: listing.objects };
        reading.onListing(listing, set);
      },
    });
    if (reproducible === true) delete report.timing;
    const { damaged, unreadable } = report.source;
    const broken = report.guards?.filter(({ holds, value }) => !holds && value !== null) ?? [];
    const isNegative =
      broken.length + damaged + unreadable > 0 ||
      report.jobs?.some(({ transformer }) => transformer !== undefined && transformer.failing.lines > 0) === true ||
      (output.strict === true && report.lines.malformed > 0);
    const unjudged = unjudgedGuardError(report.guards);
    const skipsResult = emit?.kind === 'stream' && output.out === undefined;
    return {
      result: report,
      isPartial: report.partial,
      isNegative,
      skipsResult,
      notices: () => {
        showWarnings(output.show, [known!.set.dataset.name], (name) => hasField(report, name)).forEach(warn);
        if (skipsResult) printAnswers(report, broken);
        if (report.partial && hasGuards(request)) warn('the guards were not judged, because the run was interrupted');
        if (broken.length > 0 && unjudged !== undefined) warn(unjudged.message);
        if (place !== undefined) noticeEmitted(report, known!.set.filters, place, flags);
      },
      noAnswer: async () =>
        (await noAnswerErrorOfReplay(report, 'replay', { ...request, signal, ...known! })) ??
        (broken.length > 0 ? undefined : unjudged),
      lost: report,
    };
  });
}

/** Prints what no report shows. It is the answer, not a notice: also with --quiet. */
function printAnswers({ jobs = [] }: Report, broken: readonly GuardResult[]): void {
  const answers = jobs.flatMap(({ name, transformer }) => {
    if (transformer === undefined) return [];
    const { failing, undecided, batches } = transformer;
    const others = batches.taken.lines === 0 ? '' : ` and takes down ${printPlural(batches.taken.lines, 'other line')}`;
    return [
      failing.lines > 0 &&
        `${name}: the transformer fails on ${printPlural(failing.lines, 'line')}${others}: not written`,
      undecided.lines > 0 &&
        `${name}: the transformer leaves ${printPlural(undecided.lines, 'line')} undecided: not written`,
    ].filter((text) => text !== false);
  });
  answers.push(...broken.map((guard) => `broken guard: ${summarizeGuard(guard)}`));
  for (const text of answers) printNotice(`headgate: ${text}`, {});
}

function listTask({ price, ...request }: Request, flags: Flags): CommandTask {
  return commandTask(LISTING_RENDERERS, async ({ warn, notice, warnOfListing, startReading }) => {
    const { listReplay } = await import('../../verbs/replay/replay.ts');
    const { signal, progress } = await startReading();
    const access = await transformerAccess([flags.transformer], flags, { signal, onRetry: notice });
    const listing = await listReplay({
      ...request,
      // Another one: of requests.
      ...(!isPlanned(flags.workers) && { price }),
      transformerAccess: access,
      signal,
      onListProgress: progress.list,
    });
    warnOfListing(listing);
    if (hasGuards(request)) warn('the guards were not judged: --list reads no lines');
    return {
      result: await withPlan(listing, flags, request, signal),
      isPartial: listing.isPartial === true,
      isNegative: false,
    };
  });
}
