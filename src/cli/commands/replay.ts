// headgate replay: what would these filters have kept of these logs, and which condition did it?
import { type Command, Option } from 'commander';
import type { Report } from '../../replay/index.ts';
import type { FilterSet } from '../../run/named-filters.ts';
import { DEFAULT_DETAIL, DEFAULT_SAMPLES, DEFAULT_THREADS } from '../../run/request-defaults.ts';
import type { SourceListing } from '../../run/sources.ts';
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NEGATIVE } from '../exit-code.ts';
import { addEmitFlags, type EmitFlags, emitRequest } from '../flags/emit-flags.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import type { SetExitCode } from '../program.ts';

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
export function addReplayCommand(program: Command, setExitCode: SetExitCode): Command {
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
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (sources: string[], flags: ReplayFlags) => {
    const part = readingRequest(sources, flags);
    const emit = flags.list === true ? undefined : emitRequest(flags);
    const { listReplay, replay } = await import('../../task/replay/replay.ts');
    const { listingOf, renderJson, renderListingText, renderReportText } = await import('../../render/index.ts');
    const { noAnswerIn } = await import('../../run/no-answer/no-answer.ts');
    const { printNotice, styleOf, writeResult } = await import('../stdio/output.ts');
    const { writeAnswer } = await import('../stdio/write-answer.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const { noticeFilters, printInvalid } = await import('../stdio/filter-notice.ts');
    const { noticeEmitted } = await import('../stdio/emit-notice.ts');
    const signal = listenForInterrupt();
    const progress = createProgressLine(flags);
    let settled: { set: FilterSet; objects: SourceListing['objects'] } | undefined;
    const request = {
      ...part,
      samples: flags.samples,
      threads: flags.threads,
      emit,
      detail: flags.counts === true ? 'counts' : flags.noFields === true ? 'no-fields' : DEFAULT_DETAIL,
      signal,
      onListing: (listing, set) => {
        settled = { set, objects: listing.objects };
        noticeFilters(set, flags);
        for (const warning of listing.warnings) printNotice(`headgate: warning: ${warning}`, flags);
        progress.start(listing);
      },
      onListProgress: progress.list,
      onProgress: progress.update,
    } satisfies Parameters<typeof replay>[0];
    if (flags.list === true) {
      const listing = await listReplay(request)
        .catch((error: unknown) => printInvalid(error, flags))
        .finally(progress.end);
      if (listing.isPartial === true) setExitCode(EXIT_INTERRUPTED);
      const result = flags.format === 'json' ? renderJson(listingOf(listing)) : renderListingText(listing);
      return writeResult(result, flags);
    }
    const report = await replay(request)
      .catch((error: unknown) => printInvalid(error, flags))
      .finally(progress.end);
    if (flags.reproducible === true) delete report.timing;
    setExitCode(exitCodeOf(report, flags));
    if (flags.emit !== undefined) noticeEmitted(report, settled!.set.filters, flags.emit, flags);
    const without = await noAnswerIn(report, 'replay', { ...request, ...settled! });
    if (emit?.kind === 'stream' && flags.out === undefined) {
      if (without !== undefined) throw without;
      return;
    }
    const [json, text] = [() => renderJson(report), () => renderReportText(report, styleOf(flags))];
    await writeAnswer({ without, json, text, lost: report, isPartial: report.partial }, flags);
  });
}

/** Of a report that holds an answer. */
function exitCodeOf(report: Report, flags: ReplayFlags): number {
  const { damaged, unreadable } = report.source;
  if (report.partial) return EXIT_INTERRUPTED;
  if (damaged + unreadable > 0) return EXIT_NEGATIVE;
  return flags.strict === true && report.lines.malformed > 0 ? EXIT_NEGATIVE : EXIT_DONE;
}
