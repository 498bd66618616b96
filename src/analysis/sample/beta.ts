// Quantiles of the beta distribution and of Student's t distribution, both from the incomplete beta function. Pure mathematics.

/** Lanczos approximation of the logarithm of the gamma function: 15 digits. Numerical Recipes, 3rd ed., 6.1. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const LANCZOS_G = 7;
/** Maximum steps of a continued fraction that converges after about √(a + b). */
const MAX_STEPS = 100_000;
const EPSILON = 1e-15;
const TINY = 1e-300;
/** Halvings of [0, 1] after which a double cannot be more precise. */
const HALVINGS = 200;

/** Regularized incomplete beta function I_x(a, b): the share of the beta distribution below x. @param a above 0 @param b above 0 */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast only on this side of the mean.
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/** The quantile of the beta distribution: the x with the probability `below` under it. */
export function betaQuantile(below: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (betaBelow(middle, a, b) < below) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The t that |T| exceeds with probability `beyond`. @param degrees of freedom, at least 1 */
export function tQuantile(beyond: number, degrees: number): number {
  const x = betaQuantile(beyond, degrees / 2, 0.5);
  return Math.sqrt(degrees * (1 / x - 1));
}

/** Lentz's method. Numerical Recipes, 3rd ed., 6.4. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MAX_STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < EPSILON) break;
  }
  return result;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** @param z above 0 */
function logGamma(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
  const base = z + LANCZOS_G - 0.5;
  const sum = LANCZOS.reduce((total, term, index) => (index === 0 ? term : total + term / (z - 1 + index)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(base) - base + Math.log(sum);
}
