// Prints pools that still have recipients, grouped by the reason.
import { printPlural } from '../../../base/index.ts';
import type { RemainingPool } from '../../../cloud/pools/index.ts';
import { paint, type Style, wrap } from '../style.ts';
import { printSubject } from './pool-names.ts';
import { INDENT } from './print-detail.ts';

/** Reasons that are shown. */
const SHOWN_REASONS = 20;
/** Minimum width of a wrapped reason. Columns. */
const LEAST_COLUMNS = 20;

/** Prints the pools of each reason: the number, the first names, and the reason. */
export function printRemaining(remaining: readonly RemainingPool[], sign: string, style: Style): string[] {
  const groups = [...Map.groupBy(remaining, ({ reason }) => reason)];
  const rest = groups.slice(SHOWN_REASONS).reduce((sum, [, pools]) => sum + pools.length, 0);
  const free = Math.max(LEAST_COLUMNS, style.width - INDENT);
  return [
    ...groups
      .slice(0, SHOWN_REASONS)
      .flatMap(([reason, pools]) => [
        ...wrap(printSubject(pools, ['still has recipients', 'still have recipients']), free).map(
          (line, index) => `${index === 0 ? paint(style, sign === '✗' ? 'red' : 'yellow', sign) : ' '} ${line}`,
        ),
        ...wrap(reason, free).map((line) => `${' '.repeat(INDENT)}${line}`),
      ]),
    ...(rest === 0 ? [] : [`  and ${printPlural(rest, 'more pool', 'more pools')}: --format json lists all of them`]),
  ];
}
