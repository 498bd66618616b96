// Warns of prices for stored bytes that a run cannot apply, before it reads. Measures nothing.
import type { SourceListing } from '../../input/sources/index.ts';
import type { Price } from './price.ts';

/** Returns a warning if sizes are priced that cannot be measured: a pipe can be read only once. */
export function unmeasuredPipes(prices: readonly Price[], { objects }: Pick<SourceListing, 'objects'>): string[] {
  const stored = prices.find(({ parts }) => parts.some(({ of }) => of === 'stored'));
  if (stored === undefined) return [];
  for (const { object } of objects) {
    if (object.singleUse !== true) continue;
    return [
      `stored bytes of ${object.name} are not measured, because it can be read only once: save it to a file for costs with the price ${JSON.stringify(stored.name)}`,
    ];
  }
  return [];
}
