// Computes how many objects to read to estimate a share with a given precision. Each round reads objects and computes the interval.
import type { ShareEstimate } from './estimate-share.ts';
import type { ObjectDraw } from './object-draw.ts';

/** Probability that the interval misses the share, over all rounds: a level of 95 %. */
export const MISS = 0.05;
/** Minimum number of objects in the first round, however wide the interval may be. Chosen by headgate. */
const LEAST_OBJECTS = 10;
/** A further round aims at this share of the requested width, so that it is usually the last one. Chosen by headgate. */
const AIM = 0.85;
/** Minimum growth of the number of objects per round, because each round widens the interval. The maximum is a factor of two. Chosen by headgate. */
const LEAST_GROWTH = 1.25;
const MOST_GROWTH = 2;

/**
 * Returns the probability with which the interval of a round may miss. Stopping as soon as an interval is narrow selects intervals
 * that are narrow by chance. The k-th round therefore gets only MISS / 2^k, at most MISS over all rounds (Bonferroni).
 * @param round starts at 1
 */
export function missAtRound(round: number): number {
  return MISS / 2 ** round;
}

/** Half the width of an interval. */
export function halfWidth({ low, high }: ShareEstimate): number {
  return (high - low) / 2;
}

/** Returns the number of objects that the precision needs even if all objects are alike: unread objects alone cause that width. */
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
 * Returns the number of objects, including those already read, that the precision needs if further objects are like those read:
 * variances fall as 1/objects.
 * @param found result of the last round
 */
export function nextRound(read: number, inAll: number, found: ShareEstimate, precision: number): number {
  const goal = (AIM * precision) / halfWidth(found);
  const wanted = Math.ceil(1 / (goal ** 2 * (1 / read - 1 / inAll) + 1 / inAll));
  return Math.min(inAll, MOST_GROWTH * read, Math.max(wanted, Math.ceil(LEAST_GROWTH * read)));
}
