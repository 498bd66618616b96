// headgate replay: shows what filters would have kept of stored logs, and which condition decides.
import type { Command } from 'commander';
import type { GuardRequest } from '../../guard/index.ts';
import { LISTING_RENDERERS, REPLAY_RENDERERS, REPLAY_TABLES, summarizeGuard } from '../../render/index.ts';
import { hasGuards } from '../../run/has-guards.ts';
import { DEFAULT_SAMPLES, DEFAULT_SHOWN_SAMPLES } from '../../run/request-defaults.ts';
import type { WrittenByRequest } from '../../run/written-by/written-by.ts';
import type { EmitRequest } from '../../task/emit/emit-plan.ts';
import type { FilterSet, ReplayRequest, SourceListing } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addByFlag, type ByFlags } from '../flags/compare-flags.ts';
import { addEmitFlags, type EmitFlags, emitRequest } from '../flags/emit-flags.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addGuardFlags, type GuardFlags, guardRequest } from '../flags/guard-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { addPriceFlags, type PriceFlags, priceRequest } from '../flags/price-flags.ts';
import { type ReadingPart, readingRequest } from '../flags/reading-request.ts';
import { addDetailFlags, addThreadsFlag, type DetailFlags, detailOf } from '../flags/run-flags.ts';
import { addShowFlag, type ShowFlags } from '../flags/show-flags.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { addWrittenByFlag, type WrittenByFlags } from '../flags/written-by-flags.ts';
import { type CommandTask, commandTask, runCommand } from '../run-command.ts';

interface ReplayFlags
  extends ByFlags,
    DetailFlags,
    EmitFlags,
    ShowFlags,
    FilterFlags,
    GuardFlags,
    PriceFlags,
    SourceFlags,
    OutputFlags,
    WrittenByFlags {
  samples?: number;
  samplesFor?: string[];
  sourceFields?: true;
  details?: true;
  threads: number;
  list?: true;
  stored: boolean;
  strict?: true;
  reproducible?: true;
}

const EXAMPLES = `
--emit writes one object for each source object: DIR/<day>/<start>_<end>_<hash>.log.gz. With several jobs, each job gets its own
folder. Lines follow the job's output_options, after sample_rate; a filter without a job writes lines unchanged. If interrupted,
--emit discards incomplete objects. --emit - writes all lines to standard output as one batch; add --out FILE to save the report.

--guard compares kept, dropped or undecided with a number of lines or a percentage of the lines read, or kept-bytes with bytes, a
percentage of the bytes read, or a rate such as 20 GB/day. --never-drop and --never-keep take an expression, JSON, or @file. A broken
guard exits with code 1 after everything was written. Undecided lines count against a guard, unless --undecided-ok is set.

--price is for bytes before compression (0.50/GB), for lines (0.10/million-lines), for stored gzip bytes (stored=0.023/GB-month, with
keep=90d if they are kept for 90 days), or a file with the price of each destination. GB is 10^9 bytes, GiB 2^30; a month has 30 days.
cloudflare names the published prices of Logpush, r2 and r2-infrequent those of R2 storage, pipelines-json and pipelines-parquet those of
Pipelines. Without --other-usage, their costs have a range: all or nothing of what the list includes is left.

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
  headgate replay samples/logs --filter @errors.json --samples-for 2
  headgate replay samples/logs --filter @errors.json --by ClientRequestPath,ClientCountry
  headgate replay samples/logs --by ClientRequestHost,ClientRequestPath
  headgate replay samples/logs --filter @errors.json --guard 'kept >= 1%' --guard 'kept-bytes <= 20 GB/day'
  headgate replay samples/logs --filter @errors.json --never-drop 'EdgeResponseStatus >= 500'
  headgate replay samples/logs --filter @errors.json --price 'stored=0.023/GB-month,ingest=2.50/GB'
  headgate replay --job jobs.json --since 7d --price cloudflare --price r2 --other-usage internal=40GB,external=0GB`;

/** Adds the command. */
export function addReplayCommand(program: Command): Command {
  const command = program
    .command('replay')
    .summary('Replay filters over stored logs')
    .description(
      'Replays filters over stored logs. Reports what each filter keeps, drops, and leaves undecided, which condition decides, and how many bytes each field takes. Without a filter, profiles the source.',
    )
    .option(
      '-s, --samples <n>',
      `Example lines to show for each job and verdict (default: ${DEFAULT_SAMPLES}; ${DEFAULT_SHOWN_SAMPLES} with --show alone)`,
      parseCount(0),
    )
    .option(
      '--samples-for <condition>',
      'Show lines that this condition alone drops, or alone keeps in an "or": its number in the report, or its path, after the name of its filter and a colon if there are several (repeatable)',
      (value: string, before: readonly string[] = []) => [...before, value],
    );
  addShowFlag(command);
  addByFlag(
    command,
    'List the most frequent values of these fields in the lines that each filter drops and keeps; without a filter, those with most bytes',
  );
  addDetailFlags(command).option('--source-fields', 'Show the fields of all lines, too, if there is a filter');
  command.option('--details', 'Print the complete text; without it, the text of one filter fits 24 rows');
  addThreadsFlag(command)
    .option('--list', 'List the objects to read, without reading them')
    .option('--strict', 'Exit with code 1 if any line is malformed')
    .option('--reproducible', 'Omit times: identical input gives identical output');
  addHelpNotes(command, EXAMPLES);
  addEmitFlags(command);
  addFilterFlags(command);
  addGuardFlags(command);
  addPriceFlags(command).option('--no-stored', 'Do not measure stored sizes: read no lines a second time');
  addWrittenByFlag(command);
  addSourceFlags(command);
  addOutputFlags(command, REPLAY_RENDERERS, REPLAY_TABLES);
  return command.action(
    runCommand<ReplayFlags>((sources, flags) => {
      const request = {
        ...readingRequest(sources, flags),
        ...guardRequest(flags),
        ...{ ...priceRequest(flags), stored: flags.stored },
        samples: samplesOf(flags),
        samplesFor: flags.samplesFor,
        by: flags.by,
        threads: flags.threads,
        detail: detailOf(flags),
        writtenBy: flags.writtenBy,
      } as const;
      return flags.list === true ? listTask(request) : replayTask(request, emitRequest(flags), flags);
    }),
  );
}

/** `--show` alone requests examples of each verdict; with `--samples-for` or guards, it chooses the fields of their lines. */
function samplesOf(flags: ReplayFlags): number {
  const isAsked = flags.show !== undefined && flags.samplesFor === undefined && !hasGuards(guardRequest(flags));
  return flags.samples ?? (isAsked ? DEFAULT_SHOWN_SAMPLES : DEFAULT_SAMPLES);
}

type Request = ReadingPart &
  GuardRequest &
  WrittenByRequest &
  Pick<ReplayRequest, 'by' | 'otherUsage' | 'price' | 'stored'> &
  Required<Pick<ReplayRequest, 'samples' | 'samplesFor' | 'threads' | 'detail'>>;

function replayTask(request: Request, emit: EmitRequest | undefined, flags: ReplayFlags): CommandTask {
  return commandTask(REPLAY_RENDERERS, async ({ warn, notice, startReading }) => {
    const { replay } = await import('../../task/replay/replay.ts');
    const { noAnswerErrorOfReplay } = await import('../../run/no-answer/no-answer-error.ts');
    const { unjudgedGuardError } = await import('../../guard/index.ts');
    const { noticeEmitted } = await import('../stdio/emit-notice.ts');
    const { noticeFilters } = await import('../stdio/filter-notice.ts');
    const { hasField, showWarnings } = await import('../stdio/show-notice.ts');
    const { signal, progress } = await startReading();
    let settled: { set: FilterSet; objects: SourceListing['objects'] } | undefined;
    const report = await replay({
      ...request,
      emit,
      signal,
      onListing: (listing, set) => {
        settled = { set, objects: listing.objects };
        noticeFilters(set, flags);
        listing.warnings.forEach(warn);
        progress.start(listing);
      },
      onListProgress: progress.list,
      onProgress: progress.update,
    });
    if (flags.reproducible === true) delete report.timing;
    const { damaged, unreadable } = report.source;
    const broken = report.guards?.filter(({ holds, value }) => !holds && value !== null) ?? [];
    const isNegative =
      broken.length > 0 || damaged + unreadable > 0 || (flags.strict === true && report.lines.malformed > 0);
    const unjudged = unjudgedGuardError(report.guards);
    const skipsResult = emit?.kind === 'stream' && flags.out === undefined;
    return {
      result: report,
      isPartial: report.partial,
      isNegative,
      skipsResult,
      notices: () => {
        showWarnings(flags.show, [settled!.set.dataset.name], (name) => hasField(report, name)).forEach(warn);
        // No report shows them.
        if (skipsResult) for (const guard of broken) notice(`broken guard: ${summarizeGuard(guard)}`);
        if (report.partial && hasGuards(request)) warn('the guards were not judged, because the run was interrupted');
        if (isNegative && unjudged !== undefined) warn(unjudged.message);
        if (flags.emit !== undefined) noticeEmitted(report, settled!.set.filters, flags.emit, flags);
      },
      noAnswer: async () =>
        (await noAnswerErrorOfReplay(report, 'replay', { ...request, signal, ...settled! })) ??
        (isNegative ? undefined : unjudged),
      lost: report,
    };
  });
}

function listTask(request: Request): CommandTask {
  return commandTask(LISTING_RENDERERS, async ({ warn, startReading }) => {
    const { listReplay } = await import('../../task/replay/replay.ts');
    const { signal, progress } = await startReading();
    const listing = await listReplay({
      ...request,
      signal,
      onListProgress: progress.list,
    });
    if (hasGuards(request)) warn('the guards were not judged: --list reads no lines');
    return { result: listing, isPartial: listing.isPartial === true, isNegative: false };
  });
}
