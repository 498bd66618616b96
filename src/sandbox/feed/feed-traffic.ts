// Feeds traffic to the push engine: recorded exchanges of a file, or those of the simulated shop, at the speed of the service clock.
import { setImmediate } from 'node:timers/promises';
import { HeadgateError, type Instant, NS_PER_MS } from '../../base/index.ts';
import { instantOf } from '../../language/dataset/index.ts';
import { instantAt, loggedValueOf } from '../line/logged-value.ts';
import type { SandboxTraffic } from '../sandbox.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { Exchange, TrafficProblem } from '../traffic/index.ts';
import { shopExchange, streamRequests } from '../traffic/shop/index.ts';
import type { FedTraffic } from './fed-traffic.ts';
import { TrafficFile } from './traffic-file.ts';

/** An exchange and when it happens. */
interface TimedExchange {
  exchange: Exchange;
  /** Service time. Milliseconds since 1970, with fraction. */
  atMs: number;
}

/** Options of {@link Pacer}. */
interface PacerOptions {
  clock: ServiceClock;
  push: (exchange: Exchange) => void;
  /** Returns a promise while no more exchanges may be pushed; undefined: push on. */
  whenReady: () => Promise<void> | undefined;
  signal: AbortSignal;
}

/** Exchanges between two looks at the clock: one look costs as much as a hundredth of a push. */
const SLICE_EXCHANGES = 16;

/** Longest time without a yield, so that requests to the API are answered. Milliseconds. Chosen by headgate. */
const SLICE_MS = 3;

/** Pushes exchanges in order. */
class Pacer {
  /** Exchanges pushed. */
  pushed = 0;
  readonly #options: PacerOptions;
  #yieldedMs = performance.now();

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Pushes exchanges, each when it is due. Ends early if the signal aborts. */
  async pushAll(exchanges: Iterable<TimedExchange>): Promise<void> {
    try {
      await this.#pushAll(exchanges);
    } finally {
      // When the next one is due is not known.
      this.#options.clock.hold(Infinity);
    }
  }

  async #pushAll(exchanges: Iterable<TimedExchange>): Promise<void> {
    const { clock, push, whenReady, signal } = this.#options;
    for (const { exchange, atMs } of exchanges) {
      if (signal.aborted) return;
      clock.hold(atMs);
      if (clock.followsTraffic) clock.advance(atMs);
      else if (clock.now() < atMs && !(await this.#sleepUntil(atMs))) return;
      push(exchange);
      this.pushed += 1;
      const ready = whenReady();
      if (ready !== undefined) await untilAborted(ready, signal);
      // Also after a wait: a fulfilled promise does not let the event loop turn.
      if (this.pushed % SLICE_EXCHANGES === 0 && performance.now() - this.#yieldedMs >= SLICE_MS) {
        await setImmediate();
        this.#yieldedMs = performance.now();
      }
    }
  }

  /** @returns false if the signal aborted */
  async #sleepUntil(atMs: number): Promise<boolean> {
    const { clock, signal } = this.#options;
    // A timer may end early, and the longest timer may be too short.
    for (let now = clock.now(); now < atMs; now = clock.now()) {
      await clock.sleep(atMs - now, signal);
      if (signal.aborted) return false;
    }
    return true;
  }
}

/** Options of {@link feedTraffic}. */
export interface FeedOptions {
  traffic: SandboxTraffic;
  clock: ServiceClock;
  push: (exchange: Exchange) => void;
  /** Called after each push. Returns a promise while no more exchanges may be pushed; undefined: push on. */
  whenReady: () => Promise<void> | undefined;
  /** Ends the feed early, without an error. */
  signal: AbortSignal;
  /** Called for each broken entry of a file. @default ignored */
  onProblem?: (problem: TrafficProblem) => void;
}

/** Seed of the shop. */
const DEFAULT_SEED = 0;

const MS_PER_SECOND = 1000;

/** Options of {@link shopTraffic}. */
interface ShopTrafficOptions {
  /** Exchanges per second of service time, above 0. */
  rate: number;
  seed: number;
  /** Length in service time; Infinity: endless. */
  seconds: number;
  /** Service time of the first exchange. Milliseconds since 1970, with fraction. */
  startMs: number;
}

/**
 * Pushes each exchange when it is due in service time, which starts with the first. If service time follows the traffic, advances it
 * instead of waiting.
 * @throws HeadgateError `traffic-rate` for a rate or a length that is not positive; if the file cannot be read to its end, or contains
 * no exchange
 */
export async function feedTraffic(options: FeedOptions): Promise<FedTraffic> {
  const { traffic, clock } = options;
  const pacer = new Pacer(options);
  if ('file' in traffic) return await feedFile(traffic.file, options, pacer);
  const { rate, seed = DEFAULT_SEED, seconds = Infinity } = traffic;
  checkPositive('rate', rate, Number.isFinite(rate));
  checkPositive('seconds', seconds, true);
  await pacer.pushAll(shopTraffic({ rate, seed, seconds, startMs: clock.now() }));
  return { exchanges: pacer.pushed, skipped: {} };
}

/**
 * Creates exchanges in the order in which the shop's requests are logged; the same options create the same ones. Both times of a
 * request are shifted by whole milliseconds.
 */
function* shopTraffic({ rate, seed, seconds, startMs }: ShopTrafficOptions): Generator<TimedExchange> {
  const requests = streamRequests({ seed });
  for (let index = 0; index / rate < seconds; index += 1) {
    // From the index each time: a sum of intervals would drift.
    const atMs = startMs + (index * MS_PER_SECOND) / rate;
    const request = requests.next().value;
    yield { atMs, exchange: shopExchange(request, Math.floor(atMs) - request.start.ms) };
  }
}

async function feedFile(path: string, options: FeedOptions, pacer: Pacer): Promise<FedTraffic> {
  const { clock, signal, onProblem = () => {} } = options;
  const file = new TrafficFile(path, onProblem);
  // The first exchange happens when the first chunk is read.
  let shifted: ShiftedExchanges | undefined;
  try {
    for await (const exchanges of file.read(signal)) {
      shifted ??= new ShiftedExchanges(clock.now());
      await pacer.pushAll(shifted.shiftAll(exchanges));
      if (signal.aborted) break;
    }
  } catch (error) {
    // Reading rejects with the reason of the signal.
    if (!signal.aborted) throw error;
  }
  return { exchanges: pacer.pushed, skipped: file.skipped };
}

function checkPositive(name: string, value: number, isAllowed: boolean): void {
  if (isAllowed && value > 0) return;
  throw new HeadgateError('traffic-rate', `cannot create traffic: found ${name} ${value}, expected a number above 0`);
}

/** Time between an exchange and the next one without a time. Chosen by headgate. */
const GAP_NS = 10n * NS_PER_MS;

/** Log fields that contain times. */
const TIME_FIELDS = ['EdgeStartTimestamp', 'EdgeEndTimestamp'] as const;

/** Shifts the exchanges of one file, in their order. */
class ShiftedExchanges {
  readonly #startMs: number;
  readonly #start: Instant;
  /** Recorded time of the start; undefined until an exchange has a time. */
  #recordedStart: Instant | undefined;
  /** Time of the newest exchange since the start; undefined before the first. Nanoseconds. */
  #offset: bigint | undefined;

  /** @param startMs start of the feed in service time. Milliseconds since 1970, with fraction */
  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#start = instantAt(startMs);
  }

  /** Shifts the next exchanges of the file. One without a time follows the previous one after 10 ms. */
  *shiftAll(exchanges: Iterable<Exchange>): Generator<TimedExchange> {
    for (const exchange of exchanges) yield this.#shift(exchange);
  }

  #shift(exchange: Exchange): TimedExchange {
    const recorded = exchange.timestamp ?? timeIn(exchange, 'EdgeStartTimestamp');
    const next = this.#offset === undefined ? 0n : this.#offset + GAP_NS;
    if (recorded !== undefined) this.#recordedStart ??= recorded - next;
    const offset = recorded === undefined ? next : recorded - this.#recordedStart!;
    this.#offset = offset;
    const shift = this.#recordedStart === undefined ? 0n : this.#start - this.#recordedStart;
    const { client, request, response } = exchange;
    return {
      atMs: this.#startMs + Number(offset) / Number(NS_PER_MS),
      exchange: { timestamp: this.#start + offset, client, request, response, fields: shiftedFields(exchange, shift) },
    };
  }
}

function timeIn({ fields }: Exchange, name: string): Instant | undefined {
  const given = fields?.[name];
  return given === undefined ? undefined : instantOf(loggedValueOf(given));
}

function shiftedFields(exchange: Exchange, shift: bigint): Exchange['fields'] {
  let { fields } = exchange;
  for (const name of TIME_FIELDS) {
    const time = timeIn(exchange, name);
    if (time !== undefined) fields = { ...fields, [name]: time + shift };
  }
  return fields;
}

/** Waits for a promise, or until the signal aborts. */
function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted) done();
    signal.addEventListener('abort', done, { once: true });
    promise.then(done, (error: unknown) => {
      signal.removeEventListener('abort', done);
      reject(error);
    });
  });
}
