// Compares a policy of the API with the one that was sent. docs/platform.md, "Notification policies".
import { isPlainObject } from '../../../base/index.ts';
import type { ApiPolicy, PolicyBody } from '../../api/index.ts';
import type { Creation } from '../progress/progress.ts';

/** Returns the content of a creation as it is stored: the same text for the same body. */
export function contentOf(body: PolicyBody): string {
  return JSON.stringify(body);
}

/** Returns the content without the name. */
export function nameless({ name, ...rest }: PolicyBody): string {
  return JSON.stringify(rest);
}

/** Whether a policy is the one of a creation, whatever the API or another client made of its content. */
export function isCreationOf(policy: ApiPolicy, { id, name, content }: Creation): boolean {
  if (id !== undefined) return policy.id === id;
  return policy.name === name || differingKeys(policy, JSON.parse(content) as PolicyBody).length === 0;
}

/**
 * Describes policies that do the same as one that was sent: two runs at the same time, or another client.
 * @param known ids of policies that are older than the run
 * @returns a complete sentence for each
 */
export function describeTwins(
  sent: Iterable<{ readonly id: string; readonly body: PolicyBody }>,
  policies: readonly ApiPolicy[],
  known: ReadonlySet<string>,
): string[] {
  const made = [...sent];
  const ours = new Set(made.map(({ id }) => id));
  const others = policies.filter(({ id }) => !ours.has(id) && !known.has(id));
  return made.flatMap(({ id, body }) =>
    others
      .filter((other) => differingKeys({ ...other, name: body.name }, body).length === 0)
      .map(
        (other) =>
          `The policies ${JSON.stringify(body.name)} (id ${id}) and ${JSON.stringify(other.name ?? '')} (id ${other.id}) are equal, and each alert arrives twice: delete one of them. This run created the first one, and another run or client the second one.`,
      ),
  );
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

function recipientsIn(mechanisms: unknown): string {
  if (!isPlainObject(mechanisms)) return listsIn(mechanisms);
  const idsOf = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((one: unknown) => (isPlainObject(one) ? String(one.id).toLowerCase() : one)) : list;
  return listsIn(Object.fromEntries(Object.entries(mechanisms).map(([kind, list]) => [kind, idsOf(list)])));
}

/** Lists by key as text, without empty ones. Anything else is text that no lists have. */
function listsIn(lists: unknown): string {
  if (!isPlainObject(lists ?? {})) return `not lists: ${JSON.stringify(lists)}`;
  const filled = Object.entries(lists ?? {}).filter(([, list]) => !Array.isArray(list) || list.length > 0);
  const sorted = filled.map(([key, list]) => [key, Array.isArray(list) ? [...list].sort() : list] as const);
  return JSON.stringify(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}
