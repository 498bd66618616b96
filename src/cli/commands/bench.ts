// headgate bench: how fast is a filter on one's own logs and machine, where does the time go, which of two is cheaper?
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NEGATIVE } from '../exit-code.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import type { SetExitCode } from '../program.ts';

interface BenchFlags extends FilterFlags, SourceFlags, OutputFlags {
  compare?: string;
  bytes: number;
  rounds: number;
  seconds: number;
  threads: number;
  noFields?: true;
  counts?: true;
}

const EXAMPLES = `
Examples:
  headgate bench samples/logs --filter 'EdgeResponseStatus >= 500'
  headgate bench 's3://bucket/logs/{DATE}?region=eu-west-1' --since 2d --filter @errors.json --counts
  headgate bench logs/ --filter @new.json --compare @old.json --rounds 51 --seconds 30

All but the whole command is timed in one thread on bytes in memory, the median of the rounds; reading is timed once.
A difference is told when it is 1 % or more and regular: of 1,000 comparisons of equal filters, one may be told to differ.`;

/** Of gzip more than the default time allows for; little enough to hold in memory. */
const DEFAULT_BYTES = 64_000_000;
/** Enough for a few bad rounds among them, see compareTimes of src/task/bench-rounds.ts. */
const DEFAULT_ROUNDS = 31;
/** As long as one likes to wait. */
const DEFAULT_SECONDS = 10;

/** Adds the command. */
export function addBenchCommand(program: Command, setExitCode: SetExitCode): Command {
  const noFields = new Option('--no-fields', 'without the figures of fields, as in replay');
  // An option of its own, not the negation of --fields, which names the columns of CSV.
  noFields.negate = false;
  const command = program
    .command('bench')
    .summary('measure a filter on your logs and machine')
    .description(
      'Measures how fast filters are on a part of a source: lines and bytes per second, where the time goes, how many lines take the slow way and why, and which of two filters is cheaper.',
    )
    .option('--compare <filter>', 'another filter: which one is cheaper?')
    .option('--bytes <n>', 'most stored bytes read into memory', parseCount(1), DEFAULT_BYTES)
    .option('--rounds <n>', 'most rounds timed', parseCount(1), DEFAULT_ROUNDS)
    .option('--seconds <n>', 'about how long the rounds may take', parseCount(1), DEFAULT_SECONDS)
    .addOption(noFields)
    .option('--counts', 'only the totals of each job, as in replay')
    .addOption(
      new Option('--threads <n>', 'threads of the whole command')
        .argParser(parseCount(1))
        .default(availableParallelism(), 'one for each processor'),
    )
    .addHelpText('after', EXAMPLES);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (sources: string[], flags: BenchFlags) => {
    const { compare, bytes, rounds, seconds, threads } = flags;
    const given = flags.filters ?? [];
    // As if it were a filter, so that standard input is not wanted twice.
    const { filters: _, ...part } = readingRequest(sources, {
      ...flags,
      filters: compare === undefined ? given : [...given, { kind: 'filter', value: compare }],
    });
    const { bench } = await import('../../task/bench/bench.ts');
    const { printBytes, printPlural, renderBenchText, renderJson } = await import('../../render/index.ts');
    const { printNotice, styleOf } = await import('../stdio/output.ts');
    const { writeAnswer } = await import('../stdio/write-answer.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { noticeFilters, printInvalid } = await import('../stdio/filter-notice.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const progress = createProgressLine(flags);
    const { report, without } = await bench({
      ...part,
      ...{ filters: given, compare, bytes, rounds, seconds, threads },
      detail: flags.counts === true ? 'counts' : flags.noFields === true ? 'no-fields' : 'full',
      signal: listenForInterrupt(),
      onListProgress: progress.list,
      onListing: (listing, filters) => {
        progress.end();
        noticeFilters(filters, flags);
        for (const warning of listing.warnings) printNotice(`headgate: warning: ${warning}`, flags);
      },
      onPart: (measured, firstFailure) => {
        if (firstFailure !== undefined) printNotice(`headgate: warning: left out: ${firstFailure}`, flags);
        const size = `${printPlural(measured.objects, 'object')}, ${printBytes(measured.bytes)}`;
        printNotice(
          `headgate: measuring ${size}, ${printPlural(rounds, 'round')} in about ${seconds} s at most`,
          flags,
        );
      },
    })
      .catch((error: unknown) => printInvalid(error, flags))
      .finally(progress.end);
    const { damaged, unreadable } = report.measured;
    if (report.partial) setExitCode(EXIT_INTERRUPTED);
    else setExitCode(damaged + unreadable > 0 ? EXIT_NEGATIVE : EXIT_DONE);
    const [json, text] = [() => renderJson(report), () => renderBenchText(report, styleOf(flags))];
    await writeAnswer({ without, json, text, isPartial: report.partial }, flags);
  });
}
