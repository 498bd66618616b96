// Service time → instants.
import { type Instant, NS_PER_MS } from '../../base/index.ts';

/** Returns the instant of a time in milliseconds since 1970, with fraction. Truncates below a nanosecond. */
export function instantAt(ms: number): Instant {
  const whole = Math.floor(ms);
  return BigInt(whole) * NS_PER_MS + BigInt(Math.floor((ms - whole) * Number(NS_PER_MS)));
}
