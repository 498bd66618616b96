// Sets of events (source × health) as four bits, so that coverage is a few operations on numbers.
import type { EventSource, Health, ReportedEvents } from '../migration.ts';

/** A set of events: bit 0 pool Unhealthy, 1 pool Healthy, 2 origin Unhealthy, 3 origin Healthy. */
export type EventMask = number;

/** In the order of plans. */
export const SOURCES: readonly EventSource[] = ['pool', 'origin'];
/** In the order of plans. */
export const HEALTHS: readonly Health[] = ['Unhealthy', 'Healthy'];

/** Every source and health. */
export const ALL_EVENTS: EventMask = 0b1111;
/** No event. */
export const NO_EVENTS: EventMask = 0;

const EVENTS = SOURCES.flatMap((source) => HEALTHS.map((health) => ({ source, health })));

/** The mask of every combination of the sources and healths. */
export function eventMask(sources: readonly EventSource[], healths: readonly Health[]): EventMask {
  return EVENTS.reduce(
    (mask, event, bit) => (sources.includes(event.source) && healths.includes(event.health) ? mask | (1 << bit) : mask),
    NO_EVENTS,
  );
}

/** The events of a mask, by source, then by health. */
export function eventsOf(mask: EventMask): readonly { readonly source: EventSource; readonly health: Health }[] {
  return EVENTS.filter((_, bit) => (mask & (1 << bit)) !== 0);
}

/** Counts the events of a mask. */
export function countEvents(mask: EventMask): number {
  return eventsOf(mask).length;
}

/** The sources of a mask and its healths. The mask holds every combination of them only if {@link isCombination}. */
export function sourcesAndHealth(mask: EventMask): {
  readonly sources: readonly EventSource[];
  readonly health: readonly Health[];
} {
  const events = eventsOf(mask);
  return {
    sources: SOURCES.filter((source) => events.some((event) => event.source === source)),
    health: HEALTHS.filter((health) => events.some((event) => event.health === health)),
  };
}

const IS_COMBINATION = Array.from({ length: ALL_EVENTS + 1 }, (_, mask) => {
  const { sources, health } = sourcesAndHealth(mask);
  return eventMask(sources, health) === mask;
});

/** Whether one policy can report exactly these events: every combination of some sources and some healths. */
export function isCombination(mask: EventMask): boolean {
  return IS_COMBINATION[mask]!;
}

/** The healths of each source. */
export function reportedEvents(mask: EventMask): ReportedEvents {
  const healthOf = (source: EventSource) =>
    eventsOf(mask)
      .filter((event) => event.source === source)
      .map((event) => event.health);
  return { pool: healthOf('pool'), origin: healthOf('origin') };
}
