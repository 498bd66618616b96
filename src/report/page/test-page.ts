// The page of filter tests: passed or not, then failed cases and the coverage of each filter. Computes no figures.
import type { CaseResult, FilterCoverage, TestResult } from '../../analysis/suite/index.ts';
import { capitalized, enumerate, printCount, printPlural, SAFE_DIGITS } from '../../base/index.ts';
import { printableAll } from '../printable.ts';
import { code, codeCell, countCell, figureColumn, textColumn } from './cells.ts';
import { transformationLines } from './explain-page.ts';
import { NO_FILTER } from './job-section.ts';
import {
  type Block,
  type Cell,
  list,
  type Page,
  type PageSettings,
  paragraph,
  present,
  type Section,
  type Text,
} from './page.ts';
import { SOLE_BLOCKER } from './sole-figures.ts';
import { printTree } from './truth-tree.ts';

type FilterTest = ReturnType<typeof withPrintedTrees>['suites'][number]['tests'][number];

/** Maximum decimals of a coverage: those of a share of `SAFE_DIGITS` digits. */
const MAX_DECIMALS = SAFE_DIGITS;
/** Maximum rows shown. */
const CASES_SHOWN = 50;
const CONDITIONS_SHOWN = 40;
const FAILURES_SHOWN = 20;
const ADVICE_SHOWN = 12;
/** Passing cases are listed for a run of one filter with at most this many cases. */
const PASSING_SHOWN = 30;
/** Missing fields that are named for each filter. */
const FIELDS_SHOWN = 8;

/** Creates the page of filter tests. */
export function testPage(found: TestResult, { columns }: PageSettings = {}): Page {
  const { suites, passed, cases, minCoverage } = printableAll(withPrintedTrees(found, columns));
  const tests = suites.flatMap(({ tests: some }) => some);
  const all = cases.passed + cases.failed;
  const goals = tests.reduce((sum, { coverage }) => sum + coverage.goals, 0);
  const covered = tests.reduce((sum, { coverage }) => sum + coverage.covered, 0);
  return {
    kind: 'Test',
    title: suites.length === 1 ? [code(suites[0]!.file)] : printPlural(suites.length, 'suite'),
    answer: passed
      ? { tone: 'good', text: all === 1 ? 'The case passes.' : `All ${all} cases pass.` }
      : {
          tone: cases.failed > 0 || tests.some((one) => one.isDecided && !one.isCovered) ? 'bad' : 'unclear',
          text: failureText(tests, cases.failed, all),
        },
    notices: [],
    highlights: [
      { label: 'passed', figure: String(cases.passed) },
      { label: 'failed', figure: String(cases.failed), ...(cases.failed > 0 ? { tone: 'bad' } : {}) },
      {
        label: 'coverage of conditions',
        figure: printCoverageShare(
          { covered, goals },
          tests.every(({ isCovered }) => isCovered),
          minCoverage,
        ),
        note: `${covered} of ${printPlural(goals, 'outcome')}${minCoverage === null ? '' : `, required of each filter: ${printRequiredCoverage(minCoverage)}`}`,
      },
    ],
    facts: [],
    sections: suites.flatMap(({ file, tests: some }) =>
      some.map((test) => testSection(test, file, minCoverage, tests.length === 1)),
    ),
  };
}

/** Everything that makes the exit code negative. */
function failureText(tests: readonly FilterTest[], failed: number, cases: number): string {
  const undecided = tests.filter(({ isDecided }) => !isDecided).length;
  const uncovered = tests.filter(({ isCovered, isDecided }) => isDecided && !isCovered).length;
  const of = (count: number): string => (tests.length === 1 ? '' : ` in ${count} of ${tests.length} tests`);
  const reasons = present(
    failed > 0 && `${failed} of ${printPlural(cases, 'case')} failed`,
    uncovered > 0 && `the coverage is lower than required${of(uncovered)}`,
    undecided > 0 && `no answer${of(undecided)}: every case is undecided`,
  );
  return `${capitalized(reasons.join('; '))}.`;
}

/** A truth tree contains exact numbers, which only its own printer escapes. */
function withPrintedTrees(result: TestResult, columns: number | undefined) {
  const suites = result.suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map((test) => ({ ...test, cases: test.cases.map((one) => withPrintedTree(one, columns)) })),
  }));
  return { ...result, suites };
}

function withPrintedTree(
  { explanation, transformation, ...one }: CaseResult,
  columns: number | undefined,
): Omit<CaseResult, 'explanation' | 'transformation'> & { tree: string[] } {
  const filterTree = explanation ? printTree(explanation, columns) : [];
  if (explanation === undefined) return { ...one, tree: [] };
  if (transformation !== undefined) return { ...one, tree: [...filterTree, ...transformationLines(transformation)] };
  return { ...one, tree: explanation === null ? [NO_FILTER] : filterTree };
}

/** What a failed case expected and found: the verdict or, if that is right, the records. */
export function failedText({ expected, found }: Pick<CaseResult, 'expected' | 'found'>): string {
  return expected === found ? 'found other records than expected' : `expected ${expected}, found ${found}`;
}

/** Why the failed cases fail: the note of the author, the truth of each condition, and what the transformer does. */
function failureBlocks(cases: FilterTest['cases']): Block[] {
  const failed = cases.filter(({ passed }) => !passed);
  const more = failed.length - FAILURES_SHOWN;
  return present(
    ...failed
      .slice(0, FAILURES_SHOWN)
      .flatMap(({ name, expected, found, note, path, line, tree, reason, expectedRecords, foundRecords }): Block[] =>
        present(
          paragraph(['✗ ', code(name), `: ${failedText({ expected, found })} (`, code(path), `, line ${line})`]),
          note !== undefined && paragraph(['Note: ', code(note)]),
          reason !== undefined && paragraph([code(reason)]),
          expectedRecords !== undefined && {
            ...{ kind: 'code', label: 'Expected and found records', isDiff: true, isAligned: true },
            code: recordLines(expectedRecords, foundRecords ?? []),
          },
          tree.length !== 0 && { kind: 'code', code: tree.map((one) => `  ${one}`).join('\n'), isAligned: true },
        ),
      ),
    more > 0 && paragraph(`and ${printPlural(more, 'more failed case')}`),
  );
}

/** Expected and found records as a difference: those of both are not shown. */
function recordLines(expected: readonly string[], found: readonly string[]): string {
  return [
    ...expected.filter((text, index) => text !== found[index]).map((text) => `- ${text}`),
    ...found.filter((text, index) => text !== expected[index]).map((text) => `+ ${text}`),
  ].join('\n');
}

/** A suite that was mined for another filter lacks fields of this one. */
function missingFieldBlocks({ missingFields }: FilterTest): Block[] {
  if (missingFields.length === 0) return [];
  const more = missingFields.length - FIELDS_SHOWN;
  const names = enumerate(present(...missingFields.slice(0, FIELDS_SHOWN), more > 0 && `${more} more`), 'and');
  const advice = `add ${missingFields.length === 1 ? 'it' : 'them'} to the lines, or mine the suite with --whole`;
  return [paragraph(['No case has ', code(names), `: ${advice}.`], { tone: 'unclear' })];
}

function coverageBlocks({ coverage, isCovered }: FilterTest, minCoverage: number | null): Block[] {
  const { goals, covered } = coverage;
  if (goals === 0) return [];
  const share = printCoverageShare(coverage, isCovered, minCoverage);
  const required = minCoverage === null ? '' : `, required ${printRequiredCoverage(minCoverage)}`;
  const text = `Coverage ${share} (${printCount(covered)} of ${printPlural(goals, 'outcome')})${required}.`;
  return [{ kind: 'text', text, ...(isCovered ? {} : { tone: 'bad' }) }];
}

/** The outcomes that no case covers, and the lines that would cover them. Without an answer, lines with all fields come first. */
function adviceBlocks({ coverage: { conditions }, isDecided }: FilterTest): Block[] {
  if (!isDecided) return [];
  const missing = conditions.flatMap((one) => one.missing);
  const advice = [...new Set(missing.map((one) => one.advice))];
  if (advice.length === 0) return [];
  const more = advice.length - ADVICE_SHOWN;
  const shown: Text[] = advice.slice(0, ADVICE_SHOWN).map((text) => [code(text)]);
  return present(
    missing.some(({ goal }) => goal === 'sole-blocker') && paragraph(`${capitalized(SOLE_BLOCKER.meaning)}.`),
    list(present(...shown, more > 0 && `and ${printPlural(more, 'more line')}, which --format json lists`), {
      isSteps: true,
    }),
  );
}

function testSection(test: FilterTest, file: string, minCoverage: number | null, isOnly: boolean): Section {
  const { name, filter, coverage, isDecided, passed, failed } = test;
  const isListed = isOnly && test.cases.length <= PASSING_SHOWN;
  const cases = isListed ? test.cases : test.cases.filter((one) => !one.passed);
  const group = { key: 'filter', value: name };
  const failedFirst = cases.toSorted((a, b) => Number(a.passed) - Number(b.passed));
  const columns = [
    textColumn('Result', 'result'),
    textColumn('Case', 'case'),
    textColumn('Expected', 'expected'),
    textColumn('Found', 'found'),
    figureColumn('Line', 'line'),
  ];
  const rows = failedFirst.map((one): Cell[] => [
    one.passed
      ? { text: '✓ passed', value: 'passed', tone: 'good' }
      : { text: '✗ failed', value: 'failed', tone: 'bad' },
    codeCell(one.name),
    { text: one.expected },
    { text: one.passed || one.expected !== one.found ? one.found : `${one.found}, other records` },
    countCell(one.line),
  ]);
  const conditionColumns = [
    textColumn('Condition', 'condition'),
    figureColumn('True', 'true'),
    figureColumn('False', 'false'),
    figureColumn('Sole blocker', 'sole_blocker'),
    textColumn('Not covered', 'missing'),
  ];
  const conditions = coverage.conditions.map((one): Cell[] => [
    codeCell(one.text),
    countCell(one.true),
    countCell(one.false),
    countCell(one.soleBlocker),
    {
      text: one.missing.map(({ goal }) => (goal === 'sole-blocker' ? 'as sole blocker' : goal)).join(', '),
      tone: one.missing.length > 0 ? 'unclear' : 'neutral',
    },
  ]);
  const blocks: Block[] = present(
    { kind: 'code', label: 'Filter', code: filter ?? NO_FILTER },
    !isDecided && paragraph('No answer: every case is undecided.', { tone: 'unclear' }),
    ...missingFieldBlocks(test),
    !isListed && paragraph(`${passed} of ${printPlural(passed + failed, 'case')} passed.`),
    rows.length !== 0 && { kind: 'table', name: 'cases', caption: 'Cases', group, columns, rows, shown: CASES_SHOWN },
    ...failureBlocks(cases),
    ...coverageBlocks(test, minCoverage),
    conditions.length !== 0 && {
      ...{ kind: 'table', name: 'coverage', caption: 'Coverage', group },
      ...{ columns: conditionColumns, rows: conditions, shown: CONDITIONS_SHOWN, isDetail: true },
    },
    ...adviceBlocks(test),
  );
  const mark = failed === 0 && isDecided ? '✓ ' : '✗ ';
  return { title: [mark, code(file), ': ', code(name)], blocks };
}

/**
 * Prints a coverage in percent, rounded down: 100 % only if it is all. It has one decimal, and more if it would be below a required one that
 * it reaches.
 */
function printCoverageShare(
  { covered, goals }: Pick<FilterCoverage, 'covered' | 'goals'>,
  isCovered: boolean,
  required: number | null,
): string {
  if (goals === 0) return '100 %';
  const least = required === null || !isCovered ? 0 : percentOf(required);
  for (let decimals = 1; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    const percent = Number((BigInt(covered) * 100n * BigInt(scale)) / BigInt(goals)) / scale;
    if (percent >= least) return `${percent} %`;
  }
  return `${least} %`;
}

/** Prints a required coverage with all of its digits. */
function printRequiredCoverage(required: number): string {
  return `${percentOf(required)} %`;
}

/** Without the rounding error of a product. */
function percentOf(share: number): number {
  return Number((share * 100).toPrecision(SAFE_DIGITS));
}
