// Renders the objects that a command would read as JSON, for `--list`.
import type { SourceListing } from '../../input/sources/index.ts';
import type { PlannedListing } from '../../verbs/index.ts';
import type { ListingReport } from '../schema/index.ts';
import { renderJson } from './render-json.ts';

/** Renders a listing as JSON, in pieces. Omits destinations, which may contain secrets. */
export function renderListingJson({
  objects,
  bytes,
  listed,
  pruned,
  prunedFolders,
  skipped,
  indexes,
  plan,
  isPartial = false,
}: PlannedListing): Generator<string> {
  return renderJson({
    version: 1,
    ...(isPartial ? { partial: true } : {}),
    objects: { [Symbol.iterator]: () => namesAndSizes(objects) },
    ...{ bytes, listed, pruned, prunedFolders, skipped, ...(indexes && { indexes }), ...(plan && { plan }) },
  });
}

function* namesAndSizes(objects: SourceListing['objects']): Generator<ListingReport['objects'][number]> {
  for (const { object } of objects) yield { name: object.name, bytes: object.bytes ?? null };
}
