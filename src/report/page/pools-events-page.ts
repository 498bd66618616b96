// The page of health events: who was notified how, with pools of the same recipients as one group, and who is notified no longer, newly or
// more often than in an earlier run.
import { lowerCaseAscii, printCount, printPlural } from '../../base/index.ts';
import type { EventNotice, EventsComparison, NoticeDifference, PlayedEvent, PoolEvents } from '../../verbs/index.ts';
import { printableAll } from '../text/style.ts';
import { answerPage, tableSection } from './answer-page.ts';
import { code, countCell, figureColumn } from './cells.ts';
import type { Cell, Page, Section, Tone } from './page.ts';
import { printEventKinds, printNames, printPools } from './pools-words.ts';

/** Most rows of differences. */
const DIFFERENCES_SHOWN = 50;

type Pool = PlayedEvent['pool'];
type Statement = NonNullable<Page['statements']>[number];

/** Creates the page of the events. */
export function poolEventsPage(found: PoolEvents): Page {
  const { events, deprecation, comparison } = printableAll(found);
  const byPool = Map.groupBy(events, ({ pool }) => pool.id);
  const pools = [...byPool.values()].map((same) => ({ pool: same[0]!.pool, rows: rowsOf(same) }));
  // Larger groups first.
  const groups = [...Map.groupBy(pools, ({ rows }) => JSON.stringify(rows)).values()]
    .map((members) => ({ pools: members.map(({ pool }) => pool), rows: members[0]!.rows }))
    .sort((a, b) => b.pools.length - a.pools.length);
  const silent = groups.find(({ rows }) => rows.length === 0)?.pools ?? [];
  const rows = groups.flatMap((group) =>
    group.rows.map((row, index) => [index === 0 ? printPools(group.pools) : '', ...row]),
  );
  const has = deprecation?.pools === 1 ? 'has' : 'have';
  const missed = missedStatements(events);
  return answerPage('Health events', 'neutral', sumOf(events, byPool.size), {
    statements: [
      ...(comparison === undefined ? [] : comparisonStatements(comparison)),
      ...missed.filter(({ tone }) => tone === 'bad'),
    ],
    notices:
      deprecation === null
        ? []
        : [
            {
              tone: 'unclear',
              text: `deprecation e-mail to ${deprecation.to}: ${printPlural(deprecation.pools, 'pool')} of the account still ${has} recipients in notification_email`,
            },
          ],
    facts: [
      ...missed.filter(({ tone }) => tone !== 'bad').map(({ text }) => text),
      ...(silent.length === 0 ? [] : [[code(printPools(silent, ' whose events notify no recipient'))]]),
      ...(comparison === undefined ? [] : comparisonFacts(comparison)),
    ],
    sections: [
      ...tableSection('Pools', ['Pools', 'Recipient', 'Events', 'How'], rows),
      ...(comparison === undefined ? [] : differenceSection(comparison)),
    ],
  });
}

/** `548 events of 137 pools: 412 legacy e-mails, 96 policy e-mails, 12 webhooks` */
function sumOf(events: readonly PlayedEvent[], pools: number): string {
  const notices = events.flatMap((event) => event.notices);
  const count = (channel: EventNotice['channel']): number => notices.filter((one) => one.channel === channel).length;
  const sums = [
    printPlural(count('legacy-email'), 'legacy e-mail'),
    printPlural(count('policy-email'), 'policy e-mail'),
    printPlural(count('webhook'), 'webhook'),
    ...(count('pagerduty') === 0 ? [] : [`${printCount(count('pagerduty'))} for PagerDuty`]),
  ];
  return `${printPlural(events.length, 'event')} of ${printPlural(pools, 'pool')}: ${sums.join(', ')}`;
}

/** The recipients of the events of a pool, each with the events that reach it in one way. */
function rowsOf(events: readonly PlayedEvent[]): string[][] {
  const notified = events.flatMap((event) =>
    [...Map.groupBy(event.notices, whoOf)].map(([who, notices]) => ({
      event,
      key: JSON.stringify([who, notices.map(howOf).join(' and ')]),
    })),
  );
  return [...Map.groupBy(notified, ({ key }) => key)]
    .map(([key, same]) => {
      const [who, how] = JSON.parse(key) as [string, string];
      return [who, printEventKinds(same.map(({ event }) => event)), how];
    })
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
  const channel = notice.channel === 'webhook' ? 'webhook' : 'PagerDuty';
  return notice.outcome === 'delivered' ? channel : `${channel}, ${MISSES[notice.outcome]}`;
}

const MISSES = { failed: 'failed', 'not-sent': 'not sent' } as const;

/** Webhooks that did not arrive, by reason. */
function missedStatements(events: readonly PlayedEvent[]): Statement[] {
  const posts = events.flatMap(({ notices }) => notices.filter((notice) => 'outcome' in notice));
  const missed = posts.filter(({ outcome }) => outcome !== 'delivered');
  const byReason = Map.groupBy(missed, ({ channel, id, outcome, reason }) =>
    JSON.stringify([channel, id, outcome, reason]),
  );
  return [...byReason.values()].map((same) => {
    const [{ channel, id, outcome, reason }] = same as [(typeof same)[number]];
    const of = posts.filter((post) => post.channel === channel && post.id === id).length;
    const who = `${channel === 'webhook' ? 'The webhook' : 'PagerDuty'} ${whoOf(same[0]!)}`;
    const what = outcome === 'failed' ? 'failed' : 'not sent';
    return {
      tone: outcome === 'failed' ? 'bad' : 'neutral',
      text: `${who}: ${printCount(same.length)} of ${printPlural(of, 'notice')} ${what}: ${reason ?? 'no reason known'}`,
    };
  });
}

function comparisonStatements({ isSame, events, expected, ...found }: EventsComparison): Statement[] {
  const label = 'Compared with the earlier run:';
  if (isSame) {
    const often = found.stillRepeated.length === 0 ? 'each once' : 'none more often';
    const same = `the same people hear about the same ${printPlural(events, 'event')}, ${often} (${printPlural(expected, 'e-mail')})`;
    return [{ tone: 'good', text: `${label} ${same}` }];
  }
  const count = found.lost.length + found.added.length + found.repeated.length;
  const unpaired = [
    ['of the earlier run were not played', found.notPlayed],
    ['are not in the earlier run', found.notCompared],
  ] as const;
  const others = found.notPlayed.length + found.notCompared.length;
  const parts = [
    ...(count === 0 ? [] : [printPlural(count, 'difference')]),
    ...(others === 0 ? [] : [`${printPlural(others, 'event')} in only one of the runs`]),
  ];
  return [
    { tone: 'bad', text: `${label} ${parts.join(', ')}` },
    ...unpaired
      .filter(([, names]) => names.length > 0)
      .map(([what, names]): Statement => {
        const pools = printNames(names.map(({ pool }) => pool));
        return { tone: 'bad', text: `${printPlural(names.length, 'event')} ${what}: ${pools}` };
      }),
  ];
}

/** Notices that are no difference. */
function comparisonFacts({ stillRepeated, addedDestinations }: EventsComparison): string[] {
  const notices = [
    [stillRepeated.length, 'repeated as in the earlier run'],
    [addedDestinations.length, 'new for webhooks and PagerDuty'],
  ] as const;
  return notices
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${printPlural(count, 'notice is', 'notices are')} ${what}, which is no difference`);
}

/** A row for each recipient of each kind of difference. */
function differenceSection({ lost, added, repeated }: EventsComparison): Section[] {
  const kinds: [readonly NoticeDifference[], Tone, (difference: NoticeDifference) => string][] = [
    [lost, 'bad', () => 'lost'],
    [added, 'unclear', () => 'added'],
    [repeated, 'bad', ({ now, before }) => `${now} times, ${before} before`],
  ];
  const rows = kinds.flatMap(([differences, tone, textOf]) =>
    [...Map.groupBy(differences, (one) => JSON.stringify([printRecipient(one), textOf(one)])).values()].map(
      (same): (string | Cell)[] => {
        const pools: Pool[] = same.map(({ pool }) => pool);
        return [{ text: textOf(same[0]!), tone }, printRecipient(same[0]!), countCell(same.length), printNames(pools)];
      },
    ),
  );
  const columns = ['Difference', 'Recipient', figureColumn('Events', ''), 'Pools'];
  return tableSection('Difference', columns, rows, DIFFERENCES_SHOWN);
}

function printRecipient({ recipient }: NoticeDifference): string {
  if ('email' in recipient) return recipient.email;
  return 'webhook' in recipient ? `webhook ${recipient.webhook}` : `PagerDuty ${recipient.pagerduty}`;
}
