// Prints the problems of filters and guards for standard error: code, place, message and excerpt, and the repaired filter.
import { printable } from '../../base/index.ts';
import type { JobProblem } from '../../language/output/index.ts';
import type { FilterCheck } from '../../verbs/index.ts';
import { paint, type Style } from '../text/style.ts';

/** Renders problems, one after another. */
export function renderProblemList(problems: readonly PrintedProblem[], style: Style): string {
  return problems.flatMap((problem) => printProblem(problem, style)).join('\n');
}

/** Renders the problems of one filter, and the repaired filter if there is one. */
export function renderProblems({ problems, jobProblems = [], repaired }: FilterCheck, style: Style): string {
  const fixed =
    repaired === undefined
      ? []
      : [
          `  ${paint(style, 'green', 'repaired')}`,
          `    expression  ${printable(repaired.expression)}`,
          `    JSON        ${printable(repaired.json)}`,
        ];
  return [...[...jobProblems, ...problems].flatMap((problem) => printProblem(problem, style)), ...fixed].join('\n');
}

type PrintedProblem = Pick<JobProblem, 'severity' | 'path' | 'message'> & { code: string; excerpt?: string };

function printProblem({ severity, code, path, message, excerpt }: PrintedProblem, style: Style): string[] {
  const color = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim';
  const word = paint(style, color, severity.padEnd(7));
  // An excerpt shows the place.
  const place = path === '' || (excerpt ?? '') !== '' ? '' : ` ${paint(style, 'bold', printable(path))}`;
  // Keeps the widths: the caret points into the line above.
  const lines =
    excerpt === undefined || excerpt === '' ? [] : excerpt.split('\n').map((line) => `      ${printable(line)}`);
  return [`  ${word}${place} ${paint(style, 'dim', `[${code}]`)}`, `    ${printable(message)}`, ...lines];
}
