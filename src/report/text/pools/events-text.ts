// Renders health events as text: who was notified how, with pools of the same recipients as one group, then what needs attention.
import { lowerCaseAscii, printCount, printPlural } from '../../../base/index.ts';
import type { EventNotice, PlayedEvent, PoolEvents } from '../../../verbs/index.ts';
import { printBlocks } from '../print-blocks.ts';
import { NOTE, PROBLEM, printRemark, WARNING } from '../remark.ts';
import { paint, printableAll, type Style, wrap } from '../style.ts';
import { printTable } from '../table.ts';
import { printComparison } from './comparison-text.ts';
import { printEventKinds, printNames } from './event-words.ts';

const INDENT = '  ';

/** A recipient with the events that reach it in one way. */
interface Row {
  readonly who: string;
  readonly events: string;
  readonly how: string;
}

/** Pools with the same rows. */
interface Group {
  readonly pools: readonly string[];
  readonly rows: readonly Row[];
}

/** Renders the events. */
export function renderPoolEventsText(found: PoolEvents, style: Style): Iterable<string> {
  const played = printableAll(found);
  const groups = groupPools(played.events);
  const notified = groups.filter(({ rows }) => rows.length > 0);
  const all = notified.flatMap(({ rows }) => rows);
  const [head, ...lines] = printTable(
    [{ title: 'recipient' }, { title: 'events' }, { title: 'how' }],
    all.map(({ who, events, how }) => [who, events, how]),
    INDENT,
  );
  let at = 0;
  const blocks = notified.map(({ pools, rows }) => {
    const start = at;
    at += rows.length;
    return [...printPools(pools, '', style), ...lines.slice(start, at)];
  });
  const silent = groups.filter(({ rows }) => rows.length === 0).flatMap(({ pools }) => pools);
  return printBlocks([
    [paint(style, 'bold', sumOf(played))],
    ...blocks.map((block, index) => (index === 0 ? [paint(style, 'dim', head!), ...block] : block)),
    silent.length === 0 ? [] : printPools(silent, ' whose events notify no recipient', style),
    remarksOf(played, style),
    played.comparison === undefined ? [] : printComparison(played.comparison, style),
  ]);
}

/** `548 events of 137 pools: 412 legacy e-mails, 96 policy e-mails, 12 webhooks` */
function sumOf({ events }: PoolEvents): string {
  const notices = events.flatMap((event) => event.notices);
  const count = (channel: EventNotice['channel']): number => notices.filter((one) => one.channel === channel).length;
  const pools = new Set(events.map(({ pool }) => pool.id)).size;
  const sums = [
    printPlural(count('legacy-email'), 'legacy e-mail'),
    printPlural(count('policy-email'), 'policy e-mail'),
    printPlural(count('webhook'), 'webhook'),
    ...(count('pagerduty') === 0 ? [] : [`${printCount(count('pagerduty'))} for PagerDuty`]),
  ];
  return `${printPlural(events.length, 'event')} of ${printPlural(pools, 'pool')}: ${sums.join(', ')}`;
}

function printPools(names: readonly string[], end: string, style: Style): string[] {
  const text = `${printPlural(names.length, 'pool')}${end}: ${printNames(names)}`;
  return wrap(text, style.width)
    .map((line, index) => (index === 0 ? line : INDENT + line))
    .map((line) => paint(style, 'cyan', line));
}

/** Groups pools by their rows; larger groups first. */
function groupPools(events: readonly PlayedEvent[]): Group[] {
  const byPool = Map.groupBy(events, ({ pool }) => pool.id);
  const pools = [...byPool.values()].map((ofPool) => ({ name: ofPool[0]!.pool.name, rows: rowsOf(ofPool) }));
  const groups = Map.groupBy(pools, ({ rows }) => JSON.stringify(rows));
  return [...groups.values()]
    .map((members) => ({ pools: members.map(({ name }) => name), rows: members[0]!.rows }))
    .sort((a, b) => b.pools.length - a.pools.length);
}

function rowsOf(events: readonly PlayedEvent[]): Row[] {
  const notified = events.flatMap((event) =>
    [...Map.groupBy(event.notices, whoOf)].map(([who, notices]) => ({
      event,
      who,
      how: notices.map(howOf).join(' and '),
    })),
  );
  return [...Map.groupBy(notified, ({ who, how }) => JSON.stringify([who, how])).values()]
    .map((same) => ({
      who: same[0]!.who,
      events: printEventKinds(same.map(({ event }) => event)),
      how: same[0]!.how,
    }))
    .sort((a, b) => (a.who === b.who ? 0 : a.who < b.who ? -1 : 1));
}

/** Addresses that differ in case alone are the same recipient. */
function whoOf(notice: EventNotice): string {
  if ('to' in notice) return lowerCaseAscii(notice.to);
  return notice.name === '' ? notice.id : notice.name;
}

function howOf(notice: EventNotice): string {
  if (notice.channel === 'legacy-email') return 'legacy e-mail';
  if (notice.channel === 'policy-email') return 'policy e-mail';
  const channel = notice.channel === 'webhook' ? 'webhook' : 'PagerDuty';
  return notice.outcome === 'delivered'
    ? channel
    : `${channel}, ${notice.outcome === 'failed' ? 'failed' : 'not sent'}`;
}

/** Webhooks that did not arrive, and the deprecation mail. */
function remarksOf({ events, deprecation }: PoolEvents, style: Style): string[] {
  const posts = events.flatMap(({ notices }) => notices.filter((notice) => 'outcome' in notice));
  const missed = posts.filter(({ outcome }) => outcome !== 'delivered');
  const byReason = Map.groupBy(missed, ({ channel, id, outcome, reason }) =>
    JSON.stringify([channel, id, outcome, reason]),
  );
  const remarks = [...byReason.values()].map((same) => {
    const [{ channel, id, outcome, reason }] = same as [(typeof same)[number]];
    const of = posts.filter((post) => post.channel === channel && post.id === id).length;
    const who = `${channel === 'webhook' ? 'the webhook' : 'PagerDuty'} ${whoOf(same[0]!)}`;
    const what = `${who}: ${printCount(same.length)} of ${printPlural(of, 'notice')} ${outcome === 'failed' ? 'failed' : 'not sent'}: ${reason ?? 'no reason known'}`;
    return printRemark(outcome === 'failed' ? PROBLEM : NOTE, what, 0, style);
  });
  const mail =
    deprecation === null
      ? []
      : printRemark(
          WARNING,
          `deprecation e-mail to ${deprecation.to}: ${printPlural(deprecation.pools, 'pool')} of the account still ${deprecation.pools === 1 ? 'has' : 'have'} recipients in notification_email`,
          0,
          style,
        );
  return [...remarks.flat(), ...mail];
}
