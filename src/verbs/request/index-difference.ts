// Describes how an index differs from the logs that it was built of, for the time range of a query. Loads nothing that reads logs.
import { enumerate, printPlural } from '../../base/index.ts';
import type { IndexedSource } from '../../input/destination/index.ts';

/** Why figures may lack lines that the source has now, as clauses; undefined: the index has every line, as far as it is known. */
function describeLack({ covered, missing, waiting, changed }: IndexedSource): string | undefined {
  const lacks = [
    ...(covered ? [] : ['its builds have listed only a part of the time range']),
    ...(missing === 0
      ? []
      : [`${printPlural(missing, 'object of its source is', 'objects of its source are')} not in it`]),
    ...(waiting === 0 ? [] : [`${printPlural(waiting, 'object is', 'objects are')} still to read`]),
    ...(changed === 0 ? [] : [`${printPlural(changed, 'object has', 'objects have')} changed since`]),
  ];
  return lacks.length === 0 ? undefined : enumerate(lacks, 'and');
}

/** How an index differs from its source, as clauses; undefined: in nothing that is known. */
export function differenceOf(indexed: IndexedSource): string | undefined {
  const { gone } = indexed;
  const lack = describeLack(indexed);
  if (gone === 0) return lack;
  const left = `${printPlural(gone, 'object is', 'objects are')} gone since`;
  return lack === undefined ? left : `${lack}; ${left}`;
}

/** The sources of an index that it was not compared with, as a clause that follows others; empty: there are none. */
export function describeGone({ sourcesGone }: IndexedSource): string {
  if (sourcesGone.length === 0) return '';
  return `, not compared with its logs: ${enumerate(sourcesGone, 'and')} no longer ${sourcesGone.length === 1 ? 'exists' : 'exist'}`;
}

/** The difference as a message: `the index logs.index is as of …: 1 object of its source is not in it; …`. Undefined: there is none. */
export function describeDifference(indexed: IndexedSource): string | undefined {
  const { index, asOf } = indexed;
  const difference = differenceOf(indexed);
  return (
    difference && `the index ${index} is as of ${asOf}: ${difference}; ${updateOf(indexed)}${describeUpdate(indexed)}`
  );
}

/** The command that updates an index. */
export function updateOf({ index }: Pick<IndexedSource, 'index'>): string {
  return `headgate index --out ${index}`;
}

/** What an update does, after its command. */
export function describeUpdate({ listedSince }: Pick<IndexedSource, 'listedSince'>): string {
  return listedSince === null ? ' updates it' : ` updates it from ${listedSince} on, an earlier --since extends it`;
}

/** Returns why guards have no answer over indexes: `the index …, expected …; …`. Undefined: the indexes lack nothing. */
export function describeLacks(indexes: readonly IndexedSource[] = []): string | undefined {
  const incomplete = indexes.flatMap((one) => {
    const lack = describeLack(one);
    return lack === undefined ? [] : [{ ...one, lack }];
  });
  const [first] = incomplete;
  if (first === undefined) return undefined;
  const lacks = incomplete.map(({ index, lack }) => `the index ${index} is incomplete (${lack})`).join(', ');
  const query =
    first.listedSince === null
      ? ''
      : ` and query with --since ${first.listedSince}, or extend the index with an earlier --since`;
  return `${lacks}, expected every object of the time range in it; run ${updateOf(first)}${query}`;
}
