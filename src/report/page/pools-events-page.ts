// The page of health events: who was notified how, with pools of the same recipients as one group, and who is notified no longer, newly or
// more often than in an earlier run.
import { lowerCaseAscii, printCount, printPlural } from '../../base/index.ts';
import type { EventNotice, EventsComparison, NoticeDifference, PlayedEvent, PoolEvents } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, noticesOf, tableSection } from './answer-page.ts';
import { code, countCell, figureColumn } from './cells.ts';
import { type Page, present, type Section } from './page.ts';
import { printEventKinds, printNames, printPools } from './pools-words.ts';

/** Most rows of differences. */
const DIFFERENCES_SHOWN = 50;

type Statement = NonNullable<Page['statements']>[number];

/** Creates the page of the events. */
export function poolEventsPage(found: PoolEvents): Page {
  const { events, deprecation, comparison } = printableAll(found);
  const byPool = Map.groupBy(events, ({ pool }) => pool.id);
  const groups = [...Map.groupBy(byPool.values(), (same) => JSON.stringify(rowsOf(same)))]
    .map(([rows, pools]) => ({ rows: JSON.parse(rows) as string[][], pools: pools.map(([first]) => first!.pool) }))
    // Larger groups first.
    .sort((a, b) => b.pools.length - a.pools.length);
  const silent = groups.filter(({ rows }) => rows.length === 0);
  const rows = groups.flatMap((group) =>
    group.rows.map((row, index) => [index === 0 ? printPools(group.pools) : '', ...row]),
  );
  const missed = missedStatements(events);
  const compared = comparison === undefined ? undefined : comparisonParts(comparison);
  return answerPage('Health events', 'neutral', sumOf(events, byPool.size), {
    statements: [...(compared?.statements ?? []), ...missed.filter(({ tone }) => tone === 'bad')],
    notices: noticesOf(deprecation === null ? [] : [deprecationText(deprecation)]),
    facts: [
      ...missed.filter(({ tone }) => tone !== 'bad').map(({ text }) => text),
      ...silent.map(({ pools }) => [code(printPools(pools, ' whose events notify no recipient'))]),
      ...(compared?.facts ?? []),
    ],
    sections: [...tableSection('Pools', ['Pools', 'Recipient', 'Events', 'How'], rows), ...(compared?.sections ?? [])],
  });
}

function deprecationText({ to, pools }: NonNullable<PoolEvents['deprecation']>): string {
  return `deprecation e-mail to ${to}: ${printPlural(pools, 'pool of the account still has', 'pools of the account still have')} recipients in notification_email`;
}

/** `548 events of 137 pools: 412 legacy e-mails, 96 policy e-mails, 12 webhooks` */
function sumOf(events: readonly PlayedEvent[], pools: number): string {
  const notices = events.flatMap((event) => event.notices);
  const count = (channel: EventNotice['channel']): number => notices.filter((one) => one.channel === channel).length;
  const sums = present(
    printPlural(count('legacy-email'), 'legacy e-mail'),
    printPlural(count('policy-email'), 'policy e-mail'),
    printPlural(count('webhook'), 'webhook'),
    count('pagerduty') !== 0 && `${printCount(count('pagerduty'))} for PagerDuty`,
  );
  return `${printPlural(events.length, 'event')} of ${printPlural(pools, 'pool')}: ${sums.join(', ')}`;
}

/** The recipients of the events of a pool, each with the events that reach it in one way. */
function rowsOf(events: readonly PlayedEvent[]): string[][] {
  const notified = events.flatMap((event) =>
    [...Map.groupBy(event.notices, whoOf)].map(([who, notices]) => {
      return { event, who, how: notices.map(howOf).join(' and ') };
    }),
  );
  return [...Map.groupBy(notified, ({ who, how }) => JSON.stringify([who, how])).values()]
    .map((same) => [same[0]!.who, printEventKinds(same.map(({ event }) => event)), same[0]!.how])
    .sort(([a], [b]) => (a === b ? 0 : a! < b! ? -1 : 1));
}

/** Addresses that differ in case alone are the same recipient. */
function whoOf(notice: EventNotice): string {
  if ('to' in notice) return lowerCaseAscii(notice.to);
  return notice.name === '' ? notice.id : notice.name;
}

function howOf(notice: EventNotice): string {
  if (notice.channel === 'legacy-email') return 'legacy e-mail';
  if (notice.channel === 'policy-email') return 'policy e-mail';
  return `${notice.channel === 'webhook' ? 'webhook' : 'PagerDuty'}${OUTCOMES[notice.outcome]}`;
}

const OUTCOMES = { delivered: '', failed: ', failed', 'not-sent': ', not sent' } as const;

/** Webhooks that did not arrive, by reason. */
function missedStatements(events: readonly PlayedEvent[]): Statement[] {
  const posts = events.flatMap(({ notices }) => notices.filter((notice) => 'outcome' in notice));
  const missed = posts.filter(({ outcome }) => outcome !== 'delivered');
  const byReason = Map.groupBy(missed, ({ channel, id, outcome, reason }) =>
    JSON.stringify([channel, id, outcome, reason]),
  );
  return [...byReason.values()].map((same): Statement => {
    const [first] = same as [(typeof same)[number]];
    const of = posts.filter(({ channel, id }) => channel === first.channel && id === first.id).length;
    const who = `${first.channel === 'webhook' ? 'The webhook' : 'PagerDuty'} ${whoOf(first)}`;
    const isFailed = first.outcome === 'failed';
    return {
      tone: isFailed ? 'bad' : 'neutral',
      text: `${who}: ${printCount(same.length)} of ${printPlural(of, 'notice')} ${isFailed ? 'failed' : 'not sent'}: ${first.reason ?? 'no reason known'}`,
    };
  });
}

function comparisonParts(comparison: EventsComparison) {
  const { isSame, events, expected, notPlayed, notCompared, stillRepeated, addedDestinations } = comparison;
  const { lost, added, repeated } = comparison;
  const often = stillRepeated.length === 0 ? 'each once' : 'none more often';
  const count = lost.length + added.length + repeated.length;
  const others = notPlayed.length + notCompared.length;
  const result = isSame
    ? [
        `the same recipients are notified of the same ${printPlural(events, 'event')}, ${often} (${printPlural(expected, 'e-mail')})`,
      ]
    : present(
        count !== 0 && printPlural(count, 'difference'),
        others !== 0 && `${printPlural(others, 'event')} in only one of the runs`,
      );
  const inOne = [
    [notPlayed, 'event of the earlier run was not played', 'events of the earlier run were not played'],
    [notCompared, 'event is not in the earlier run', 'events are not in the earlier run'],
  ] as const;
  const equal = [
    [stillRepeated.length, 'repeated as in the earlier run'],
    [addedDestinations.length, 'new for webhooks and PagerDuty'],
  ] as const;
  return {
    statements: [
      { tone: isSame ? 'good' : 'bad', text: `Compared with the earlier run: ${result.join(', ')}` },
      ...inOne
        .filter(([{ length }]) => length > 0)
        .map(([names, one, several]): Statement => {
          const pools = printNames(names.map(({ pool }) => pool));
          return { tone: 'bad', text: `${printPlural(names.length, one, several)}: ${pools}` };
        }),
    ] satisfies Statement[],
    facts: equal
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${printPlural(count, 'notice is', 'notices are')} ${what}, which is no difference`),
    sections: differenceSection(comparison),
  };
}

/** A row for each recipient of each kind of difference. */
function differenceSection({ lost, added, repeated }: EventsComparison): Section[] {
  const differences = [
    ...lost.map((one) => ({ ...one, text: 'lost', tone: 'bad' as const })),
    ...added.map((one) => ({ ...one, text: 'added', tone: 'unclear' as const })),
    ...repeated.map((one) => ({ ...one, text: `${one.now} times, ${one.before} before`, tone: 'bad' as const })),
  ];
  const groups = Map.groupBy(differences, (one) => JSON.stringify([one.text, printRecipient(one)]));
  const rows = [...groups.values()].map((same) => {
    const [{ text, tone }] = same as [(typeof same)[number]];
    return [{ text, tone }, printRecipient(same[0]!), countCell(same.length), printNames(same.map(({ pool }) => pool))];
  });
  const columns = ['Difference', 'Recipient', figureColumn('Events', ''), 'Pools'];
  return tableSection('Difference', columns, rows, DIFFERENCES_SHOWN);
}

function printRecipient({ recipient }: NoticeDifference): string {
  if ('email' in recipient) return recipient.email;
  return 'webhook' in recipient ? `webhook ${recipient.webhook}` : `PagerDuty ${recipient.pagerduty}`;
}
