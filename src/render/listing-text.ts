// The objects a replay would read, one a line, for `--list`: size, name; totals last.
import type { SourceListing } from '../task/index.ts';
import { printable, printBytes, printCount, printPlural } from './style.ts';
import { printTable } from './table.ts';

/** Renders a listing as text. */
export function renderListingText(listing: SourceListing): string {
  const rows = Array.from(listing.objects, ({ object }) => [
    object.bytes === undefined ? '?' : printCount(object.bytes),
    printable(object.name),
  ]);
  const lines = printTable([{ title: '', align: 'right' }, { title: '' }], rows);
  const total = `${printPlural(listing.objects.length, 'object')}, ${printBytes(listing.bytes)}`;
  const left = `${printCount(listing.listed)} listed, ${printPruned(listing)}, ${printCount(listing.skipped)} skipped`;
  const partial = listing.isPartial === true ? ['PARTIAL: interrupted, there may be more'] : [];
  return `${[...lines, `${total} (${left})`, ...partial].join('\n')}\n`;
}

/** `20 left out by time and 4 day folders not listed` */
export function printPruned({ pruned, prunedFolders }: { pruned: number; prunedFolders: number }): string {
  const folders = prunedFolders === 0 ? '' : ` and ${printPlural(prunedFolders, 'day folder')} not listed`;
  return `${printCount(pruned - prunedFolders)} left out by time${folders}`;
}

/** The same as data; destinations, which may hold secrets, stay out. */
export function listingOf({
  objects,
  bytes,
  listed,
  pruned,
  prunedFolders,
  skipped,
  isPartial = false,
}: SourceListing): object {
  return {
    version: 1,
    ...(isPartial ? { partial: true } : {}),
    objects: Array.from(objects, ({ object }) => ({ name: object.name, bytes: object.bytes ?? null })),
    bytes,
    listed,
    pruned,
    prunedFolders,
    skipped,
  };
}
