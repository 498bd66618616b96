// Event times in the form that the kernel accepts: signed 64-bit integers, and a number for the unit.
import type { Dataset } from '../../language/dataset/index.ts';
import { MILLISECONDS, TIMESTAMP } from './abi.ts';

/** The kernel's number for the unit of a dataset's event time. `defer`: it cannot read the unit; requests that need it are declined. */
export const TIME_UNITS: Readonly<Record<Dataset['eventTime']['unit'], number | 'defer'>> = {
  timestamp: TIMESTAMP,
  ms: MILLISECONDS,
};

/** The smallest integer that the kernel can store. */
export const MIN_INTEGER = -(2n ** 63n);
/** The largest integer that the kernel can store. */
export const MAX_INTEGER = 2n ** 63n - 1n;

/** Returns the nearest integer that the kernel can store. */
export function clamped(value: bigint): bigint {
  return value < MIN_INTEGER ? MIN_INTEGER : value > MAX_INTEGER ? MAX_INTEGER : value;
}
