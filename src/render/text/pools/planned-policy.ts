// Prints policies that a plan creates: name, recipients, events, and the pools that they cover.
import type { PlannedPolicy } from '../../../migrate/index.ts';
import { SIGNS } from '../plan-parts.ts';
import { paint, type Style, wrap } from '../style.ts';
import { EVERY_KIND, printEventKinds } from './event-words.ts';
import { printPools } from './pool-names.ts';

/** Columns before the lines below a name. */
export const INDENT = 4;
/** Width of the labels: the longest is `webhooks`. */
const LABEL_COLUMNS = 10;
/** Minimum width of a wrapped value. Columns. */
const LEAST_COLUMNS = 20;

/** Prints a policy. */
export function printPlannedPolicy(policy: PlannedPolicy, style: Style): string[] {
  const { name, emails, webhooks, sources, health, pools } = policy;
  const kinds = sources.flatMap((source) => health.map((one) => ({ source, health: one })));
  return [
    `${paint(style, SIGNS.add.color, SIGNS.add.sign)} ${paint(style, 'bold', name)}`,
    ...(emails.length === 0 ? [] : printDetail('to', emails.join(', '), style)),
    ...(webhooks.length === 0 ? [] : printDetail('webhooks', webhooks.join(', '), style)),
    ...printDetail('events', printEventKinds(kinds, EVERY_KIND), style),
    ...printDetail('pools', printPools(pools), style),
  ];
}

/** Prints a label, and a text that is wrapped beside it. */
export function printDetail(label: string, text: string, style: Style): string[] {
  const free = Math.max(LEAST_COLUMNS, style.width - INDENT - LABEL_COLUMNS);
  return wrap(text, free).map((line, index) => {
    const shown = index === 0 ? label : '';
    return `${' '.repeat(INDENT)}${paint(style, 'dim', shown)}${' '.repeat(LABEL_COLUMNS - shown.length)}${line}`;
  });
}
