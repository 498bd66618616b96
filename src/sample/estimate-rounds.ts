// How many objects to read until a share is known to a precision: read a round of them, compute the interval, read more.
import type { ShareEstimate } from './estimate-share.ts';
import type { ObjectDraw } from './object-draw.ts';

/** Probability that the interval misses the share, over all rounds: a level of 95 %. */
export const MISS = 0.05;
/** Objects of the first round at least, however wide the interval may be. Ours. */
const LEAST_OBJECTS = 10;
/** A further round aims at this part of the requested precision, to be the last one more often than not. Ours. */
const AIM = 0.85;
/** Growth of the number of objects from one round to the next: at least this, since each round widens the interval; at most twice. Ours. */
const LEAST_GROWTH = 1.25;
const MOST_GROWTH = 2;

/**
 * Probability with which the interval of a round may miss. Stopping as soon as an interval is narrow selects intervals that are
 * narrow by chance; so the k-th round gets MISS / 2^k only, which is no more than MISS over all rounds (Bonferroni).
 * @param round the first is 1
 */
export function missAtRound(round: number): number {
  return MISS / 2 ** round;
}

/** Half the width of an interval. */
export function halfWidth({ low, high }: ShareEstimate): number {
  return (high - low) / 2;
}

/** The number of objects that the precision needs even where all objects are alike: unread objects alone give that width. */
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
 * The number of objects, those read before included, that the precision needs if further objects are like those read: variances fall
 * as 1/objects.
 * @param found by the last round
 */
export function nextRound(read: number, inAll: number, found: ShareEstimate, precision: number): number {
  const goal = (AIM * precision) / halfWidth(found);
  const wanted = Math.ceil(1 / (goal ** 2 * (1 / read - 1 / inAll) + 1 / inAll));
  return Math.min(inAll, MOST_GROWTH * read, Math.max(wanted, Math.ceil(LEAST_GROWTH * read)));
}
