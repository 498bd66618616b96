// headgate replay: what would these filters have kept of these logs, and which condition did it?

import { type Command, Option } from 'commander';
import { LISTING_RENDERERS, REPLAY_RENDERERS } from '../../render/index.ts';
import { DEFAULT_DETAIL, DEFAULT_SAMPLES, DEFAULT_THREADS } from '../../run/request-defaults.ts';
import type { EmitRequest } from '../../task/emit/emit-plan.ts';
import type { FilterSet, ReplayRequest, SourceListing } from '../../task/index.ts';
import { addEmitFlags, type EmitFlags, emitRequest } from '../flags/emit-flags.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { type ReadingPart, readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { type CommandTask, commandTask, runCommand } from '../run-command.ts';

interface ReplayFlags extends EmitFlags, FilterFlags, SourceFlags, OutputFlags {
  samples: number;
  threads: number;
  noFields?: true;
  counts?: true;
  list?: true;
  strict?: true;
  reproducible?: true;
}

const EXAMPLES = `
--emit writes DIR/<day>/<start>_<end>_<hash>.log.gz, one object for each source object, below a folder for each job where there are
several: as output_options say, after sample_rate. A filter without a job writes lines as they are stored. What Ctrl-C leaves of an
object is not written. With --emit - lines go to standard output, as one batch, and the report only to --out.

Examples:
  headgate replay samples/logs --filter 'EdgeResponseStatus >= 500'
  headgate replay 's3://bucket/logs/{DATE}?region=eu-west-1' --filter @errors.json --filter @bots.json --since 7d
  headgate replay --job jobs.json --since 2026-11-01 --until 2026-11-02 --format json --out report.json
  zcat *.log.gz | headgate replay - --filter 'ClientCountry == "de"' --counts
  headgate replay samples/logs/all-requests --job samples/jobs/errors-and-threats.json --emit pushed
  headgate replay 's3://bucket/logs/{DATE}?region=eu-west-1' --job job.json --emit 's3://other/kept/{DATE}?region=eu-west-1'
  headgate replay samples/logs --filter 'EdgeResponseStatus >= 500' --emit - | jq .RayID`;

/** Adds the command. */
export function addReplayCommand(program: Command): Command {
  const noFields = new Option('--no-fields', 'leave out the figures of fields');
  // An option of its own, not the negation of --fields, which names the columns of CSV.
  noFields.negate = false;
  const command = program
    .command('replay')
    .summary('show what filters would have kept and dropped of stored logs')
    .description(
      'Replays filters over logs already pushed: what each keeps, drops and cannot decide, which condition did it, and which fields make up the lines. Without a filter: a profile of the source.',
    )
    .option('-s, --samples <n>', 'lines shown for each job and verdict', parseCount(0), DEFAULT_SAMPLES)
    .addOption(noFields)
    .option('--counts', 'only the totals of each job: faster')
    .addOption(
      new Option('--threads <n>', 'threads that read; the figures are the same with any number')
        .argParser(parseCount(1))
        .default(DEFAULT_THREADS, 'one for each processor'),
    )
    .option('--list', 'show the objects that would be read, read nothing')
    .option('--strict', 'exit with 1 when lines are malformed')
    .option('--reproducible', 'leave out times: the same input gives the same bytes')
    .addHelpText('after', EXAMPLES);
  addEmitFlags(command);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, REPLAY_RENDERERS);
  return command.action(
    runCommand<ReplayFlags>((sources, flags) => {
      const request = {
        ...readingRequest(sources, flags),
        samples: flags.samples,
        threads: flags.threads,
        detail: flags.counts === true ? 'counts' : flags.noFields === true ? 'no-fields' : DEFAULT_DETAIL,
      } as const;
      return flags.list === true ? listTask(request) : replayTask(request, emitRequest(flags), flags);
    }),
  );
}

type Request = ReadingPart & Required<Pick<ReplayRequest, 'samples' | 'threads' | 'detail'>>;

function replayTask(request: Request, emit: EmitRequest | undefined, flags: ReplayFlags): CommandTask {
  return commandTask(REPLAY_RENDERERS, async ({ warn, startReading }) => {
    const { replay } = await import('../../task/replay/replay.ts');
    const { noAnswerErrorOfReplay } = await import('../../run/no-answer/no-answer-error.ts');
    const { noticeEmitted } = await import('../stdio/emit-notice.ts');
    const { noticeFilters } = await import('../stdio/filter-notice.ts');
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
    return {
      result: report,
      isPartial: report.partial,
      isNegative: damaged + unreadable > 0 || (flags.strict === true && report.lines.malformed > 0),
      skipsResult: emit?.kind === 'stream' && flags.out === undefined,
      notices: () => {
        if (flags.emit !== undefined) noticeEmitted(report, settled!.set.filters, flags.emit, flags);
      },
      noAnswer: () => noAnswerErrorOfReplay(report, 'replay', { ...request, signal, ...settled! }),
      lost: report,
    };
  });
}

function listTask(request: Request): CommandTask {
  return commandTask(LISTING_RENDERERS, async ({ startReading }) => {
    const { listReplay } = await import('../../task/replay/replay.ts');
    const { signal, progress } = await startReading();
    const listing = await listReplay({
      ...request,
      signal,
      onListProgress: progress.list,
    });
    return { result: listing, isPartial: listing.isPartial === true, isNegative: false };
  });
}
