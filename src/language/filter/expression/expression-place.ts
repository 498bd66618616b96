// Adds positions in the text to the problems of a filter that was written as an expression.
import { conditionsOf } from '../node.ts';
import type { Problem } from '../problem.ts';
import { excerptOf, placeOf } from './expression-error.ts';
import type { ParsedExpression } from './parse-expression.ts';

/** Adds line, column and an excerpt to every problem whose path belongs to a part of a condition. */
export function locateProblems(problems: readonly Problem[], text: string, parsed: ParsedExpression): Problem[] {
  const offsets = new Map<string, number>();
  for (const { condition, path } of conditionsOf(parsed.filter.where)) {
    const places = parsed.places.get(condition)!;
    offsets.set(path, places.key);
    for (const part of ['key', 'operator', 'value'] as const) offsets.set(`${path}.${part}`, places[part]);
  }
  return problems.map((problem) => {
    const offset = offsets.get(problem.path) ?? offsets.get(problem.path.replace(/\[\d+\]$/, ''));
    if (offset === undefined) return problem;
    const { line, column } = placeOf(text, offset);
    return {
      ...problem,
      message: `line ${line}, column ${column}: ${problem.message}`,
      excerpt: excerptOf(text, offset),
      line,
      column,
    };
  });
}
