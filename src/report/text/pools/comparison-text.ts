// Renders the comparison of health events with an earlier run: who is notified no longer, newly, or more often.
import { printCount, printPlural } from '../../../base/index.ts';
import type { EventName, EventsComparison, NoticeDifference, NoticeRecipient } from '../../../verbs/index.ts';
import { NOTE, PROBLEM, printRemark } from '../remark.ts';
import { paint, type Style } from '../style.ts';
import { printTable } from '../table.ts';
import { printNames } from './event-words.ts';

/** Most rows of differences; --format json has all of them. */
const ROWS_SHOWN = 50;

/** Prints the result, then a row for each recipient of each kind of difference. */
export function printComparison(comparison: EventsComparison, style: Style): string[] {
  const { lost, added, repeated, stillRepeated, addedDestinations, notPlayed, notCompared } = comparison;
  const rows = [
    ...rowsOf(lost, () => paint(style, 'red', 'lost')),
    ...rowsOf(added, () => paint(style, 'yellow', 'added')),
    ...rowsOf(repeated, ({ now, before }) => paint(style, 'red', `${now} times, ${before} before`)),
  ];
  const table = printTable(
    [{ title: 'difference' }, { title: 'recipient' }, { title: 'events', align: 'right' }, { title: 'pools' }],
    rows.slice(0, ROWS_SHOWN),
    '  ',
  );
  const rest = rows.length - ROWS_SHOWN;
  return [
    headOf(comparison, style),
    ...(rows.length === 0 ? [] : [paint(style, 'dim', table[0]!), ...table.slice(1)]),
    ...(rest > 0 ? [`  and ${printCount(rest)} more; use --format json for all of them`] : []),
    ...remarkOf(notPlayed, 'of the earlier run were not played', style),
    ...remarkOf(notCompared, 'are not in the earlier run', style),
    ...noteOf(stillRepeated.length, 'repeated as in the earlier run', style),
    ...noteOf(addedDestinations.length, 'new for webhooks and PagerDuty', style),
  ];
}

function headOf({ isSame, events, expected, ...found }: EventsComparison, style: Style): string {
  const label = paint(style, 'bold', 'Compared with the earlier run:');
  if (isSame) {
    const same = `the same people hear about the same ${printPlural(events, 'event')}, ${found.stillRepeated.length === 0 ? 'each once' : 'none more often'} (${printPlural(expected, 'e-mail')})`;
    return `${label} ${paint(style, 'green', same)}`;
  }
  const count = found.lost.length + found.added.length + found.repeated.length;
  const others = found.notPlayed.length + found.notCompared.length;
  const parts = [
    ...(count === 0 ? [] : [printPlural(count, 'difference')]),
    ...(others === 0 ? [] : [`${printPlural(others, 'event')} in only one of the runs`]),
  ];
  return `${label} ${paint(style, ['bold', 'red'], parts.join(', '))}`;
}

function rowsOf(
  differences: readonly NoticeDifference[],
  kindOf: (difference: NoticeDifference) => string,
): string[][] {
  const groups = Map.groupBy(differences, (one) => JSON.stringify([printRecipient(one.recipient), kindOf(one)]));
  return [...groups.values()].map((same) => {
    const pools = [...new Set(same.map(({ pool }) => pool.name))];
    return [kindOf(same[0]!), printRecipient(same[0]!.recipient), printCount(same.length), printNames(pools)];
  });
}

function printRecipient(recipient: NoticeRecipient): string {
  if ('email' in recipient) return recipient.email;
  return 'webhook' in recipient ? `webhook ${recipient.webhook}` : `PagerDuty ${recipient.pagerduty}`;
}

/** @param what of the notices, which makes no difference */
function noteOf(notices: number, what: string, style: Style): string[] {
  if (notices === 0) return [];
  return printRemark(
    NOTE,
    `${printPlural(notices, 'notice is', 'notices are')} ${what}, which is no difference`,
    0,
    style,
  );
}

function remarkOf(events: readonly EventName[], what: string, style: Style): string[] {
  if (events.length === 0) return [];
  const pools = [...new Set(events.map(({ pool }) => pool.name))];
  return printRemark(PROBLEM, `${printPlural(events.length, 'event')} ${what}: ${printNames(pools)}`, 0, style);
}
