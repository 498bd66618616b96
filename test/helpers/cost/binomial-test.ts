// The exact binomial test of a coverage: whether intervals miss more often than they promise, or only by chance.

/** Share of the cases that a 95 % interval may miss. */
const MISS = 0.05;
/** A test fails if correct intervals would miss as often with less than this probability: once in a million runs. */
export const SIGNIFICANCE = 1e-6;

/** P(X = k) for all k of a binomial distribution. Of the middle outwards, so that no probability underflows that matters. */
export function binomialProbabilities(trials: number, rate: number): Float64Array {
  const probabilities = new Float64Array(trials + 1);
  const middle = Math.min(trials, Math.floor((trials + 1) * rate));
  probabilities[middle] = 1;
  for (let k = middle; k < trials; k += 1) {
    probabilities[k + 1] = (probabilities[k]! * (trials - k) * rate) / ((k + 1) * (1 - rate));
  }
  for (let k = middle; k > 0; k -= 1) {
    probabilities[k - 1] = (probabilities[k]! * k * (1 - rate)) / ((trials - k + 1) * rate);
  }
  const sum = probabilities.reduce((total, probability) => total + probability, 0);
  return probabilities.map((probability) => probability / sum);
}

/** The probability that independent 95 % intervals miss at least so often. Fails a test if it is below {@link SIGNIFICANCE}. */
export function missesByChance(misses: number, intervals: number): number {
  return binomialProbabilities(intervals, MISS)
    .subarray(misses)
    .reduce((sum, probability) => sum + probability, 0);
}
