// How many objects to read until a share is known to a precision: read some, look at the interval, read more.
import type { ShareEstimate } from './estimate-share.ts';
import type { ObjectDraw } from './object-draw.ts';

/** Probability that the interval misses the share, over all looks at it: a level of 95 %. */
export const MISS = 0.05;
/** Fewer objects are not worth a look, however wide the interval may be. Ours. */
const LEAST_OBJECTS = 10;
/** A further look aims at this part of the precision wanted, so that it is the last one more often than not. Ours. */
const AIM = 0.85;
/** A further look has at least so many times the objects of the one before, since each look makes the interval wider; and at most twice. Ours. */
const LEAST_GROWTH = 1.25;
const MOST_GROWTH = 2;

/**
 * Probability with which the interval of a look may miss. Stopping as soon as an interval is narrow picks those that are
 * narrow by chance; so the k-th look is given MISS / 2^k only, which is no more than MISS over all looks (Bonferroni).
 * @param look the first is 1
 */
export function missAtRound(look: number): number {
  return MISS / 2 ** look;
}

/** Half the width of an interval. */
export function halfWidth({ low, high }: ShareEstimate): number {
  return (high - low) / 2;
}

/** As many objects as the precision takes even where all objects are alike: what may have gone unseen has that width. */
export function firstRound(objects: ObjectDraw<unknown>, precision: number): number {
  const isEnough = (read: number): boolean => objects.unseen(read, missAtRound(1) / 2) / 2 <= precision;
  let [low, high] = [1, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return Math.min(objects.length, Math.max(LEAST_OBJECTS, low));
}

/**
 * As many objects, those read before included, as the precision takes if what is read next is as what was read: variances fall as 1/objects does.
 * @param found at the last look
 */
export function nextRound(read: number, inAll: number, found: ShareEstimate, precision: number): number {
  const goal = (AIM * precision) / halfWidth(found);
  const wanted = Math.ceil(1 / (goal ** 2 * (1 / read - 1 / inAll) + 1 / inAll));
  return Math.min(inAll, MOST_GROWTH * read, Math.max(wanted, Math.ceil(LEAST_GROWTH * read)));
}
