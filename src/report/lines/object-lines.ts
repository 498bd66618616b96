// Renders the objects that a command would read, one per line, for `--list`: size and name, then totals.
import { moneyFormat, printMoney, UNNAMED_PRICE } from '../../analysis/cost/index.ts';
import {
  MS_PER_HOUR,
  printable,
  printBytes,
  printCount,
  printHours,
  printPlural,
  printWait,
} from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import type { PlannedListing, ShardPlan } from '../../verbs/index.ts';
import { describeDifference, describeGone } from '../../verbs/request/index-difference.ts';
import { printTable } from '../text/table.ts';
import { printPruned } from './print-pruned.ts';

/** Objects rendered at a time: a million of them as one text took 600 MB. */
const OBJECTS_OF_PIECE = 1024;

/** Least time that is printed. Seconds. */
const LEAST_SHOWN_SECONDS = 0.1;

/** Renders a listing, in pieces. */
export function* renderObjectLines(listing: PlannedListing): Generator<string> {
  const columns = [{ title: '', align: 'right', width: sizeWidth(listing) }, { title: '' }] as const;
  let rows: string[][] = [];
  for (const { object } of listing.objects) {
    rows.push([sizeOf(object), printable(object.name)]);
    if (rows.length < OBJECTS_OF_PIECE) continue;
    yield textOf(printTable(columns, rows));
    rows = [];
  }
  if (rows.length > 0) yield textOf(printTable(columns, rows));
  const total = `${printPlural(listing.objects.length, 'object')}, ${printBytes(listing.bytes)}`;
  const left = `${printCount(listing.listed)} listed, ${printPruned(listing)}, ${printCount(listing.skipped)} skipped`;
  const partial = listing.isPartial === true ? ['PARTIAL: interrupted; there may be more objects'] : [];
  const indexes = (listing.indexes ?? []).map((one) =>
    printable(describeDifference(one) ?? `the index ${one.index} is as of ${one.asOf}${describeGone(one)}`),
  );
  yield textOf([`${total} (${left})`, ...partial, ...indexes, ...(listing.plan ? planLines(listing.plan) : [])]);
}

function planLines({
  shardBytes,
  shards,
  requests: { get, list },
  costs = [],
  times,
  bytesPerSecond,
}: ShardPlan): string[] {
  const counted = `${printPlural(get, 'GET')}, ${printPlural(list, 'list request')} or more`;
  const amounts = costs.map(({ price, currency, amount: value }) => {
    const format = moneyFormat([{ price, currency, amount: { value, low: value, high: value } }]);
    return `${printMoney(value, format)}${price === UNNAMED_PRICE ? '' : ` (${printable(price)})`}`;
  });
  const priced = amounts.length === 0 ? counted : `${counted}: ${amounts.join(', ')}`;
  const waits = times.map(({ threads, seconds }) => `${printLong(seconds)} on ${printPlural(threads, 'thread')}`);
  return [
    '',
    'With workers',
    `  Shards    ${printCount(shards)} of at most ${printBytes(shardBytes)} (--shard-size)`,
    `  Requests  ${get === 0 ? 'none: no object is in a bucket' : priced}`,
    `  Time      ${waits.join(', ')}, at ${printBytes(bytesPerSecond)} of objects in a second for each`,
  ];
}

function printLong(seconds: number): string {
  const milliseconds = Math.max(LEAST_SHOWN_SECONDS, seconds) * 1000;
  return milliseconds < MS_PER_HOUR ? printWait(milliseconds) : printHours(milliseconds / MS_PER_HOUR);
}

/** Returns the width of the widest size. Characters. */
function sizeWidth({ objects }: SourceListing): number {
  let width = 0;
  for (const { object } of objects) width = Math.max(width, sizeOf(object).length);
  return width;
}

function sizeOf({ bytes }: { bytes?: number | undefined }): string {
  return bytes === undefined ? '?' : printCount(bytes);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
