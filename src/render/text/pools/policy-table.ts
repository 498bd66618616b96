// Prints the policies that a plan creates as a table: for each policy its name, its recipients and events, and the pools that it covers.
import type { PlannedPolicy } from '../../../migrate/index.ts';
import { SIGNS } from '../plan-parts.ts';
import { paint, printPlural, type Style, wrap } from '../style.ts';
import { printTable } from '../table.ts';
import { printEventKinds, printNames } from './event-words.ts';

const INDENT = '  ';
const NAMES_INDENT = '    ';
/** Minimum width of the names of pools. Columns. */
const LEAST_NAME_COLUMNS = 24;

/** Prints the table; no lines without policies. */
export function printPolicyTable(policies: readonly PlannedPolicy[], style: Style): string[] {
  if (policies.length === 0) return [];
  const recipients = policies.map(({ emails, webhooks }) => [...emails, ...webhooks.map((id) => `webhook ${id}`)]);
  const [head, ...lines] = printTable(
    [{ title: 'recipients' }, { title: 'events' }],
    policies.map((policy, index) => [recipients[index]!.join('\n'), eventsOf(policy)]),
    INDENT,
  );
  let at = 0;
  return [
    paint(style, 'dim', head!),
    ...policies.flatMap(({ name, pools }, index) => {
      const start = at;
      at += recipients[index]!.length;
      return [
        `${paint(style, SIGNS.add.color, SIGNS.add.sign)} ${paint(style, 'bold', name)}`,
        ...lines.slice(start, at),
        ...printPoolNames(pools, style),
      ];
    }),
  ];
}

function eventsOf({ sources, health }: PlannedPolicy): string {
  const kinds = sources.flatMap((source) => health.map((one) => ({ source, health: one })));
  return printEventKinds(kinds);
}

function printPoolNames(pools: PlannedPolicy['pools'], style: Style): string[] {
  const text = `${printPlural(pools.length, 'pool')}: ${printNames(pools.map(({ name }) => name))}`;
  const lines = wrap(text, Math.max(LEAST_NAME_COLUMNS, style.width - NAMES_INDENT.length));
  return lines.map((line) => `${NAMES_INDENT}${paint(style, 'dim', line)}`);
}
