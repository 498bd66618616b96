// Parts that the texts of all plans and applies share: what is planned, the sum, whether it can be applied, how an apply ended.
import { columnsOf } from '../../base/index.ts';
import { paint, type Style, wrap } from './style.ts';

/** A sign of a difference, and its color. */
export const SIGNS = {
  add: { sign: '+', color: 'green' },
  remove: { sign: '-', color: 'red' },
  change: { sign: '~', color: 'yellow' },
  same: { sign: ' ', color: 'dim' },
} as const;

/** Prints what happens to a job or to custom fields: in one line if it fits, else with the facts below. @param indent of the facts */
export function printPlanHead(
  { kind, name, what, facts }: { kind: keyof typeof SIGNS; name: string; what: string; facts: string },
  indent: number,
  style: Style,
): string[] {
  const { sign, color } = SIGNS[kind];
  const head = `${paint(style, color, sign)} ${paint(style, 'bold', name)} ${what}`;
  const columns = columnsOf(`${sign} ${name} ${what}  ${facts}`);
  if (columns <= style.width) return [`${head}  ${paint(style, 'dim', facts)}`];
  const lines = wrap(facts, Math.max(indent, style.width - indent));
  return [head, ...lines.map((line) => `${' '.repeat(indent)}${paint(style, 'dim', line)}`)];
}

/** Minimum width of a wrapped sum. Columns. */
const LEAST_SUM_COLUMNS = 24;

/** Prints the sum of a plan: in one line if it fits, else below the head. @param refusal why it cannot be applied */
export function printPlanSum(of: string, sum: string, refusal: string | undefined, style: Style): string[] {
  const head = `${paint(style, 'bold', 'Plan')} for ${of}:`;
  const isLong = columnsOf(`Plan for ${of}: ${sum}`) > style.width;
  const lines = isLong
    ? [head, ...wrap(sum, Math.max(LEAST_SUM_COLUMNS, style.width - 2)).map((line) => `  ${line}`)]
    : [`${head} ${sum}`];
  if (refusal === undefined) return lines;
  return [
    ...lines,
    ...wrap(`Cannot be applied: ${refusal}`, style.width).map((line) => paint(style, ['bold', 'red'], line)),
  ];
}

/** The color of the last sentence of an apply. */
export function endingColor(outcome: string): 'green' | 'yellow' | 'red' {
  if (outcome === 'applied' || outcome === 'nothing') return 'green';
  return outcome === 'declined' ? 'yellow' : 'red';
}
