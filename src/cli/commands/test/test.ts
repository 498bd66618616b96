// headgate test: runs filter tests, and mines suites of them from logs.
import type { Command } from 'commander';
import { MINE_RENDERERS, mineRemarks, mineWarnings, sourceRemarks, TEST_RENDERERS } from '../../../render/index.ts';
import { readStdin } from '../../../run/read-stdin.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addFilterFlags, type FilterFlags } from '../../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { readingRequest } from '../../flags/reading-request.ts';
import { addThreadsFlag } from '../../flags/run-flags.ts';
import { addReadingFlags, type SourceFlags } from '../../flags/source-flags.ts';
import { type CommandTask, commandTask, runCommand } from '../../run-command.ts';
import { refuseExistingSuite } from './refuse-existing-suite.ts';
import { addTestFlags, checkTestFlags, type TestFlags } from './test-flags.ts';

interface Flags extends TestFlags, FilterFlags, SourceFlags, OutputFlags {
  threads: number;
}

const EXAMPLES = `
A suite is a JSON file with a filter or a job, and cases: a line, or a file and a RayID, and the expected verdict. --filter and --job
replace the filters of all suites, --null their reading of null. All other source options need --mine. docs/filter-tests.md describes
the format.

Examples:
  headgate test samples/suites/errors.json
  headgate test tests/*.json --min-coverage 100%
  headgate test tests/errors.json --filter @filters/new-errors.json        try a change
  headgate test --mine samples/logs --filter 'EdgeResponseStatus >= 500' --out errors.json

Exit codes: 0 all cases passed, 1 a case failed or the coverage is too low, 2 no answer (no case, invalid suite,
every case of a suite undecided, and no case failed).`;

/** Adds the command. */
export function addTestCommand(program: Command): Command {
  const command = program
    .command('test')
    .summary('Test filters with suites of lines and expected verdicts')
    .description(
      'Runs the cases of suites: each has a line and the verdict that the filter must give. Prints the truth tree of failing cases, and which conditions the cases do not cover. With --mine, writes a suite of a few real lines of the sources.',
    )
    .argument('[suite...]', 'Suite files, or - for standard input; with --mine, sources as in replay');
  addTestFlags(command);
  addThreadsFlag(command);
  addHelpNotes(command, EXAMPLES);
  addFilterFlags(command);
  addReadingFlags(command);
  addOutputFlags(command, TEST_RENDERERS);
  return command.action(
    runCommand<Flags>((args, flags) => {
      checkTestFlags(command, flags);
      if (flags.mine === true) return mineTask(args, flags);
      if (args.length === 0) command.error("error: missing argument 'suite' (or --mine)");
      const nullAs = command.getOptionValueSource('null') === 'default' ? undefined : flags.null;
      return testTask(args, flags, nullAs);
    }),
  );
}

function testTask(suites: readonly string[], flags: Flags, nullAs: Flags['null'] | undefined): CommandTask {
  return commandTask(TEST_RENDERERS, async ({ startReading }) => {
    const { noDecisionError, testFilters } = await import('../../../task/test/test-filters.ts');
    const { noticeFilters } = await import('../../stdio/filter-notice.ts');
    const { signal } = await startReading();
    const { filters, dataset, ignoreLimits, minCoverage } = flags;
    const result = await testFilters({
      ...{ suites, filters, dataset, ignoreLimits, nullAs, minCoverage, signal, stdin: readStdin() },
      onFilters: (set) => noticeFilters(set, flags),
    });
    return {
      result,
      isPartial: false,
      isNegative: !result.passed,

      noAnswer: () => noDecisionError(result),
    };
  });
}

function mineTask(sources: readonly string[], flags: Flags): CommandTask {
  const request = { ...readingRequest(sources, flags), threads: flags.threads };
  return commandTask(MINE_RENDERERS, async ({ notice, warn, startReading }) => {
    await refuseExistingSuite(flags.out);
    const { mineLines } = await import('../../../task/test/mine-suite.ts');
    const { noticeFilters } = await import('../../stdio/filter-notice.ts');
    const { signal, progress } = await startReading();
    const { result, without } = await mineLines({
      ...{ ...request, signal, limit: flags.lines, isWhole: flags.whole === true, mask: flags.mask },
      onListProgress: progress.list,
      onProgress: progress.update,
      onListing: (listing, set) => {
        noticeFilters(set, flags);
        listing.warnings.forEach(warn);
        progress.start(listing);
      },
    });
    const { damaged, unreadable } = result.source;
    return {
      ...{ result, isPartial: result.partial, isNegative: damaged + unreadable > 0 },
      isData: true,
      // A suite without cases would be refused.
      skipsResult: result.cases === 0,
      notices: () => {
        if (without === undefined) {
          for (const warning of mineWarnings(result)) warn(warning);
          for (const remark of mineRemarks(result)) notice(remark);
        }
        sourceRemarks(result).forEach(notice);
      },
      noAnswer: () => without,
      lost: result,
    };
  });
}
