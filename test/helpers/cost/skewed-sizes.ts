// Sizes of lines that vary in different ways, for estimates of bytes.

/** By name, the size for a random number in [0, 1). Bytes. */
export const SKEWED_SIZES: Readonly<Record<string, (random: number) => number>> = {
  'equal lines': () => 300,
  'evenly distributed': (random) => Math.round(100 + 1000 * random),
  '1 % lines of 10 kB': (random) => (random < 0.01 ? 10_000 : 300),
  'a heavy tail': (random) => Math.min(20_000, Math.round(200 / (1 - random) ** 0.7)),
};
