// headgate bench: measures the speed of filters on a source, the time of each step, and which of two filters is cheaper.
import { printBytes, printPlural } from '../../base/index.ts';
import { BENCH_RENDERERS } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { DETAIL_FLAGS, detailOf, FILTER_FLAGS } from '../flags/filter-flags.ts';
import { SOURCE_ARGUMENT, SOURCE_FLAGS } from '../flags/source-flags.ts';
import { logsRequest } from '../logs-request.ts';
import { commandTask } from '../run-command.ts';

/** A typical object of gzip: 31 rounds over it take about the default time. */
const DEFAULT_BYTES = 8_000_000;
/** Tolerates a few bad rounds, see compareTimes in src/verbs/bench/bench-rounds.ts. */
const DEFAULT_ROUNDS = 31;
/** A tolerable wait. */
const DEFAULT_SECONDS = 10;

/** The command. */
export const benchCommand = defineCommand({
  name: 'bench',
  summary: 'Measure the speed of filters on your logs',
  description:
    'Measures the speed of filters on part of a source: lines and bytes per second, the time of each step, how many lines take the slow path and why, and which of two filters is cheaper.',
  arguments: [SOURCE_ARGUMENT],
  flags: [
    { flag: '--compare <filter>', sets: 'compare', kind: 'text', help: 'Second filter to compare' },
    {
      flag: '--bytes <n>',
      sets: 'bytes',
      kind: 'count',
      least: 1,
      default: DEFAULT_BYTES,
      help: 'Approximate stored bytes to measure; whole objects, evenly from the source',
    },
    {
      flag: '--rounds <n>',
      sets: 'rounds',
      kind: 'count',
      least: 1,
      default: DEFAULT_ROUNDS,
      help: 'Maximum number of rounds',
    },
    {
      flag: '--seconds <n>',
      sets: 'seconds',
      kind: 'count',
      least: 1,
      default: DEFAULT_SECONDS,
      help: 'Start no further round after so many seconds; three always run',
    },
    ...DETAIL_FLAGS,
    ...FILTER_FLAGS,
    ...SOURCE_FLAGS,
  ],
  notes: `
Examples:
  headgate bench samples/logs --filter 'EdgeResponseStatus >= 500'
  headgate bench 's3://bucket/logs/{DATE}?region=eu-west-1' --since 2d --filter @errors.json --counts
  headgate bench logs/ --filter @new.json --compare @old.json --rounds 51 --seconds 30

Each round replays the same objects from their source in one thread, with each filter and without one, and reads and inflates them. All
figures are medians of processor time (on Windows, wall time). A comparison reports a difference if it is consistent and at least 1 %. For equal filters, 1 in 1,000
comparisons does so. Standard input cannot be measured.`,
  formats: BENCH_RENDERERS,
  run: ([sources], { output, ...flags }) => {
    const { filters = [], compare, rounds, seconds } = flags;
    const logs = logsRequest(sources, flags, [...filters, compare]);
    const request = { ...flags, ...logs, filters, compare, detail: detailOf(flags) };
    return commandTask(BENCH_RENDERERS, async ({ notice, warn, warnOfListing, startReading }) => {
      const { bench } = await import('../../verbs/bench/bench.ts');
      const { noticeFilters } = await import('../stdio/filter-notice.ts');
      const { signal, progress } = await startReading();
      const { report, without } = await bench({
        ...{ ...request, signal },
        onListProgress: progress.list,
        onListing: (listing, set) => {
          progress.end();
          noticeFilters(set, output);
          warnOfListing(listing, false);
        },
        onPart: (measured, lost) => {
          const [first] = lost;
          if (first !== undefined) {
            const count = printPlural(lost.length, 'object');
            warn(`${count} not read completely; the first is ${first.object}: ${first.message}`);
          }
          const size = `${printPlural(measured.objects, 'object')}, ${printBytes(measured.bytes)}`;
          notice(`measuring ${size}, ${printPlural(rounds, 'round')} in at most about ${seconds} s`);
        },
      });
      const { damaged, unreadable } = report.measured;
      const isNegative = damaged + unreadable > 0;
      return { result: report, isPartial: report.partial, isNegative, noAnswer: () => without };
    });
  },
});
