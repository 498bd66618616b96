// Renders the objects that a command would read, one per line, for `--list`: size and name, then totals.
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { printable } from '../printable.ts';
import { printTable } from '../text/table.ts';

/** Objects rendered at a time: a million of them as one text took 600 MB. */
const OBJECTS_OF_PIECE = 1024;

/** Renders a listing, in pieces. */
export function* renderObjectLines(listing: SourceListing): Generator<string> {
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
  yield textOf([`${total} (${left})`, ...partial]);
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

/** `20 outside the time range and 4 day folders not listed` */
export function printPruned({ pruned, prunedFolders }: { pruned: number; prunedFolders: number }): string {
  const folders = prunedFolders === 0 ? '' : ` and ${printPlural(prunedFolders, 'day folder')} not listed`;
  return `${printCount(pruned - prunedFolders)} outside the time range${folders}`;
}
