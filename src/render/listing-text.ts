// The objects a replay would read, one a line, for `--list`: size, name; totals last.
import type { SourceListing } from '../task/index.ts';
import { printBytes, printCount, printPlural, type Style } from './style.ts';
import { printTable } from './table.ts';

/** Renders a listing as text. */
export function renderListingText(listing: SourceListing, _style: Style): string {
  const rows = listing.objects.map(({ object }) => [
    object.bytes === undefined ? '?' : printCount(object.bytes),
    object.name,
  ]);
  const lines = printTable([{ title: '', align: 'right' }, { title: '' }], rows);
  const total = `${printPlural(listing.objects.length, 'object')}, ${printBytes(listing.bytes)}`;
  const left = `${printCount(listing.listed)} listed, ${printCount(listing.pruned)} left out by time, ${printCount(listing.skipped)} skipped`;
  return `${[...lines, `${total} (${left})`].join('\n')}\n`;
}

/** The same as data; destinations, which may hold secrets, stay out. */
export function listingOf({ objects, bytes, listed, pruned, skipped }: SourceListing): object {
  return {
    version: 1,
    objects: objects.map(({ object }) => ({ name: object.name, bytes: object.bytes ?? null })),
    bytes,
    listed,
    pruned,
    skipped,
  };
}
