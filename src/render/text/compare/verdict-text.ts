// Prints the answer of a comparison in one sentence: how many lines the new filter keeps more or fewer. Computes no figures but differences.
import type { CompareReport, Comparison } from '../../../compare/index.ts';
import { printBytes, printCount, printPlural, printShare, type Style, signed } from '../style.ts';
import { newFilter, oldFilter } from './filter-words.ts';
import { type PaintedPart, wrapPainted } from './wrap-painted.ts';

/** Growth is printed as a factor from this many times on. */
const FACTOR_FROM = 10;

/** Prints the answer, on one line if it fits. */
export function printVerdict(comparison: Comparison, report: CompareReport, style: Style): string[] {
  const { unclear } = comparison;
  const name: PaintedPart = [newFilter(comparison, report), ['bold', 'cyan']];
  const open = unclear.lines === 0 ? '' : `; ${printPlural(unclear.lines, 'line')} undecided`;
  return wrapPainted([name, [' '], ...partsOf(comparison, report), [open]], style);
}

function partsOf({ onlyBefore, onlyAfter, unclear }: Comparison, report: CompareReport): PaintedPart[] {
  const { jobs, lines } = report;
  if (onlyBefore.lines + onlyAfter.lines === 0) {
    const same = unclear.lines === lines.read ? 'is not comparable' : 'keeps the same lines';
    return [[same, 'bold'], [` as ${oldFilter(report)}`]];
  }
  const before = jobs[0]!.kept;
  const difference = onlyAfter.lines - onlyBefore.lines;
  const bytes = onlyAfter.bytes - onlyBefore.bytes;
  const amount =
    difference === 0
      ? 'keeps as many lines, but others'
      : `keeps ${printPlural(Math.abs(difference), 'line')} ${difference < 0 ? 'fewer' : 'more'}`;
  const share =
    difference === 0 || before.lines === 0
      ? ''
      : `${signed((lines) => printGrowth(lines, before.lines))(difference)}, `;
  const lost: PaintedPart[] = onlyBefore.lines === 0 ? [] : [[`${printCount(onlyBefore.lines)} newly dropped`, 'red']];
  const gained: PaintedPart[] = onlyAfter.lines === 0 ? [] : [[`${printCount(onlyAfter.lines)} newly kept`, 'green']];
  return [
    [amount, 'bold'],
    [` (${share}${signed(printBytes)(bytes)}): `],
    ...lost,
    ...(lost.length > 0 && gained.length > 0 ? [[', '] as const] : []),
    ...gained,
  ];
}

/** A share, or a factor where percent have too many digits. */
function printGrowth(difference: number, before: number): string {
  return difference < FACTOR_FROM * before
    ? printShare(difference, before)
    : `${printCount(Math.round(difference / before))} times`;
}
