// The routes of notification policies. docs/platform.md, "Notification policies".
import type { Context, Hono } from 'hono';
import type { StoredPolicy } from '../../state/alerting/stored-alerting.ts';
import { newId } from '../../state/identity.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import { readBody } from '../request/read-body.ts';
import { addAccountRoute } from '../routes.ts';
import { checkDestinations, checkPolicy } from './check-policy.ts';
import { noNotification, parseNotification } from './parse-notification.ts';
import { policySchema, policyUpdateSchema } from './policy-schema.ts';

/** Adds the routes. Nothing prevents two equal policies, as on the platform. That silences end with their policy is ours. */
export function addPolicyRoutes(app: Hono, { state, stamp, maxPolicies }: ApiContext): void {
  const { identity, policies, silences } = state;
  const policyOf = (c: Context): StoredPolicy => {
    const found = policies.get(c.req.param('policy')!);
    if (found === undefined) throw noNotification('policy');
    return found;
  };
  addAccountRoute(app, identity, '/alerting/v3/policies', {
    GET: (c) => answer(c, policies.list()),
    POST: async (c) => {
      const body = parseNotification(policySchema, await readBody(c.req.raw));
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
  });
  addAccountRoute(app, identity, '/alerting/v3/policies/:policy', {
    GET: (c) => answer(c, policyOf(c)),
    PUT: async (c) => {
      const body = parseNotification(policyUpdateSchema, await readBody(c.req.raw));
      // After the body: the policy may have changed while it arrived.
      const before = policyOf(c);
      const policy = { ...before, ...body, id: before.id, created: before.created, modified: stamp() } as StoredPolicy;
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
  });
}
