// What a notification policy in a body may contain. docs/platform.md, "Notification policies".
import { z } from 'zod';
import { ALERT_TYPES } from './alert-types.ts';

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
export const policySchema = z.strictObject({ ...keys, ...readOnly });
/** The body of an update: any part of a policy. */
export const policyUpdateSchema = policySchema.partial();
