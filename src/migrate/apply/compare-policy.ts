// Compares a policy of the API with the one that was sent. docs/platform.md, "Notification policies".
import type { ApiPolicy, PolicyBody } from '../../api/index.ts';
import type { Creation } from '../progress/progress.ts';

/** Returns the content of a creation as it is stored: the same text for the same body. */
export function contentOf(body: PolicyBody): string {
  return JSON.stringify(body);
}

/** Returns the keys in which a policy differs from what was sent. The order of a list does not count. */
export function differingKeys(policy: ApiPolicy, sent: PolicyBody): string[] {
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    name: [policy.name, sent.name],
    enabled: [policy.enabled, sent.enabled],
    alert_type: [policy.alert_type, sent.alert_type],
    mechanisms: [recipientsIn(policy.mechanisms), recipientsIn(sent.mechanisms)],
    filters: [listsIn(policy.filters), listsIn(sent.filters)],
  };
  return Object.entries(pairs).flatMap(([key, [a, b]]) => (a === b ? [] : [key]));
}

/** Finds the policy of a creation whose answer was lost. */
export function findCreation(policies: readonly ApiPolicy[], { content }: Creation): ApiPolicy | undefined {
  const sent = JSON.parse(content) as PolicyBody;
  return policies.find((policy) => differingKeys(policy, sent).length === 0);
}

function recipientsIn(mechanisms: ApiPolicy['mechanisms']): string {
  const entries = Object.entries(mechanisms ?? {}).map(
    ([kind, list]) => [kind, (list ?? []).map(({ id }) => id.toLowerCase())] as const,
  );
  return listsIn(Object.fromEntries(entries));
}

/** Lists by key as text, without empty ones. */
function listsIn(lists: Readonly<Record<string, readonly string[]>> | undefined): string {
  const filled = Object.entries(lists ?? {}).filter(([, list]) => list.length > 0);
  const sorted = filled.map(([key, list]) => [key, [...list].sort()] as const);
  return JSON.stringify(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}
