// The routes of notification policies and of their silences. docs/platform.md, "Notification policies".
import type { Context } from 'hono';
import { z } from 'zod';
import { POOL_HEALTH_ALERT } from '../../alerts/matching-policy.ts';
import type { StoredMechanisms, StoredPolicy, StoredSilence } from '../../state/alerting/stored-alerting.ts';
import { newId } from '../../state/identity.ts';
import type { State } from '../../state/state.ts';
import { answer } from '../envelope.ts';
import { apiError, CODES } from '../request/api-error.ts';
import { readArray, readBody } from '../request/read-body.ts';
import type { ApiContext, Routes } from '../routes.ts';
import { ALERT_TYPES, FILTERS, POOL_HEALTH_FILTERS } from './alert-types.ts';
import { invalidNotification, parseNotification, storedNotification } from './parse-notification.ts';

const id = z.string('an id');

const time = z.iso.datetime({ offset: true, error: 'a time as in RFC 3339' });

const newSchema = z.array(z.strictObject({ policy_id: id, start_time: time, end_time: time }, 'an object'));

const updateSchema = z.array(
  z.strictObject({ id, start_time: time.optional(), end_time: time.optional() }, 'an object'),
);

/** One address, as far as its shape shows. The platform's rule is not public; ours. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(?:\.[^\s@,;<>".]+)+$/;

const text = z.string('a string');

const idOf = (expected: string) => z.strictObject({ id: z.string(expected).min(1, expected) }, 'an object with an id');

const email = z.strictObject(
  { id: z.string('an e-mail address').regex(EMAIL, 'one e-mail address') },
  'an object with an id',
);

const mechanisms = z.strictObject(
  {
    email: z.array(email, 'an array of objects with an id').optional(),
    webhooks: z.array(idOf('the id of a webhook'), 'an array of objects with an id').optional(),
    pagerduty: z.array(idOf('the id of a service'), 'an array of objects with an id').optional(),
  },
  'an object with email, webhooks or pagerduty',
);

const keys = {
  name: text.min(1, 'a name that is not empty'),
  alert_type: text.refine((type) => ALERT_TYPES.includes(type), 'an alert type of the platform'),
  enabled: z.boolean('true or false'),
  mechanisms: mechanisms,
  description: text.optional(),
  filters: z.record(z.string(), z.array(text, 'an array of strings'), 'an object of arrays of strings').optional(),
  alert_interval: text.optional(),
};

/** Keys of a policy that no call sets. A client may send back what it has read: they are ignored. */
const readOnly = {
  id: z.unknown().optional(),
  created: z.unknown().optional(),
  modified: z.unknown().optional(),
};

/** The body of a creation. */
const policySchema = z.strictObject({ ...keys, ...readOnly });

/** The body of an update: any part of a policy. */
const policyUpdateSchema = policySchema.partial();

/** Adds the routes. Nothing prevents two equal policies, as on the platform. That silences end with their policy is ours. */
export function policyRoutes({ state, stamp, maxPolicies }: ApiContext): Routes {
  const { policies, silences } = state;
  const policyOf = (c: Context) => storedNotification(c, 'policy', policies);
  return {
    '/alerting/v3/policies': {
      GET: (c) => answer(c, policies.list()),
      POST: async (c) => {
        const body = parseNotification(policySchema, await readBody(c));
        const created = stamp();
        const policy = { ...body, id: newId(), created, modified: created };
        checkPolicy(policy);
        checkDestinations(body.mechanisms, state);
        if (policies.count() >= maxPolicies) {
          const message = `creating a new policy is not allowed: the account has ${maxPolicies}, which is the limit`;
          throw apiError(403, CODES.tooManyPolicies, message);
        }
        policies.put(policy);
        return answer(c, { id: policy.id });
      },
    },
    '/alerting/v3/policies/:policy': {
      GET: (c) => answer(c, policyOf(c)),
      PUT: async (c) => {
        const body = parseNotification(policyUpdateSchema, await readBody(c));
        // After the body: the policy may have changed while it arrived.
        const before = policyOf(c);
        const policy = {
          ...before,
          ...body,
          id: before.id,
          created: before.created,
          modified: stamp(),
        } as StoredPolicy;
        checkPolicy(policy);
        checkDestinations(body.mechanisms ?? {}, state);
        policies.put(policy);
        return answer(c, { id: policy.id });
      },
      DELETE: (c) => {
        const { id } = policyOf(c);
        state.inOne(() => {
          for (const silence of silences.list()) if (silence.policy_id === id) silences.delete(silence.id);
          policies.delete(id);
        });
        return answer(c, null);
      },
    },
  };
}

/**
 * Checks a whole policy. Ids of pools are not checked: a pool may be deleted while policies name it.
 * @throws ApiError 400 for the first wrong part
 */
function checkPolicy({ alert_type, mechanisms, filters, alert_interval }: StoredPolicy): void {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  if (email.length + webhooks.length + pagerduty.length === 0) {
    throw invalidNotification('found no mechanism, expected at least one', ['mechanisms']);
  }
  // The platform answers with HTTP 500: docs/platform.md, "Notification policies".
  if (alert_interval !== undefined && alert_type === POOL_HEALTH_ALERT) {
    throw invalidNotification(`alert_interval is not available for ${POOL_HEALTH_ALERT}`, ['alert_interval']);
  }
  checkFilters(alert_type, filters ?? {});
}

/**
 * Checks that the destinations of a body exist. Not those that the policy has already: a webhook may be deleted while policies name it.
 * @throws ApiError 400 for the first one that does not
 */
function checkDestinations({ webhooks = [], pagerduty = [] }: StoredMechanisms, state: State): void {
  for (const [index, { id }] of webhooks.entries()) {
    if (state.webhooks.get(id) !== undefined) continue;
    throw invalidNotification('the webhook does not exist', ['mechanisms', 'webhooks', index, 'id']);
  }
  if (pagerduty.length > 0) {
    throw invalidNotification('the PagerDuty service does not exist', ['mechanisms', 'pagerduty', 0, 'id']);
  }
}

function checkFilters(alertType: string, filters: Readonly<Record<string, readonly string[]>>): void {
  const isPoolHealth = alertType === POOL_HEALTH_ALERT;
  const known = isPoolHealth ? Object.keys(POOL_HEALTH_FILTERS) : FILTERS;
  for (const [name, values] of Object.entries(filters)) {
    if (!known.includes(name)) {
      const expected = isPoolHealth ? `one of ${known.join(', ')}` : 'a filter of the platform';
      throw invalidNotification(`unknown filter: expected ${expected}`, ['filters', name]);
    }
    const allowed = isPoolHealth ? POOL_HEALTH_FILTERS[name] : undefined;
    const wrong = allowed === undefined ? -1 : values.findIndex((value) => !allowed.includes(value));
    if (wrong >= 0) {
      throw invalidNotification(`invalid value for filters.${name}: expected ${allowed!.join(' or ')}`, [
        'filters',
        name,
        wrong,
      ]);
    }
  }
}

/** Adds the routes. An array is stored as a whole or not at all. */
export function silenceRoutes({ state, stamp }: ApiContext): Routes {
  const { policies, silences } = state;
  const silenceOf = (c: Context) => storedNotification(c, 'silence', silences);
  return {
    '/alerting/v3/silences': {
      GET: (c) => answer(c, silences.list()),
      POST: async (c) => {
        const body = parseNotification(newSchema, await readArray(c));
        const now = stamp();
        const created = body.map((silence, index) => {
          if (policies.get(silence.policy_id) === undefined) {
            throw invalidNotification('the policy does not exist', [index, 'policy_id']);
          }
          checkTimes(silence, index);
          return { id: newId(), ...silence, created_at: now, updated_at: now };
        });
        silences.putAll(created);
        return answer(c, null);
      },
      PUT: async (c) => {
        const body = parseNotification(updateSchema, await readArray(c));
        const now = stamp();
        const updated = body.map((change, index) => {
          const before = silences.get(change.id);
          if (before === undefined) throw invalidNotification('the silence does not exist', [index, 'id']);
          const silence = {
            ...before,
            start_time: change.start_time ?? before.start_time,
            end_time: change.end_time ?? before.end_time,
            updated_at: now,
          };
          checkTimes(silence, index);
          return silence;
        });
        silences.putAll(updated);
        return answer(c, updated);
      },
    },
    '/alerting/v3/silences/:silence': {
      GET: (c) => answer(c, silenceOf(c)),
      DELETE: (c) => {
        silences.delete(silenceOf(c).id);
        return answer(c, null);
      },
    },
  };
}

function checkTimes({ start_time, end_time }: Pick<StoredSilence, 'start_time' | 'end_time'>, index: number): void {
  if (Date.parse(start_time) < Date.parse(end_time)) return;
  throw invalidNotification('found an end that is not after the start, expected a later one', [index, 'end_time']);
}
