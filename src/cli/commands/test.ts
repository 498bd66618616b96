// headgate test: runs filter tests, and mines suites of them from logs.
import { stat } from 'node:fs/promises';
import { HeadgateError, SAFE_DIGITS } from '../../base/index.ts';
import { MINE_RENDERERS, mineRemarks, mineWarnings, sourceRemarks, TEST_RENDERERS } from '../../report/index.ts';
import { readStdin } from '../../verbs/request/argument-text.ts';
import { transformerAccess } from '../api-access.ts';
import { type CommandFlags, defineCommand, UsageError } from '../command.ts';
import { inGroup, partsOf } from '../flag-row.ts';
import { API_FLAGS } from '../flags/api-flags.ts';
import { FILTER_FLAGS, TRANSFORMER_FLAG } from '../flags/filter-flags.ts';
import { splitNames } from '../flags/parsers.ts';
import { SOURCE_FLAGS, THREADS_FLAG } from '../flags/source-flags.ts';
import { logsRequest } from '../logs-request.ts';
import { type CommandTask, commandTask } from '../run-command.ts';

const MINING_FLAGS = inGroup('Mining options:', [
  {
    flag: '--mine',
    sets: 'mine',
    kind: 'switch',
    help: 'Write a suite of a few lines of the sources instead of running suites',
  },
  {
    flag: '--mask <fields>',
    sets: 'mask',
    kind: 'parsed',
    parse: parseMask,
    expected: 'names of fields, separated by commas, or none',
    help: 'With --mine: replace the values of these fields by pseudonyms, or none (default: fields with personal data)',
  },
  {
    flag: '--whole',
    sets: 'isWhole',
    kind: 'switch',
    help: 'With --mine: write whole lines, not only the fields of the filter, RayID and the event time',
  },
  { flag: '-n, --lines <n>', sets: 'limit', kind: 'count', least: 1, help: 'With --mine: maximum number of lines' },
  THREADS_FLAG,
]);

const FLAGS = [
  {
    flag: '--min-coverage <share>',
    sets: 'minCoverage',
    kind: 'parsed',
    parse: parseShare,
    expected: expectedShare,
    help: 'Exit with code 1 if the cases cover less of the conditions, such as 100% or 0.9',
  },
  ...MINING_FLAGS,
  ...FILTER_FLAGS,
  {
    ...TRANSFORMER_FLAG,
    help: 'Transformer: SQL that begins with SELECT or WITH, its file, -, or an id of the account: replaces those of all suites',
  },
  ...SOURCE_FLAGS,
  ...API_FLAGS,
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const testCommand = defineCommand({
  name: 'test',
  summary: 'Test filters with suites of lines and expected verdicts',
  description:
    'Runs the cases of suites: each has a line and the verdict that the filter must give. Prints the truth tree of failing cases, and which conditions the cases do not cover. With --mine, writes a suite of a few real lines of the sources.',
  arguments: [
    { name: 'suite', takes: 'any', help: 'Suite files, or - for standard input; with --mine, sources as in replay' },
  ],
  flags: FLAGS,
  notes: `
A suite is a JSON file with a filter or a job, and cases: a line, or a file and a RayID, and the expected verdict. --filter and --job
replace the filters of all suites, --null their reading of null. All other source options need --mine. docs/filter-tests.md describes
the format.

Examples:
  headgate test samples/suites/errors.json
  headgate test tests/*.json --min-coverage 100%
  headgate test tests/errors.json --filter @filters/new-errors.json      # try a change
  headgate test --mine samples/logs --filter 'EdgeResponseStatus >= 500' --out errors.json

Exit codes: 0 all cases passed, 1 a case failed or the coverage is too low, 2 no answer (no case, invalid suite,
every case of a suite undecided, and no case failed).`,
  formats: TEST_RENDERERS,
  run: ([args], flags, { given }) => {
    rejectUnused(given, flags.mine === true);
    if (flags.mine === true) return mineTask(args, flags);
    if (args.length === 0) throw new UsageError("missing argument 'suite' (or --mine)");
    return testTask(args, flags, given.includes('--null') ? flags.nullAs : undefined);
  },
});

/** Flags without an effect on suites, whose lines are in files. */
const OF_MINING: readonly string[] = [...MINING_FLAGS, ...SOURCE_FLAGS]
  .map((row) => partsOf(row).long)
  .filter((flag) => flag !== '--null');

/** @throws HeadgateError `usage` for flags that have no effect */
function rejectUnused(given: readonly string[], isMining: boolean): void {
  const found = given.filter((flag) =>
    isMining ? flag === '--min-coverage' || flag === '--transformer' : OF_MINING.includes(flag),
  );
  if (found.length === 0) return;
  throw new HeadgateError(
    'usage',
    `cannot test: found ${found.join(', ')} ${isMining ? 'with' : 'without'} --mine, expected ${isMining ? 'it for suites only' : 'both'}`,
  );
}

/** Reads a percentage or a share: NaN for other text, and for one with too many digits for a number. */
function readShare(text: string) {
  const [, digits = '', unit] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const isExact = digits.replace('.', '').replace(/^0+/, '').length <= SAFE_DIGITS;
  // An exponent, because a quotient is rounded: 0.7 / 100 is not 0.007.
  const share = digits === '' || !isExact ? Number.NaN : Number(`${digits}${unit === '%' ? 'e-2' : ''}`);
  return { digits, unit, isExact, share };
}

function parseShare(text: string): number | undefined {
  const { share } = readShare(text);
  return share >= 0 && share <= 1 ? share : undefined;
}

function expectedShare(text: string): string {
  const { digits, unit, isExact } = readShare(text);
  const number = Number(digits);
  const fix = digits !== '' && unit === '' && number > 1 && number <= 100 ? `; write ${digits}%` : '';
  return `a percentage such as 100%, or a share such as 0.9${isExact ? '' : `, of at most ${SAFE_DIGITS} digits`}${fix}`;
}

/** @returns no field for `none` */
function parseMask(text: string): string[] | undefined {
  const names = splitNames(text);
  if (names?.length === 1 && names[0] === 'none') return [];
  return names?.includes('none') === true ? undefined : names;
}

/** Rejects an --out of mining that would replace an existing suite: its cases may have been edited by hand. @throws HeadgateError `out-exists` */
async function rejectExistingSuite(out: string | undefined): Promise<void> {
  const found = out === undefined ? undefined : await stat(out).catch(() => undefined);
  // Empty files, devices and pipes pass.
  if (found === undefined || !found.isFile() || found.size === 0) return;
  throw new HeadgateError(
    'out-exists',
    `cannot write --out ${out}: the file exists, and may contain cases edited by hand; write to another file and merge the two, or remove this one first`,
  );
}

function testTask(suites: readonly string[], flags: Flags, nullAs: Flags['nullAs'] | undefined): CommandTask {
  return commandTask(TEST_RENDERERS, async ({ notice, startReading }) => {
    const { noDecisionError, testFilters } = await import('../../verbs/test/test-filters.ts');
    const { noticeFilters } = await import('../stdio/filter-notice.ts');
    const { signal } = await startReading();
    const { output, filters, transformer, dataset, ignoreLimits, minCoverage } = flags;
    const access = await transformerAccess([transformer], flags, { signal, onRetry: notice });
    const result = await testFilters({
      ...{ suites, filters, transformer, transformerAccess: access },
      ...{ dataset, ignoreLimits, nullAs, minCoverage, signal, stdin: readStdin() },
      onFilters: (set) => noticeFilters(set, output),
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
  const { output, isWhole = false, ...rest } = flags;
  const request = { ...rest, ...logsRequest(sources, flags, flags.filters), isWhole };
  return commandTask(MINE_RENDERERS, async ({ notice, warn, startReading }) => {
    await rejectExistingSuite(output.out);
    const { mineLines } = await import('../../verbs/test/mine-suite.ts');
    const { reading } = await startReading(false);
    const { result, without } = await mineLines({ ...request, ...reading });
    const { damaged, unreadable } = result.source;
    return {
      ...{ result, isPartial: result.partial, isNegative: damaged + unreadable > 0 },
      isData: true,
      // A suite without cases would be rejected.
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
