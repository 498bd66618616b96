// Ways to split a set of events into combinations of sources and healths, which is what one policy can report.
import { type EventMask, eventMask, HEALTHS, isCombination, NO_EVENTS, SOURCES } from '../pool/event-mask.ts';

/** Splits a set of events into combinations that do not overlap. */
export type EventSplit = (events: EventMask) => readonly EventMask[];

const BY_SOURCE = SOURCES.map((source) => eventMask([source], HEALTHS));
const BY_HEALTH = HEALTHS.map((health) => eventMask(SOURCES, [health]));
const SINGLE = SOURCES.flatMap((source) => HEALTHS.map((health) => eventMask([source], [health])));

const split =
  (parts: readonly EventMask[]): EventSplit =>
  (events) =>
    parts.map((part) => part & events).filter((part) => part !== NO_EVENTS);
const splitOthers =
  (parts: readonly EventMask[]): EventSplit =>
  (events) =>
    isCombination(events) ? [events] : split(parts)(events);

/** In the order in which a plan prefers them: whole combinations first, since they make the fewest policies of pools with the same filter. */
export const EVENT_SPLITS: readonly EventSplit[] = [
  splitOthers(BY_SOURCE),
  splitOthers(BY_HEALTH),
  split(BY_SOURCE),
  split(BY_HEALTH),
  split(SINGLE),
];
