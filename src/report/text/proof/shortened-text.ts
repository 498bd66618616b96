// Prints a shortened filter: the saving, the filter, the steps, and what it is equal for.
import { printCount, printPlural } from '../../../base/index.ts';
import type { FilterShortening } from '../../../verbs/index.ts';
import { NOTE, printRemark, WARNING } from '../remark.ts';
import { paint, printable, type Style } from '../style.ts';
import { witnessJson } from './witness-json.ts';

/** Instead of a filter. */
export const KEEPS_EVERY_LINE = 'no filter: it keeps every line';
/** Maximum steps shown; `--format json` has all. */
const STEPS_SHOWN = 12;

/** Prints a shortened filter. */
export function printShortened(shortened: FilterShortening, style: Style): string[] {
  const { filter, steps } = shortened;
  const remarks = shorteningRemarks(shortened).flatMap(([label, text]) =>
    printRemark(label, printable(text), 4, style),
  );
  if (!isShorter(shortened)) {
    return [`  ${paint(style, 'dim', 'no smaller filter was found')}`, ...remarks];
  }
  return [
    `  ${paint(style, 'green', 'shortened')}: ${savingText(shortened)}`,
    ...(filter === null
      ? [`    ${KEEPS_EVERY_LINE}`]
      : [`    expression  ${printable(filter.expression)}`, `    JSON        ${printable(filter.json)}`]),
    ...steps
      .slice(0, STEPS_SHOWN)
      .map(({ kind, text }) => `    ${paint(style, 'dim', `[${kind}]`)} ${printable(text)}`),
    ...(steps.length > STEPS_SHOWN ? [`    … and ${printPlural(steps.length - STEPS_SHOWN, 'more step')}`] : []),
    ...remarks,
  ];
}

/** Whether a smaller filter was found. */
export function isShorter({ steps, operators, bytes }: FilterShortening): boolean {
  return steps.length > 0 || operators.before !== operators.after || bytes.before !== bytes.after;
}

/** The saving: `5 → 3 operators, 279 → 178 bytes`. */
export function savingText({ operators, bytes }: FilterShortening): string {
  return `${printCount(operators.before)} → ${printPlural(operators.after, 'operator')}, ${printCount(bytes.before)} → ${printPlural(bytes.after, 'byte')}`;
}

/** What the filters are equal for, and what is wrong with them: each a label and a sentence. */
export function shorteningRemarks({ domain, difference, keepsNone, isStopped, meetsLimits, steps }: FilterShortening) {
  const example =
    difference && `${witnessJson(difference.record)} is ${difference.from} before and ${difference.to} after`;
  const ofComplete = ['proven equal for complete records, on which the platform evaluates filters', example];
  const equality =
    domain === 'complete'
      ? ofComplete.filter(Boolean).join('; a record that lacks fields may differ: ')
      : 'proven equal for every record';
  return [
    ...(steps.length === 0 ? [] : [[NOTE, equality] as const]),
    ...(keepsNone
      ? [[WARNING, 'the filter keeps no complete record: its conditions contradict each other'] as const]
      : []),
    ...(isStopped ? [[WARNING, 'the search stopped at its bound: a smaller filter may exist'] as const] : []),
    ...(meetsLimits ? [] : [[WARNING, 'the filter still exceeds the limits of the platform'] as const]),
  ];
}
