// The problems and warnings of a ruleset for a person, one below the other, each with its path.
import type { RulesetProblem, RulesetReading } from '../custom-fields/index.ts';
import { paint, printable, type Style } from './style.ts';

/** Renders what is wrong with a ruleset, and what is doubtful. */
export function renderRulesetProblems({ origin, problems, warnings }: RulesetReading, style: Style): string {
  return [
    printable(origin),
    ...problems.flatMap((problem) => printProblem('error', problem, style)),
    ...warnings.flatMap((warning) => printProblem('warning', warning, style)),
  ].join('\n');
}

function printProblem(severity: 'error' | 'warning', { code, path, message }: RulesetProblem, style: Style): string[] {
  const word = paint(style, severity === 'error' ? 'red' : 'yellow', severity.padEnd(7));
  const place = path === '' ? '' : ` ${paint(style, 'bold', printable(path))}`;
  return [`  ${word}${place} ${paint(style, 'dim', `[${code}]`)}`, `    ${printable(message)}`];
}
