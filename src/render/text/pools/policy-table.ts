// Prints the policies that a plan creates as a table: for each policy its name, and below it recipients, events and pools.
import type { PlannedPolicy, PoolName } from '../../../migrate/index.ts';
import { SIGNS } from '../plan-parts.ts';
import { paint, printCount, type Style, wrap } from '../style.ts';
import { printTable } from '../table.ts';
import { EVERY_KIND, printEventKinds, printNames } from './event-words.ts';

const INDENT = '  ';
/** Minimum width of the names of pools. Columns. */
const LEAST_NAME_COLUMNS = 24;

/** Prints the table; no lines without policies. */
export function printPolicyTable(policies: readonly PlannedPolicy[], style: Style): string[] {
  if (policies.length === 0) return [];
  const cells = policies.map((policy) => ({ policy, ...cellsOf(policy) }));
  const titles = [{ title: 'recipients' }, { title: 'events' }, { title: 'pools', align: 'right' as const }];
  const [titleLine] = printTable(
    titles,
    cells.map(({ recipients, events, count }) => [recipients.join('\n'), events, count]),
    INDENT,
  );
  const free = Math.max(LEAST_NAME_COLUMNS, style.width - `${titleLine}  `.length);
  const rows = cells.map(({ recipients, events, count, policy }) => {
    const names = wrap(namesOf(policy.pools), free);
    const text = [recipients.join('\n'), events, count, names.join('\n')];
    return { text, height: Math.max(recipients.length, names.length) };
  });
  const [head, ...lines] = printTable(
    [...titles, { title: '' }],
    rows.map(({ text }) => text),
    INDENT,
  );
  let at = 0;
  return [
    paint(style, 'dim', head!),
    ...rows.flatMap(({ height }, index) => {
      const start = at;
      at += height;
      const name = paint(style, 'bold', policies[index]!.name);
      return [`${paint(style, SIGNS.add.color, SIGNS.add.sign)} ${name}`, ...lines.slice(start, at)];
    }),
  ];
}

function cellsOf({ emails, webhooks, sources, health, pools }: PlannedPolicy) {
  const kinds = sources.flatMap((source) => health.map((one) => ({ source, health: one })));
  return {
    recipients: [...emails, ...webhooks.map((id) => `webhook ${id}`)],
    events: printEventKinds(kinds, EVERY_KIND),
    count: printCount(pools.length),
  };
}

function namesOf(pools: readonly PoolName[]): string {
  return printNames(pools.map(({ name }) => name));
}
