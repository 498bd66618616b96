// Renders the result of `check` as text: verdict, budget, the filter as expression and JSON, and every problem with its fix.
import { printCount, printPlural } from '../../base/index.ts';
import type { JobProblem } from '../../language/output/index.ts';
import type { CheckResult, FilterCheck } from '../../verbs/index.ts';
import { describeProofs, filterLabels } from './proof/describe-proof.ts';
import { printProof } from './proof/proof-text.ts';
import { printShortened } from './proof/shortened-text.ts';
import { paint, printable, type Style } from './style.ts';

const NONE_ACCEPTED = ' (--strict accepts no warning)';

/** Renders a check as text: answers first. With `isQuiet`, only answers, and the filters with problems or remarks. */
export function renderCheckText(result: CheckResult, style: Style): string {
  const isSingle = result.checks.length === 1;
  const labels = filterLabels(result);
  const isShort = style.isQuiet === true && result.proofs !== undefined;
  const blocks = result.checks
    .filter((one) => !isShort || hasRemarks(one))
    .map((one) => [
      ...(isSingle ? [] : [paint(style, 'bold', printable(labels.get(one.name)!))]),
      ...printCheck(one, style),
    ]);
  const ofFiles = strictFailure(result);
  const warnings = [
    ...(ofFiles === undefined ? [] : [paint(style, ['bold', 'red'], `✗ ${ofFiles}`)]),
    ...result.warnings.map((warning) => `${paint(style, 'yellow', 'warning')}: ${printable(warning)}`),
  ];
  const proofs = describeProofs(result).map((proof) => printProof(proof, style));
  return `${[...proofs, ...(warnings.length > 0 ? [warnings] : []), ...blocks].map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** Why remarks on job files make the answer negative; undefined if they do not. */
export function strictFailure({ strict, warnings }: CheckResult): string | undefined {
  if (!strict || warnings.length === 0) return undefined;
  return `${printPlural(warnings.length, 'warning')} about job files${NONE_ACCEPTED}`;
}

/** After a verdict that only `strict` makes negative; else empty. */
export function strictRemark({ valid, problems, jobProblems = [] }: FilterCheck): string {
  return valid || [...problems, ...jobProblems].some(({ severity }) => severity === 'error') ? '' : NONE_ACCEPTED;
}

/** Whether a check contains more than a valid filter. */
function hasRemarks({ valid, problems, jobProblems = [], shortened }: FilterCheck): boolean {
  return !valid || problems.length + jobProblems.length > 0 || shortened !== undefined;
}

/** Renders problems, one after another. */
export function renderProblemList(problems: readonly PrintedProblem[], style: Style): string {
  return problems.flatMap((problem) => printProblem(problem, style)).join('\n');
}

/** Renders the problems of one filter, and the repaired filter if there is one. */
export function renderProblems(check: FilterCheck, style: Style): string {
  return [...printProblems(check, style), ...printRepaired(check, style)].join('\n');
}

function printCheck(check: FilterCheck, style: Style): string[] {
  const { operators, bytes } = check;
  const budget = `${printCount(operators.used)} of ${printPlural(operators.limit, 'operator')}, ${printCount(bytes.used)} of ${printPlural(bytes.limit, 'byte')}`;
  const verdict = check.valid ? paint(style, ['bold', 'green'], '✓ valid') : paint(style, ['bold', 'red'], '✗ invalid');
  const remark = strictRemark(check);
  const head = `${[`${verdict} for ${check.dataset}`, ...printCounts(check)].join(', ')}${remark}`;
  const facts = check.form === 'none' ? 'no filter, keeps every line' : budget;
  return [
    check.valid || remark !== '' ? `${head}: ${facts}` : head,
    ...(check.filter === undefined
      ? []
      : [`  expression  ${printable(check.filter.expression)}`, `  JSON        ${printable(check.filter.json)}`]),
    ...printProblems(check, style),
    ...printRepaired(check, style),
    ...(check.shortened === undefined ? [] : printShortened(check.shortened, style)),
  ];
}

/** `1 error`, `2 warnings`. */
function printCounts({ problems, jobProblems = [] }: FilterCheck): string[] {
  const count = (wanted: string): number =>
    [...problems, ...jobProblems].filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return [
    ...(errors > 0 ? [printPlural(errors, 'error')] : []),
    ...(warnings > 0 ? [printPlural(warnings, 'warning')] : []),
  ];
}

function printProblems({ problems, jobProblems = [] }: FilterCheck, style: Style): string[] {
  return [...jobProblems, ...problems].flatMap((problem) => printProblem(problem, style));
}

type PrintedProblem = Pick<JobProblem, 'severity' | 'path' | 'message'> & { code: string; excerpt?: string };

function printProblem({ severity, code, path, message, excerpt }: PrintedProblem, style: Style): string[] {
  const color = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim';
  const word = paint(style, color, severity.padEnd(7));
  const place = path === '' ? '' : ` ${paint(style, 'bold', printable(path))}`;
  // Keeps the widths: the caret points into the line above.
  const lines = excerpt === undefined ? [] : excerpt.split('\n').map((line) => `      ${printable(line)}`);
  return [`  ${word}${place} ${paint(style, 'dim', `[${code}]`)}`, `    ${printable(message)}`, ...lines];
}

function printRepaired(check: FilterCheck, style: Style): string[] {
  if (check.repaired === undefined) return [];
  return [
    `  ${paint(style, 'green', 'repaired')}`,
    `    expression  ${printable(check.repaired.expression)}`,
    `    JSON        ${printable(check.repaired.json)}`,
  ];
}
