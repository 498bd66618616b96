// Renders an estimate as text: shares with intervals, the objects read, the precision, and the extrapolation to the source.
import { printBytes, printCount, printInterval, printPlural } from '../../base/index.ts';
import type { EstimateResult } from '../../verbs/index.ts';
import { printGuards, printUnjudgedGuards } from './guards-text.ts';
import { printSentence } from './sentence.ts';
import { paint, printable, printShare, type Style } from './style.ts';

type Share = EstimateResult['share'];
type Shares = EstimateResult['shares']['kept'];
type Whole = NonNullable<EstimateResult['whole']>;

/** Renders an estimate as text. */
export function renderEstimateText(result: EstimateResult, style: Style): string {
  const { shares, partial, exact } = result;
  const of = ({ lines, bytes }: Shares): string =>
    `${printEstimate(lines, result)} of lines, ${printEstimate(bytes, result)} of bytes`;
  const lines = [
    ...(partial ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted')] : []),
    paint(style, 'bold', `keeps ${of(shares.kept)}`),
    `drops ${of(shares.dropped)}`,
    `leaves undecided ${of(shares.undecided)}`,
    ...(result.remarks ?? []).flatMap((remark) => printSentence(printable(remark), style)),
    `  ${printRead(result)}`,
    ...(result.precision === null || (result.level === null && !exact)
      ? []
      : [`  ${printPrecision(result.precision)}`]),
    ...(result.whole === null || exact ? [] : printWhole(result.whole, result)),
    // Guards of an estimate have no lines.
    ...printGuards(result.guards ?? [], () => ({ dataset: result.dataset, tested: [] }), style),
    ...printUnjudgedGuards(result.unjudgedGuards, style),
  ];
  return `${lines.join('\n')}\n`;
}

function printEstimate({ share, low, high }: Share, { level, exact }: EstimateResult): string {
  if (exact) return `${percent(share)} %`;
  if (level === null) return `${percent(share)} % (of the lines read; no interval)`;
  const range = printInterval({ low, high }, percent);
  return `${percent(share)} %${range === '' ? '' : ` (${plain(level)} % interval: ${range} %)`}`;
}

function printRead({ source, kept, dropped, undecided, exact, rounds, seed }: EstimateResult): string {
  const lines = printPlural(kept.lines + dropped.lines + undecided.lines, 'line');
  const objects = printPlural(source.objectsInAll, 'object');
  const all = source.objectsInAll === 1 ? 'the only object' : `all ${objects}`;
  if (exact) return `exact: read ${all}, ${lines}`;
  const lost = source.damaged + source.unreadable;
  const which = source.objectsInAll === 1 ? 'which is' : `${printCount(lost)} of them`;
  const ofThem = lost === 0 ? '' : `, ${which} lost (damaged or unreadable)`;
  if (source.objects >= source.objectsInAll) {
    const covered = lost === 0 ? '' : '; the interval covers any content of the lost objects';
    return `from ${all}${ofThem}, ${lines}${covered}`;
  }
  const ofBytes =
    source.bytesInAll === null ? '' : `, ${printShare(source.bytes, source.bytesInAll)} of the stored bytes`;
  return `from ${printCount(source.objects)} of ${objects} sampled in proportion to stored size (${printShare(source.objects, source.objectsInAll)}${ofBytes})${ofThem}, ${lines}; ${printPlural(rounds, 'round')}, seed ${seed}`;
}

function printPrecision({ wanted, reached }: { wanted: number; reached: number }): string {
  const miss = reached <= wanted ? '' : ' (not reached)';
  return `precision: ±${percent(reached)} percentage points, ±${plain(wanted)} requested${miss}`;
}

function printWhole({ lines, bytes, kept }: Whole, { share, bytesShare }: EstimateResult): string[] {
  const part = (of: Whole['kept']['lines'], { low, high }: Share, print: (value: number) => string): string =>
    `${print(of.estimate)} kept (${print(of.atLow)} at ${percent(low)} %, ${print(of.atHigh)} at ${percent(high)} %)`;
  return [
    `  whole source, extrapolated by stored size: about ${printCount(lines)} lines, ${part(kept.lines, share, printCount)}`,
    `    and ${printBytes(bytes)} uncompressed, ${part(kept.bytes, bytesShare, printBytes)}`,
  ];
}

/** Prints a share in percent with two decimals, small shares with two digits; 0 and 100 only for exact values. */
function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.01) return value.toPrecision(2);
  if (value < 100 && value > 99.99) return '>99.99';
  return value.toFixed(2);
}

/** Prints a share that the user or the method has set in percent: `95`. */
function plain(share: number): string {
  return String(Number((share * 100).toFixed(4)));
}
