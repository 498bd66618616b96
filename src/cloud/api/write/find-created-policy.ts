// Finds the policy of a creation whose outcome is unknown.
import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, lowerCaseAscii, printPlural } from '../../../base/index.ts';
import type { ApiPolicy, PolicyBody } from '../alerting-types.ts';
import type { LookUp } from './write-once.ts';

/** Finds the policy. @param known ids of the policies before the creation */
export function findCreatedPolicy(
  policies: readonly ApiPolicy[],
  body: PolicyBody,
  known: readonly string[],
): LookUp<{ readonly id: string }> {
  const similar = policies.filter(({ id, name }) => !known.includes(id) && name === body.name);
  const equal = similar.filter((policy) => isDeepStrictEqual(contentOf(policy), contentOf(body)));
  if (equal.length === 1) return { state: 'done', result: equal[0]! };
  if (similar.length === 0) return { state: 'absent' };
  const ids = similar.map(({ id }) => id).join(', ');
  return {
    state: 'unclear',
    found: `found ${printPlural(similar.length, 'new policy', 'new policies')} of the same name (id ${ids}), expected none or an equal one`,
  };
}

/** What decides who is notified of what. Order, repetition and empty mechanisms are without meaning, and so is the case of an address. */
function contentOf({ enabled, alert_type, mechanisms = {}, filters = {} }: ApiPolicy | PolicyBody) {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  return {
    enabled,
    alert_type,
    emails: sorted(email.map(({ id }) => lowerCaseAscii(id))),
    webhooks: sorted(webhooks.map(({ id }) => id)),
    pagerduty: sorted(pagerduty.map(({ id }) => id)),
    filters: isPlainObject(filters)
      ? Object.fromEntries(
          Object.entries(filters).map(([key, values]) => [key, Array.isArray(values) ? sorted(values) : values]),
        )
      : filters,
  };
}

function sorted(values: readonly unknown[]): unknown[] {
  return [...new Set(values)].sort();
}
