// The page of filter tests: passed or not, then failed cases and the coverage of each filter. Computes no figures.
import type { TestResult } from '../../task/index.ts';
import { printableAll, printPlural, printShare } from '../text/style.ts';
import { code, codeCell, countCell, figureColumn, textColumn } from './cells.ts';
import type { Block, Cell, Page, Section } from './page.ts';

type FilterTest = TestResult['suites'][number]['tests'][number];

/** Maximum rows shown. */
const CASES_SHOWN = 50;
const CONDITIONS_SHOWN = 40;

/** Creates the page of filter tests. */
export function testPage(found: TestResult): Page {
  const { suites, passed, cases, minCoverage } = printableAll(withoutTrees(found));
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
          tone: 'bad',
          text: cases.failed > 0 ? `${cases.failed} of ${printPlural(all, 'case')} failed.` : failure(tests),
        },
    notices: [],
    highlights: [
      { label: 'passed', figure: String(cases.passed) },
      { label: 'failed', figure: String(cases.failed), ...(cases.failed > 0 ? { tone: 'bad' } : {}) },
      {
        label: 'coverage of conditions',
        figure: printShare(covered, goals),
        note: `${covered} of ${printPlural(goals, 'goal')}${minCoverage === null ? '' : `, required of each filter: ${(minCoverage * 100).toFixed(0)} %`}`,
      },
    ],
    facts: [],
    sections: suites.flatMap(({ file, tests: some }) => some.map((test) => testSection(test, file))),
  };
}

function failure(tests: readonly FilterTest[]): string {
  const isDecided = tests.some(({ cases }) => cases.some(({ found }) => found !== 'undecided'));
  return isDecided ? 'The coverage is lower than required.' : 'No answer: every case is undecided.';
}

/** A truth tree contains exact numbers; `--format text` prints it. */
function withoutTrees(result: TestResult): TestResult {
  const suites = result.suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map((test) => ({ ...test, cases: test.cases.map(({ explanation: _, ...one }) => one) })),
  }));
  return { ...result, suites };
}

function testSection({ name, filter, cases, coverage }: FilterTest, file: string): Section {
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
    { text: one.found },
    countCell(one.line),
  ]);
  const conditionColumns = [
    textColumn('Condition', 'condition'),
    figureColumn('True', 'true'),
    figureColumn('False', 'false'),
    figureColumn('Sole blocker', 'sole_blocker'),
    textColumn('Never seen', 'missing'),
  ];
  const conditions = coverage.conditions.map((one): Cell[] => [
    codeCell(one.text),
    countCell(one.true),
    countCell(one.false),
    countCell(one.soleBlocker),
    { text: one.missing.map(({ goal }) => goal).join(', '), tone: one.missing.length > 0 ? 'unclear' : 'neutral' },
  ]);
  const blocks: Block[] = [
    { kind: 'code', label: 'Filter', code: filter ?? 'no filter: keeps every line' },
    { kind: 'table', name: 'cases', caption: 'Cases', group, columns, rows, shown: CASES_SHOWN },
    ...(conditions.length === 0
      ? []
      : [
          {
            ...({ kind: 'table', name: 'coverage', caption: 'Coverage', group } as const),
            ...{ columns: conditionColumns, rows: conditions, shown: CONDITIONS_SHOWN, isDetail: true },
          },
        ]),
  ];
  return { title: [code(file), ': ', code(name)], blocks };
}
