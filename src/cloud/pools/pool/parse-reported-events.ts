// Parses `notification_filter`, the events that a pool reports to its recipients. docs/pools.md, "What is migrated".
import { isPlainObject } from '../../../base/index.ts';
import type { EventSource } from '../migration.ts';
import { ALL_EVENTS, type EventMask, eventMask, HEALTHS, NO_EVENTS, SOURCES } from './event-mask.ts';
import { quoteValue } from './quote-value.ts';

/** The events that `notification_filter` admits. */
export interface ParsedEvents {
  /** A part that headgate cannot interpret restricts nothing, so that no alert is lost. */
  readonly events: EventMask;
  /** Complete sentences. */
  readonly problems: readonly string[];
}

/** The most unknown keys reported of one object. */
const MAX_UNKNOWN_KEYS = 5;

/** Parses `notification_filter`. @param filter as the API returns it */
export function parseReportedEvents(filter: unknown): ParsedEvents {
  if (isUnset(filter)) return { events: ALL_EVENTS, problems: [] };
  if (!isPlainObject(filter)) return { events: ALL_EVENTS, problems: [problem('', filter, 'an object')] };
  const unknown = unknownKeys('', filter, SOURCES);
  const parsed = SOURCES.map((source) => parseSource(source, filter[source]));
  return {
    events: parsed.reduce((mask, one) => mask | one.events, NO_EVENTS),
    problems: [...unknown, ...parsed.flatMap((one) => one.problems)],
  };
}

function parseSource(source: EventSource, filter: unknown): ParsedEvents {
  if (isUnset(filter)) return { events: eventMask([source], HEALTHS), problems: [] };
  if (!isPlainObject(filter)) {
    return { events: eventMask([source], HEALTHS), problems: [problem(`.${source}`, filter, 'an object')] };
  }
  const problems = unknownKeys(`.${source}`, filter, ['disable', 'healthy']);
  for (const key of ['disable', 'healthy']) {
    const value = filter[key];
    if (!isUnset(value) && typeof value !== 'boolean') {
      problems.push(problem(`.${source}.${key}`, value, 'true, false or null'));
    }
  }
  const { disable, healthy } = filter;
  if (disable === true) return { events: NO_EVENTS, problems };
  const health = healthy === true ? 'Healthy' : 'Unhealthy';
  return { events: eventMask([source], typeof healthy === 'boolean' ? [health] : HEALTHS), problems };
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

function unknownKeys(path: string, found: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  return Object.keys(found)
    .filter((key) => !known.includes(key) && !isUnset(found[key]))
    .sort()
    .slice(0, MAX_UNKNOWN_KEYS)
    .map((key) => `notification_filter${path} contains the key ${quoteValue(key)}, expected ${known.join(' and ')}.`);
}

function problem(path: string, found: unknown, expected: string): string {
  return `notification_filter${path} is ${quoteValue(found)}, expected ${expected}.`;
}
