// What 64 bits with a sign hold: the kernel knows no other integers.

export const MIN_INTEGER = -(2n ** 63n);
export const MAX_INTEGER = 2n ** 63n - 1n;

/** The nearest integer that 64 bits hold. */
export function clamped(value: bigint): bigint {
  return value < MIN_INTEGER ? MIN_INTEGER : value > MAX_INTEGER ? MAX_INTEGER : value;
}
