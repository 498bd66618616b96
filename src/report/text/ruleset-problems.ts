// Renders the problems and warnings of a ruleset, each with its path.
import { printable, printPlural } from '../../base/index.ts';
import type { RulesetProblem, RulesetReading } from '../../language/custom-fields/index.ts';
import { present } from '../page/page.ts';
import { paint, type Style } from './style.ts';

/** Maximum problems shown, and maximum warnings; the rest are counted. */
const PROBLEMS_SHOWN = 100;

/** Renders the problems and warnings of a ruleset. */
export function renderRulesetProblems({ origin, problems, warnings }: RulesetReading, style: Style): string {
  return [
    printable(origin),
    ...printProblems('error', problems, style),
    ...printProblems('warning', warnings, style),
  ].join('\n');
}

function printProblems(severity: 'error' | 'warning', all: readonly RulesetProblem[], style: Style): string[] {
  const more = all.length - PROBLEMS_SHOWN;
  return present(
    ...all.slice(0, PROBLEMS_SHOWN).flatMap((problem) => printProblem(severity, problem, style)),
    more > 0 && `  and ${printPlural(more, `more ${severity}`)}`,
  );
}

function printProblem(severity: 'error' | 'warning', { code, path, message }: RulesetProblem, style: Style): string[] {
  const word = paint(style, severity === 'error' ? 'red' : 'yellow', severity.padEnd(7));
  const place = path === '' ? '' : ` ${paint(style, 'bold', printable(path))}`;
  return [`  ${word}${place} ${paint(style, 'dim', `[${code}]`)}`, `    ${printable(message)}`];
}
