// Words for events and pools that the texts about health events share.
import { printCount } from '../../../base/index.ts';
import type { EventName } from '../../../verbs/index.ts';

/** Most names of pools in one place; --format json has all of them. */
const NAMES_SHOWN = 8;
const SOURCES = ['pool', 'origin'] as const;
const HEALTHS = ['Unhealthy', 'Healthy'] as const;

/** `api-eu, api-us and 32 more` */
export function printNames(names: readonly string[]): string {
  // One more name takes no more space than "and 1 more".
  if (names.length <= NAMES_SHOWN + 1) return names.join(', ');
  return `${names.slice(0, NAMES_SHOWN).join(', ')} and ${printCount(names.length - NAMES_SHOWN)} more`;
}

/** `every event`, `every event of origin`, `Unhealthy` (of pool and origin), `Unhealthy of pool, Healthy of pool and origin`. */
export function printEventKinds(events: readonly Pick<EventName, 'source' | 'health'>[]): string {
  const kinds = new Set(events.map(({ source, health }) => `${source} ${health}`));
  if (kinds.size === SOURCES.length * HEALTHS.length) return 'every event';
  const byHealth = HEALTHS.map((health) => ({
    health,
    of: SOURCES.filter((source) => kinds.has(`${source} ${health}`)).join(' and '),
  })).filter(({ of }) => of !== '');
  const [first, second] = byHealth;
  if (first !== undefined && first.of === second?.of) return `every event of ${first.of}`;
  const isEverySource = byHealth.every(({ of }) => of === SOURCES.join(' and '));
  return byHealth.map(({ health, of }) => (isEverySource ? health : `${health} of ${of}`)).join(', ');
}
