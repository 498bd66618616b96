// The page of filter tests: passed or not, then failed cases and the coverage of each filter. Computes no figures.
import type { CaseResult, TestResult } from '../../analysis/suite/index.ts';
import { printPlural } from '../../base/index.ts';
import { printTree } from '../text/explain-text.ts';
import { capitalized, printableAll } from '../text/style.ts';
import { printCoverageShare, printRequiredCoverage } from '../text/test/coverage-share.ts';
import { code, codeCell, countCell, figureColumn, textColumn } from './cells.ts';
import { NO_FILTER } from './job-section.ts';
import type { Block, Cell, Page, Section, Text } from './page.ts';
import { SOLE_BLOCKER } from './sole-figures.ts';

type FilterTest = ReturnType<typeof withPrintedTrees>['suites'][number]['tests'][number];

/** Maximum rows shown. */
const CASES_SHOWN = 50;
const CONDITIONS_SHOWN = 40;
const FAILURES_SHOWN = 20;
const ADVICE_SHOWN = 12;
/** Trees are as wide as a printed page. */
const TREE_STYLE = { color: false, width: 84 };

/** Creates the page of filter tests. */
export function testPage(found: TestResult): Page {
  const { suites, passed, cases, minCoverage } = printableAll(withPrintedTrees(found));
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
        figure: printCoverageShare(
          { covered, goals },
          tests.every(({ isCovered }) => isCovered),
          minCoverage,
        ),
        note: `${covered} of ${printPlural(goals, 'outcome')}${minCoverage === null ? '' : `, required of each filter: ${printRequiredCoverage(minCoverage)}`}`,
      },
    ],
    facts: [],
    sections: suites.flatMap(({ file, tests: some }) => some.map((test) => testSection(test, file))),
  };
}

function failure(tests: readonly FilterTest[]): string {
  const undecided = tests.filter(({ isDecided }) => !isDecided).length;
  if (tests.some(({ isCovered, isDecided }) => isDecided && !isCovered)) return 'The coverage is lower than required.';
  return undecided === tests.length
    ? 'No answer: every case is undecided.'
    : `No answer in ${undecided} of ${tests.length} tests: every case is undecided.`;
}

/** A truth tree contains exact numbers, which only its own printer escapes. */
function withPrintedTrees(result: TestResult) {
  const suites = result.suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map((test) => ({ ...test, cases: test.cases.map(withPrintedTree) })),
  }));
  return { ...result, suites };
}

function withPrintedTree({ explanation, ...one }: CaseResult): Omit<CaseResult, 'explanation'> & { tree: string[] } {
  const tree =
    explanation === undefined ? [] : explanation === null ? [NO_FILTER] : printTree(explanation, TREE_STYLE, '', '');
  return { ...one, tree };
}

/** Why the failed cases fail: the note of the author, and the truth of each condition. */
function failureBlocks(cases: FilterTest['cases']): Block[] {
  const failed = cases.filter(({ passed }) => !passed);
  const more = failed.length - FAILURES_SHOWN;
  return [
    ...failed.slice(0, FAILURES_SHOWN).flatMap(({ name, expected, found, note, path, line, tree }): Block[] => [
      {
        kind: 'text',
        text: ['✗ ', code(name), `: expected ${expected}, found ${found} (`, code(path), `, line ${line})`],
      },
      ...(note === undefined ? [] : [{ kind: 'text', text: ['Note: ', code(note)] } as const]),
      ...(tree.length === 0 ? [] : [{ kind: 'code', code: tree.join('\n'), isAligned: true } as const]),
    ]),
    ...(more > 0 ? [{ kind: 'text', text: `and ${printPlural(more, 'more failed case')}` } as const] : []),
  ];
}

/** The outcomes that no case covers, and the lines that would cover them. */
function adviceBlocks({ conditions }: FilterTest['coverage']): Block[] {
  const missing = conditions.flatMap((one) => one.missing);
  const advice = [...new Set(missing.map((one) => one.advice))];
  if (advice.length === 0) return [];
  const more = advice.length - ADVICE_SHOWN;
  const shown: Text[] = advice.slice(0, ADVICE_SHOWN).map((text) => [code(text)]);
  return [
    ...(missing.some(({ goal }) => goal === 'sole-blocker')
      ? [{ kind: 'text', text: `${capitalized(SOLE_BLOCKER.meaning)}.` } as const]
      : []),
    { kind: 'list', items: [...shown, ...(more > 0 ? [`and ${printPlural(more, 'more line')}`] : [])] },
  ];
}

function testSection({ name, filter, cases, coverage, isDecided }: FilterTest, file: string): Section {
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
  const blocks: Block[] = [
    { kind: 'code', label: 'Filter', code: filter ?? NO_FILTER },
    ...(isDecided ? [] : [{ kind: 'text', text: 'No answer: every case is undecided.' } as const]),
    { kind: 'table', name: 'cases', caption: 'Cases', group, columns, rows, shown: CASES_SHOWN },
    ...failureBlocks(cases),
    ...(conditions.length === 0
      ? []
      : [
          {
            ...({ kind: 'table', name: 'coverage', caption: 'Coverage', group } as const),
            ...{ columns: conditionColumns, rows: conditions, shown: CONDITIONS_SHOWN, isDetail: true },
          },
        ]),
    ...adviceBlocks(coverage),
  ];
  return { title: [code(file), ': ', code(name)], blocks };
}
