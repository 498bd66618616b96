// The routes of silences: times in which a policy sends nothing. docs/platform.md, "Notification policies".
import type { Context } from 'hono';
import { z } from 'zod';
import type { StoredSilence } from '../../state/alerting/stored-alerting.ts';
import { newId } from '../../state/identity.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { readArray } from '../request/read-body.ts';
import type { Routes } from '../routes.ts';
import { invalidNotification, parseNotification, storedNotification } from './parse-notification.ts';

const id = z.string('an id');
const time = z.iso.datetime({ offset: true, error: 'a time as in RFC 3339' });
const newSchema = z.array(z.strictObject({ policy_id: id, start_time: time, end_time: time }, 'an object'));
const updateSchema = z.array(
  z.strictObject({ id, start_time: time.optional(), end_time: time.optional() }, 'an object'),
);

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
