// Prints the answer of a comparison in one sentence: how many lines the new filter keeps more or fewer. Computes no figures but differences.
import type { CompareReport, Comparison } from '../../../analysis/compare/index.ts';
import { printBytes, printCount, printPlural } from '../../../base/index.ts';
import { type Style, signed } from '../style.ts';
import {
  equalityText,
  newFilter,
  type OutputChange,
  oldFilter,
  pushedOfSwitched,
  SWITCHED,
  sampledLines,
} from './filter-words.ts';
import { keptChange, printChange, printGrowth } from './kept-change.ts';
import { type PaintedPart, wrapPainted } from './wrap-painted.ts';

/** Prints the answer, on one line if it fits. */
export function printVerdict(
  comparison: Comparison,
  report: CompareReport,
  style: Style,
  output: OutputChange = comparison,
): string[] {
  const { undecided } = comparison;
  const name: PaintedPart = [newFilter(comparison, report), ['bold', 'cyan']];
  const open = undecided.lines === 0 ? '' : `; ${printPlural(undecided.lines, 'line')} undecided`;
  return wrapPainted([name, [' '], ...partsOf(comparison, report, output), [open]], style);
}

function partsOf(comparison: Comparison, report: CompareReport, output: OutputChange): PaintedPart[] {
  const { onlyBefore, onlyAfter, undecided, switched } = comparison;
  if (switched === 'stays-off') {
    const parts = partsOf({ ...comparison, switched: null }, report, output);
    return [[SWITCHED[switched].trimStart(), 'bold'], [' '], ...parts];
  }
  const sampled = sampledLines(comparison, output);
  if (switched !== null) {
    const [lines, words, color] =
      switched === 'off'
        ? ([onlyBefore.lines, 'newly dropped', 'red'] as const)
        : ([onlyAfter.lines, 'newly kept', 'green'] as const);
    return [
      ...([[SWITCHED[switched].trimStart(), 'bold'], [': ']] as const),
      ...([[`${printPlural(lines, 'line')} ${words}`, color], [pushedOfSwitched(comparison, report)]] as const),
    ];
  }
  if (onlyBefore.lines + onlyAfter.lines === 0) {
    if (sampled !== undefined) {
      const { amount, rate } = sampled;
      return [
        [`pushes ${amount} lines`, 'bold'],
        [` than ${oldFilter(report)}: its sample_rate is ${rate}, and no line has another verdict`],
      ];
    }
    const same = undecided.lines === report.lines.read ? 'is not comparable' : 'keeps the same lines';
    return [[same, 'bold'], [` as ${oldFilter(report)}${equalityText(comparison)}`]];
  }
  const change = keptChange(comparison, report);
  const notes = [
    printGrowth(change, report),
    ...(undecided.lines === 0 ? [signed(printBytes)(onlyAfter.bytes - onlyBefore.bytes)] : []),
  ].filter((note) => note !== '');
  const lost: PaintedPart[] = onlyBefore.lines === 0 ? [] : [[`${printCount(onlyBefore.lines)} newly dropped`, 'red']];
  const gained: PaintedPart[] = onlyAfter.lines === 0 ? [] : [[`${printCount(onlyAfter.lines)} newly kept`, 'green']];
  return [
    [printChange(change), 'bold'],
    [notes.length === 0 ? ': ' : ` (${notes.join(', ')}): `],
    ...lost,
    ...(lost.length > 0 && gained.length > 0 ? [[', '] as const] : []),
    ...gained,
    ...(sampled === undefined
      ? []
      : [[`; of the others it pushes ${sampled.amount}: its sample_rate is ${sampled.rate}`] as const]),
  ];
}
