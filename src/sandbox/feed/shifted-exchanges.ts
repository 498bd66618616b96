// Shifts recorded exchanges to service time: the first happens at the start of the feed, and the gaps are kept to the nanosecond.
import { type Instant, NS_PER_MS } from '../../base/index.ts';
import { instantOf } from '../../language/dataset/index.ts';
import { instantAt } from '../line/instant-at.ts';
import { loggedValueOf } from '../line/logged-value.ts';
import type { Exchange } from '../traffic/index.ts';
import type { TimedExchange } from './pacer.ts';

/** Time between an exchange and the next one without a time. Ours. */
const GAP_NS = 10n * NS_PER_MS;
/** Log fields that contain times. */
const TIME_FIELDS = ['EdgeStartTimestamp', 'EdgeEndTimestamp'] as const;

/** Shifts the exchanges of one file, in their order. */
export class ShiftedExchanges {
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
