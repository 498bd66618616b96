// The traffic of the simulated shop at a constant rate.
import { shopExchange, streamRequests } from '../../traffic/shop/index.ts';
import type { TimedExchange } from './pacer.ts';

const MS_PER_SECOND = 1000;

/** Options of {@link shopTraffic}. */
export interface ShopTrafficOptions {
  /** Exchanges per second of service time, above 0. */
  rate: number;
  seed: number;
  /** Length in service time; Infinity: endless. */
  seconds: number;
  /** Service time of the first exchange. Milliseconds since 1970, with fraction. */
  startMs: number;
}

/**
 * Creates exchanges in the order in which the shop's requests are logged; the same options create the same ones. Both times of a
 * request are shifted by whole milliseconds.
 */
export function* shopTraffic({ rate, seed, seconds, startMs }: ShopTrafficOptions): Generator<TimedExchange> {
  const requests = streamRequests({ seed });
  for (let index = 0; index / rate < seconds; index += 1) {
    // From the index each time: a sum of intervals would drift.
    const atMs = startMs + (index * MS_PER_SECOND) / rate;
    const request = requests.next().value;
    yield { atMs, exchange: shopExchange(request, Math.floor(atMs) - request.start.ms) };
  }
}
