// Names of planned policies: readable in the dashboard, unique, and the same for the same plan.
import { cutText, printPlural } from '../../../base/index.ts';
import type { PlannedPolicy } from '../migration.ts';
import { HEALTHS, SOURCES } from '../pool/event-mask.ts';

/** The longest name of a planned policy. Characters. The platform documents no limit. */
export const MAX_POLICY_NAME = 100;

type Unnamed = Omit<PlannedPolicy, 'name'>;

/** Adds a name to each policy. @param taken names of existing policies */
export function namePolicies(policies: readonly Unnamed[], taken: readonly string[]): PlannedPolicy[] {
  const used = new Set(taken);
  return policies.map((policy) => {
    const name = unusedName(policy, used);
    used.add(name);
    return { name, ...policy };
  });
}

function unusedName(policy: Unnamed, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = nameOf(policy, number === 1 ? '' : ` (${number})`);
    if (!used.has(name)) return name;
  }
}

/** `Pool health: ops@example.com, Unhealthy pool events, 97 pools`. */
function nameOf(policy: Unnamed, suffix: string): string {
  const tail = `${eventsText(policy)}, ${printPlural(policy.pools.length, 'pool')}${suffix}`;
  const room = MAX_POLICY_NAME - PREFIX.length - tail.length;
  const [first, ...others] = [...policy.emails, ...policy.webhooks.map((id) => `webhook ${id}`)] as [
    string,
    ...string[],
  ];
  const full = [first, ...others].join(', ');
  if (full.length <= room) return `${PREFIX}${full}${tail}`;
  const rest = others.length === 0 ? '' : ` and ${printPlural(others.length, 'other')}`;
  return `${PREFIX}${cut(first, room - rest.length)}${rest}${tail}`;
}

const PREFIX = 'Pool health: ';

function cut(text: string, length: number): string {
  return text.length <= length ? text : cutText(text, length - 1);
}

function eventsText({ sources, health }: Unnamed): string {
  const words = [
    ...(health.length < HEALTHS.length ? health : []),
    ...(sources.length < SOURCES.length ? sources : []),
  ];
  return words.length === 0 ? '' : `, ${words.join(' ')} events`;
}
