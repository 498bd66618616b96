// Renders the result of `test` as text: the cases, the truth trees of those that failed, and the coverage of the conditions.
import type { CaseResult, FilterTest, SuiteResult, TestResult } from '../../../analysis/suite/index.ts';
import { columnsOf, printCount, printPlural } from '../../../base/index.ts';
import { printTree } from '../explain-text.ts';
import { paint, printable, type Style, wrap } from '../style.ts';
import { printTable } from '../table.ts';
import { printTitle } from '../title.ts';
import { printCoverageShare, printRequiredCoverage } from './coverage-share.ts';

/** Passing cases are listed for a run of one filter with at most this many cases. Our own choice. */
const MAX_LISTED = 30;
/** Width of the text of a condition in the coverage table. Columns. */
const LEAST_TEXT_COLUMNS = 20;
/** Missing fields that are named for each filter. Our own choice. */
const FIELDS_SHOWN = 8;
/** Missing lines that are described for each filter. Our own choice. */
const ADVICE_SHOWN = 12;

/** Renders suites in their order, then the totals. */
export function renderTestText(result: TestResult, style: Style): string {
  const tests = result.suites.flatMap((suite) => suite.tests.map((test) => ({ suite, test })));
  const isListed = tests.length === 1 && tests[0]!.test.cases.length <= MAX_LISTED;
  const blocks = tests.map(({ suite, test }) => printTest(suite, test, isListed, result.minCoverage, style).join('\n'));
  return `${[...blocks, printTotals(result, style)].join('\n\n')}\n`;
}

function printTest(
  suite: SuiteResult,
  test: FilterTest,
  isListed: boolean,
  minCoverage: number | null,
  style: Style,
): string[] {
  const name = suite.tests.length > 1 ? `${suite.file}  ${test.name}` : suite.file;
  const title = `${mark(test.failed === 0 && test.isDecided, style)} ${paint(style, 'bold', printable(name))}`;
  const filter = test.filter === null ? 'no filter: keeps every line' : printable(test.filter);
  return [
    ...printTitle(title, columnsOf(name) + 2, filter, style),
    ...test.cases.filter(({ passed }) => isListed || !passed).flatMap((one) => printCase(one, style)),
    ...(test.isDecided ? [] : [paint(style, 'red', '  no answer: every case is undecided')]),
    ...printMissingFields(test, style),
    ...printCoverage(test, minCoverage, style),
  ];
}

/** A suite that was mined for another filter lacks fields of this one. */
function printMissingFields({ missingFields }: FilterTest, style: Style): string[] {
  if (missingFields.length === 0) return [];
  const names = missingFields.slice(0, FIELDS_SHOWN).map(printable);
  const more = missingFields.length - names.length;
  const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const text = `→ no case has ${list}: add ${missingFields.length === 1 ? 'it' : 'them'} to the lines, or mine the suite with --whole`;
  return wrap(text, style.width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
}

function mark(passed: boolean, style: Style): string {
  return passed ? paint(style, 'green', '✓') : paint(style, 'red', '✗');
}

function printCase(one: CaseResult, style: Style): string[] {
  const { name, passed, path, line, expected, found, note, explanation } = one;
  const head = `  ${mark(passed, style)} ${printable(name)}`;
  if (passed) return [`${head}  ${paint(style, 'dim', found)}`];
  return [
    `${head}  ${paint(style, 'dim', `line ${printCount(line)}${name === path ? '' : `, ${path}`}`)}`,
    `      expected ${paint(style, 'green', expected)}, found ${paint(style, 'red', found)}`,
    ...(note === undefined ? [] : wrap(`note: ${printable(note)}`, style.width - 6).map((text) => `      ${text}`)),
    ...(explanation === undefined
      ? []
      : explanation === null
        ? ['      no filter: keeps every line']
        : printTree(explanation, style, '      ', '      ')),
  ];
}

function printCoverage(
  { coverage, isCovered, isDecided }: FilterTest,
  minCoverage: number | null,
  style: Style,
): string[] {
  const { goals, covered, conditions } = coverage;
  if (goals === 0) return [];
  const share = printCoverageShare(coverage, isCovered, minCoverage);
  const required = minCoverage === null ? '' : `, required ${printRequiredCoverage(minCoverage)}`;
  const head = `  coverage ${paint(style, isCovered ? 'bold' : 'red', share)} (${printCount(covered)} of ${printCount(goals)} outcomes)${required}`;
  const open = conditions.filter(({ missing }) => missing.length > 0);
  if (open.length === 0) return [head];
  const rows = open.map((one) => [
    printable(one.text),
    ...[one.true, one.false, one.soleBlocker].map((count) =>
      count === 0 ? paint(style, 'red', '0') : printCount(count),
    ),
  ]);
  const columns = [
    { title: 'not covered', width: LEAST_TEXT_COLUMNS },
    ...['true', 'false', 'sole blocker'].map((title) => ({ title, align: 'right' as const })),
  ];
  // If the filter has one condition, a line for which it is false is also the one that it alone blocks.
  // Without a verdict, lines with all fields come first.
  const advice = isDecided ? [...new Set(open.flatMap(({ missing }) => missing.map((one) => one.advice)))] : [];
  const more = advice.length - ADVICE_SHOWN;
  return [
    head,
    ...printTable(columns, rows, '    '),
    ...advice
      .slice(0, ADVICE_SHOWN)
      .flatMap((text) =>
        wrap(`→ ${printable(text)}`, style.width - 6).map((line, index) => `${index === 0 ? '    ' : '      '}${line}`),
      ),
    ...(more > 0 ? [`    → and ${printPlural(more, 'more line')}, which --format json lists`] : []),
  ];
}

function printTotals({ passed, cases, suites }: TestResult, style: Style): string {
  const tests = suites.flatMap((suite) => suite.tests);
  const uncovered = tests.filter(({ isCovered }) => !isCovered).length;
  const undecided = tests.filter(({ isDecided }) => !isDecided).length;
  const parts = [
    ...(cases.failed > 0 ? [paint(style, 'red', `${printPlural(cases.failed, 'case')} failed`)] : []),
    paint(style, cases.failed === 0 ? 'green' : 'dim', `${printPlural(cases.passed, 'case')} passed`),
    ...(uncovered > 0
      ? [paint(style, 'red', `coverage too low in ${printCount(uncovered)} of ${printCount(tests.length)}`)]
      : []),
    ...(undecided > 0
      ? [paint(style, 'red', `no answer in ${printCount(undecided)} of ${printCount(tests.length)}`)]
      : []),
  ];
  return `${mark(passed, style)} ${parts.join(', ')}`;
}
