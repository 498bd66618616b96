// Compares who hears about the same events in two runs, whatever the channel and the case of addresses. Counts notices: a recipient who
// hears twice about one event is a difference, too, unless that was so before.
import { lowerCaseAscii } from '../../base/index.ts';
import type {
  EventName,
  EventNotice,
  EventsComparison,
  NoticeDifference,
  NoticeRecipient,
  PlayedEvent,
  PoolEvents,
} from './pool-events.ts';

/** The notices of one event by recipient. */
type Counts = ReadonlyMap<string, { readonly recipient: NoticeRecipient; readonly count: number }>;

/** Compares two runs over the same account. */
export function compareEvents(before: Pick<PoolEvents, 'events'>, now: Pick<PoolEvents, 'events'>): EventsComparison {
  const earlier = new Map(before.events.map((event) => [keyOf(event), event]));
  const played = new Set(now.events.map(keyOf));
  const both = now.events.filter((event) => earlier.has(keyOf(event)));
  const pairs = both.map((event) => ({ event, counts: countsOf(event), old: countsOf(earlier.get(keyOf(event))!) }));
  const differences = pairs.flatMap(({ event, counts, old }) => differencesOf(event, old, counts));
  const isDestination = ({ recipient }: NoticeDifference): boolean => !('email' in recipient);
  const added = differences.filter((one) => one.before === 0);
  const repeated = differences.filter((one) => one.now > 1);
  const comparison = {
    events: both.length,
    expected: pairs.reduce((sum, { old }) => sum + [...old.values()].filter(isAddress).length, 0),
    lost: differences.filter((one) => one.now === 0),
    added: added.filter((one) => !isDestination(one)),
    repeated: repeated.filter((one) => one.now > one.before),
    stillRepeated: repeated.filter((one) => one.now <= one.before),
    addedDestinations: added.filter(isDestination),
    notPlayed: before.events.filter((event) => !played.has(keyOf(event))).map(nameOf),
    notCompared: now.events.filter((event) => !earlier.has(keyOf(event))).map(nameOf),
  };
  const { lost, added: people, repeated: moreOften, notPlayed, notCompared } = comparison;
  return {
    ...comparison,
    isSame: [lost, people, moreOften, notPlayed, notCompared].every(({ length }) => length === 0),
  };
}

/** Recipients who hear another number of times than once, or other than before. */
function differencesOf(event: PlayedEvent, old: Counts, counts: Counts): NoticeDifference[] {
  const keys = [...new Set([...old.keys(), ...counts.keys()])].sort();
  return keys.flatMap((key) => {
    const { recipient } = (counts.get(key) ?? old.get(key))!;
    const [before, now] = [old.get(key)?.count ?? 0, counts.get(key)?.count ?? 0];
    return (before === 0) === (now === 0) && now <= 1 ? [] : [{ ...nameOf(event), recipient, before, now }];
  });
}

/** A POST that failed does not count; one that the sandbox does not send counts, because the platform sends it. */
function countsOf({ notices }: PlayedEvent): Counts {
  const counts = new Map<string, { recipient: NoticeRecipient; count: number }>();
  for (const notice of notices) {
    if ('outcome' in notice && notice.outcome === 'failed') continue;
    const recipient = recipientOf(notice);
    const key = JSON.stringify(recipient);
    counts.set(key, { recipient, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

function recipientOf(notice: EventNotice): NoticeRecipient {
  if ('to' in notice) return { email: lowerCaseAscii(notice.to) };
  return notice.channel === 'webhook' ? { webhook: notice.id } : { pagerduty: notice.id };
}

function isAddress({ recipient }: { recipient: NoticeRecipient }): boolean {
  return 'email' in recipient;
}

/** A pool keeps its id when its name changes. */
function keyOf({ pool, source, health }: EventName): string {
  return JSON.stringify([pool.id, source, health]);
}

function nameOf({ pool, source, health }: EventName): EventName {
  return { pool, source, health };
}
