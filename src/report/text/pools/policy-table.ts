// Prints the policies that a plan creates as a table: for each policy its name, its recipients and events, and the pools that it covers. If a
// line would exceed the width, the events are below the recipients.
import { columnsOf } from '../../../base/index.ts';
import type { PlannedPolicy } from '../../../cloud/pools/index.ts';
import { SIGNS } from '../plan-parts.ts';
import { paint, type Style, wrap } from '../style.ts';
import { printTable } from '../table.ts';
import { printEventKinds } from './event-words.ts';
import { printPools } from './pool-names.ts';

const INDENT = '  ';
const EVENTS_INDENT = '    ';
/** Minimum width of a wrapped text. Columns. */
const LEAST_COLUMNS = 24;

/** Prints the table; no lines without policies. */
export function printPolicyTable(policies: readonly PlannedPolicy[], style: Style): string[] {
  if (policies.length === 0) return [];
  const { head, rows } = printRecipients(policies, style);
  return [
    ...(head === undefined ? [] : [paint(style, 'dim', head)]),
    ...policies.flatMap(({ name, pools }, index) => [
      ...printName(name, style),
      ...rows[index]!,
      ...printPools(pools, style),
    ]),
  ];
}

/** Prints the recipients and events of each policy. @returns `head` the titles of the columns, if there are columns */
function printRecipients(policies: readonly PlannedPolicy[], style: Style): { head?: string; rows: string[][] } {
  const recipients = policies.map(({ emails, webhooks }) => [...emails, ...webhooks.map((id) => `webhook ${id}`)]);
  const [head, ...lines] = printTable(
    [{ title: 'recipients' }, { title: 'events' }],
    policies.map((policy, index) => [recipients[index]!.join('\n'), eventsOf(policy)]),
    INDENT,
  );
  if (lines.some((line) => columnsOf(line) > style.width)) {
    return {
      rows: policies.map((policy, index) => [
        ...recipients[index]!.map((recipient) => `${INDENT}${recipient}`),
        ...wrapBelow(eventsOf(policy), EVENTS_INDENT, style),
      ]),
    };
  }
  let at = 0;
  const rows = recipients.map(({ length }) => {
    at += length;
    return lines.slice(at - length, at);
  });
  return { head: head!, rows };
}

function printName(name: string, style: Style): string[] {
  return wrapBelow(name, INDENT, style).map((line, index) => {
    const text = paint(style, 'bold', line.slice(INDENT.length));
    return `${index === 0 ? paint(style, SIGNS.add.color, SIGNS.add.sign) : ' '} ${text}`;
  });
}

function eventsOf({ sources, health }: PlannedPolicy): string {
  const kinds = sources.flatMap((source) => health.map((one) => ({ source, health: one })));
  return printEventKinds(kinds);
}

function wrapBelow(text: string, indent: string, style: Style): string[] {
  return wrap(text, Math.max(LEAST_COLUMNS, style.width - indent.length)).map((line) => `${indent}${line}`);
}
