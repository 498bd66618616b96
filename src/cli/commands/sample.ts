// headgate sample: a fair sample of lines, byte for byte, or the share that a filter keeps, estimated.
import { type Command, Option } from 'commander';
import { DEFAULT_SPREAD, DEFAULT_THREADS } from '../../run/request-defaults.ts';
import type { FilterSet, SampleResult, SourceListing } from '../../task/index.ts';
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NEGATIVE } from '../exit-code.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSampleFlags, checkSampleFlags, type DrawFlags } from '../flags/sample-flags.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import type { SetExitCode } from '../program.ts';

/** What every result says of what was read. */
type Drawn = Pick<SampleResult, 'partial' | 'source'>;

interface SampleFlags extends DrawFlags, FilterFlags, SourceFlags, OutputFlags {
  threads: number;
}

const EXAMPLES = `
Lines are records: malformed and blank lines are counted, never drawn. They come in the order of object names and offsets,
with their line ends; one that has none gets LF. Elements of a JSON document are printed anew, each as one line: the same
values, other spaces and escapes. Rows of CSV come without the header line. The same seed draws the same lines, whatever
the number of threads. --estimate --precision draws objects, the more likely the more bytes they store.

Examples:
  headgate sample samples/logs -n 100 > hundred.ndjson
  headgate sample samples/logs -n 20 --by time --filter 'EdgeResponseStatus >= 500' --verdict drop
  headgate sample 's3://bucket/logs/{DATE}?region=eu-west-1' -n 1000 --fast --since 7d
  headgate sample samples/logs --estimate --precision 1% --filter 'BotScore < 30'`;

/** Adds the command. */
export function addSampleCommand(program: Command, setExitCode: SetExitCode): Command {
  const command = program
    .command('sample')
    .summary('draw a fair sample of lines, or estimate the share a filter keeps')
    .description(
      'Draws lines of stored logs, byte for byte: each as likely as any other, or evenly over time or objects. With --estimate: the share of lines and bytes that a filter keeps, exact or with a 95 % interval.',
    )
    .addOption(
      new Option('--threads <n>', 'threads that read; the result is the same with any number')
        .argParser(parseCount(1))
        .default(DEFAULT_THREADS, 'one for each processor'),
    )
    .addHelpText('after', EXAMPLES);
  addSampleFlags(command);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, ['lines', 'json', 'text']);
  return command.action(async (sources: string[], flags: SampleFlags) => {
    checkSampleFlags(flags);
    const part = readingRequest(sources, flags);
    const { sample } = await import('../../task/sample/sample.ts');
    const { noAnswerOf } = await import('../../run/no-answer/no-answer.ts');
    const { DEFAULT_PRECISION, estimate } = await import('../../task/sample/estimate.ts');
    const { renderEstimateText, renderJson, renderSampleJson, renderSampleLines, sampleRemarks, sourceRemarks } =
      await import('../../render/index.ts');
    const { printNotice, styleOf } = await import('../stdio/output.ts');
    const { writeAnswer } = await import('../stdio/write-answer.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const { noticeFilters, printInvalid } = await import('../stdio/filter-notice.ts');
    const signal = listenForInterrupt();
    const progress = createProgressLine(flags);
    const say = (text: string): void => printNotice(`headgate: ${text}`, flags);
    let settled: { set: FilterSet; objects: SourceListing['objects'] } | undefined;
    const isSparing = flags.fast === true || flags.precision !== undefined;
    const request = {
      ...part,
      ...{ seed: flags.seed, threads: flags.threads, signal },
      onFilters: (set, listing) => {
        settled = { set, objects: listing.objects };
        noticeFilters(set, flags);
        for (const warning of listing.warnings) say(`warning: ${warning}`);
        if (isSparing && [...listing.objects].some(({ object }) => object.singleUse)) {
          say('standard input is read once and whole: --fast and --precision change nothing there');
        }
      },
      onListing: progress.start,
      onListProgress: progress.list,
      onProgress: progress.update,
    } satisfies Partial<Parameters<typeof sample>[0]>;
    if (flags.estimate === true) {
      const precision = flags.precision ?? (flags.fast === true ? DEFAULT_PRECISION : undefined);
      const found = await estimate({ ...request, precision })
        .catch((error: unknown) => printInvalid(error, flags))
        .finally(progress.end);
      for (const remark of sourceRemarks(found)) say(remark);
      setExitCode(exitCodeOf(found));
      const without = await noAnswerOf(found, true, 'estimate', { ...request, ...settled! });
      const [json, text] = [() => renderJson(found), () => renderEstimateText(found, styleOf(flags))];
      return writeAnswer({ without, json, text, isPartial: found.partial }, flags);
    }
    const drawing = {
      wanted: flags.lines!,
      spread: flags.by ?? DEFAULT_SPREAD,
      isFast: flags.fast === true,
      verdict: flags.verdict,
    } as const;
    const drawn = await sample({ ...request, ...drawing })
      .catch((error: unknown) => printInvalid(error, flags))
      .finally(progress.end);
    for (const remark of [...sampleRemarks(drawn), ...sourceRemarks(drawn)]) say(remark);
    setExitCode(exitCodeOf(drawn));
    const without = await noAnswerOf(drawn, flags.verdict !== 'undecided', 'sample', { ...request, ...settled! });
    const [json, text] = [() => renderSampleJson(drawn), () => renderSampleLines(drawn)];
    await writeAnswer({ without, json, text, isPartial: drawn.partial, isRaw: true }, flags);
  });
}

/** Of a result that holds an answer. */
function exitCodeOf({ partial, source }: Drawn): number {
  if (partial) return EXIT_INTERRUPTED;
  return source.damaged + source.unreadable > 0 ? EXIT_NEGATIVE : EXIT_DONE;
}
