// Control routes, which the platform does not have: health events, and the mails that the service sent. docs/sandbox.md, "Health events".
import type { Context } from 'hono';
import { z } from 'zod';
import { isPlainObject } from '../../../base/index.ts';
import { type DeliveryContext, deliverEvents } from '../../alerts/deliver-events.ts';
import type { HealthEvent } from '../../alerts/health-event.ts';
import type { StoredPool } from '../../state/alerting/stored-alerting.ts';
import { newId } from '../../state/identity.ts';
import { answer } from '../envelope.ts';
import { ApiError, type ApiMessage, CODES, type Code, type ErrorStatus, messageAt } from '../request/api-error.ts';
import { MAX_MESSAGES, parseBody, readArray } from '../request/read-body.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';
import type { Routes } from '../routes.ts';

/** Most events of one request, and its largest body in bytes. */
const MAX_EVENTS = 1000;
const MAX_BODY_BYTES = 1_000_000;
/** Mails on one page: by default, and at most. */
const MAILS_PER_PAGE = 100;
const MAX_MAILS_PER_PAGE = 1000;

const eventSchema = z.strictObject(
  {
    pool_id: z.string('the id of a pool'),
    source: z.enum(['pool', 'origin'], 'pool or origin'),
    origin: z.string('the name or the address of an origin').optional(),
    new_health: z.enum(['Healthy', 'Unhealthy'], 'Healthy or Unhealthy'),
  },
  'an event',
);
const EVENTS_EXPECTED = `an array of 1 to ${MAX_EVENTS} events`;
const eventsSchema = z.array(eventSchema, EVENTS_EXPECTED).min(1, EVENTS_EXPECTED).max(MAX_EVENTS, EVENTS_EXPECTED);
type EventInput = z.infer<typeof eventSchema>;

/** Returns the routes. */
export function alertRoutes(context: DeliveryContext): Routes {
  const { outbox } = context.state;
  return {
    '/sandbox/health_events': {
      POST: async (c) => {
        const inputs = parseBody(eventsSchema, await readArray(c, MAX_BODY_BYTES), CODES.poolInvalid);
        const delivered = await deliverEvents(context, resolveEvents(context, inputs));
        return answer(c, {
          events: delivered.events.map(({ event, deliveries }) => ({ ...presentEvent(event), deliveries })),
          deprecation: delivered.deprecation ?? null,
        });
      },
    },
    '/sandbox/outbox': {
      GET: (c) => {
        const perPage = readCount(c, 'per_page', MAILS_PER_PAGE, MAX_MAILS_PER_PAGE);
        const { objects, last } = outbox.page(placeFrom(c), perPage);
        const cursor = last === undefined ? {} : { cursor: String(last) };
        return answer(c, objects, { count: objects.length, per_page: perPage, ...cursor });
      },
    },
  };
}

/** Finds the pools and origins of events. @throws ApiError 404 for a pool that does not exist, 400 for an origin that its pool does not have */
function resolveEvents({ state, now }: DeliveryContext, inputs: readonly EventInput[]): HealthEvent[] {
  const pools = new Map([...new Set(inputs.map(({ pool_id }) => pool_id))].map((id) => [id, state.pools.get(id)]));
  const message = (code: Code, index: number, key: string, text: string) =>
    messageAt(code, `event ${index}: ${text}`, [index, key]);
  reject(
    404,
    inputs.flatMap(({ pool_id }, index) =>
      pools.get(pool_id) !== undefined ? [] : [message(CODES.poolMissing, index, 'pool_id', 'there is no such pool')],
    ),
  );
  const events = inputs.map(({ pool_id, source, origin, new_health: health }): HealthEvent => {
    const pool = pools.get(pool_id)!;
    return { id: newId(), pool, source, origin: originOf(pool, source, origin), health, atMs: now() };
  });
  reject(
    400,
    inputs.flatMap(({ source, origin }, index) => {
      if (origin === undefined || events[index]!.origin !== undefined) return [];
      const expected = source === 'pool' ? 'no origin for the source pool' : 'an origin of the pool';
      return [message(CODES.poolInvalid, index, 'origin', `expected ${expected}`)];
    }),
  );
  return events;
}

/** @throws ApiError if there is a message */
function reject(status: ErrorStatus, messages: readonly ApiMessage[]): void {
  if (messages.length > 0) throw new ApiError(status, messages.slice(0, MAX_MESSAGES));
}

/** @returns the name of an origin: that of the event, or the first one of the pool; undefined if the pool does not have it */
function originOf({ origins }: StoredPool, source: EventInput['source'], wanted: string | undefined) {
  if (source === 'pool') return undefined;
  const all = (Array.isArray(origins) ? origins : []).filter(isPlainObject);
  const found = all.find(({ name, address }) => wanted === undefined || name === wanted || address === wanted);
  const text = found?.name ?? found?.address;
  return typeof text === 'string' ? text : undefined;
}

function presentEvent({ id, pool, source, origin, health, atMs }: HealthEvent) {
  return {
    id,
    pool_id: pool.id,
    pool_name: pool.name,
    source,
    ...(origin !== undefined && { origin }),
    new_health: health,
    timestamp: new Date(atMs).toISOString(),
  };
}

function placeFrom(c: Context): number {
  const cursor = c.req.query('cursor') ?? '';
  if (cursor === '') return 0;
  if (!/^[0-9]{1,15}$/.test(cursor)) throw invalidQuery('cursor', 'the cursor of the page before');
  return Number(cursor);
}
