// headgate bench: measures the speed of filters on a source, the time of each step, and which of two filters is cheaper.
import type { Command } from 'commander';
import { BENCH_RENDERERS, printBytes, printPlural } from '../../render/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addDetailFlags, addThreadsFlag, type DetailFlags, detailOf } from '../flags/run-flags.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

interface BenchFlags extends DetailFlags, FilterFlags, SourceFlags, OutputFlags {
  compare?: string;
  bytes: number;
  rounds: number;
  seconds: number;
  threads: number;
}

const EXAMPLES = `
Examples:
  headgate bench samples/logs --filter 'EdgeResponseStatus >= 500'
  headgate bench 's3://bucket/logs/{DATE}?region=eu-west-1' --since 2d --filter @errors.json --counts
  headgate bench logs/ --filter @new.json --compare @old.json --rounds 51 --seconds 30

The row "whole" times a complete replay. Everything else is the median of rounds in one thread, on bytes in memory; reading is timed
once. A comparison reports a difference if it is consistent and at least 1 %. For equal filters, 1 in 1,000 comparisons does so.`;

/** More gzip than fits into the default time, and small enough for memory. */
const DEFAULT_BYTES = 64_000_000;
/** Tolerates a few bad rounds, see compareTimes in src/task/bench/bench-rounds.ts. */
const DEFAULT_ROUNDS = 31;
/** A tolerable wait. */
const DEFAULT_SECONDS = 10;

/** Adds the command. */
export function addBenchCommand(program: Command): Command {
  const command = program
    .command('bench')
    .summary('Measure the speed of filters on your logs')
    .description(
      'Measures the speed of filters on part of a source: lines and bytes per second, the time of each step, how many lines take the slow path and why, and which of two filters is cheaper.',
    )
    .option('--compare <filter>', 'Second filter to compare')
    .option('--bytes <n>', 'Maximum stored bytes to read into memory', parseCount(1), DEFAULT_BYTES)
    .option('--rounds <n>', 'Maximum number of rounds', parseCount(1), DEFAULT_ROUNDS)
    .option('--seconds <n>', 'Approximate time limit for the rounds, in seconds', parseCount(1), DEFAULT_SECONDS);
  addDetailFlags(command);
  addThreadsFlag(command, 'Threads for the run over the whole source');
  addHelpNotes(command, EXAMPLES);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, BENCH_RENDERERS);
  return command.action(
    runCommand<BenchFlags>((sources, flags) => {
      const { compare, bytes, rounds, seconds, threads } = flags;
      const given = flags.filters ?? [];
      // Passed as a filter to reject a second use of standard input.
      const { filters: _, ...part } = readingRequest(sources, {
        ...flags,
        filters: compare === undefined ? given : [...given, { kind: 'filter', value: compare }],
      });
      return commandTask(BENCH_RENDERERS, async ({ notice, warn, startReading }) => {
        const { bench } = await import('../../task/bench/bench.ts');
        const { noticeFilters } = await import('../stdio/filter-notice.ts');
        const { signal, progress } = await startReading();
        const { report, without } = await bench({
          ...part,
          ...{ filters: given, compare, bytes, rounds, seconds, threads, signal },
          detail: detailOf(flags),
          onListProgress: progress.list,
          onListing: (listing, filters) => {
            progress.end();
            noticeFilters(filters, flags);
            listing.warnings.forEach(warn);
          },
          onPart: (measured, firstFailure) => {
            if (firstFailure !== undefined) warn(`skipped: ${firstFailure}`);
            const size = `${printPlural(measured.objects, 'object')}, ${printBytes(measured.bytes)}`;
            notice(`measuring ${size}, ${printPlural(rounds, 'round')} in at most about ${seconds} s`);
          },
        });
        const { damaged, unreadable } = report.measured;
        const isNegative = damaged + unreadable > 0;
        return { result: report, isPartial: report.partial, isNegative, noAnswer: () => without };
      });
    }),
  );
}
