// Prints the effect of a new filter on stored lines: verdicts now and after the change, lines newly kept and newly dropped, guards.
import type { FilterTotals } from '../../../analysis/aggregates/index.ts';
import type { PushedLines } from '../../../analysis/cost/index.ts';
import { printBytes, printPlural } from '../../../base/index.ts';
import type { FilterEffect } from '../../../verbs/index.ts';
import { printPushedRange, pushesOtherLines, pushesOthers } from '../../page/pushed-words.ts';
import { unwrappedRemark } from '../../page/unwrapped-lines.ts';
import { printCostDifference, printCostRemarks } from '../compare/cost-difference-text.ts';
import { printGuards } from '../guards-text.ts';
import { type LineFields, printSamples } from '../samples/print-samples.ts';
import { paint, printShare, type Style } from '../style.ts';
import { printTable } from '../table.ts';

type Verdict = keyof FilterTotals;
const VERDICTS: readonly Verdict[] = ['kept', 'dropped', 'undecided'];

/** Prints an effect. @param fields of the examples @param indent columns before each line */
export function printEffect(effect: FilterEffect, fields: LineFields, indent: number, style: Style): string[] {
  const { source, lines, newlyKept, newlyDropped, undecided, missingFields } = effect;
  const lead = ' '.repeat(indent);
  const unwrapped = unwrappedRemark(lines).map((remark) => `, ${remark}`);
  const head = `${printPlural(lines.read, 'line')}${unwrapped.join('')}, ${printBytes(lines.bytes)}, from ${printPlural(source.objects, 'object')}`;
  return [
    `${lead}${paint(style, 'bold', 'effect')} on ${head}`,
    ...(lostOf(effect) === 0
      ? []
      : [
          `${lead}  ${paint(style, 'yellow', 'warning')}: ${printPlural(lostOf(effect), 'object')} could not be read completely: the figures lack their lines`,
        ]),
    ...printTotals(effect, `${lead}  `),
    ...printInterval(effect, `${lead}  `),
    ...printShown('newly kept', newlyKept, 'green', fields, lead, style),
    ...printShown('newly dropped', newlyDropped, 'red', fields, lead, style),
    ...(undecided.lines === 0
      ? []
      : [`${lead}  undecided: ${printPlural(undecided.lines, 'line')}, by the old or the new filter`]),
    ...missingFields.map(
      ({ name, lines: lacking }) =>
        `${lead}  ${printPlural(lacking, 'line')} without ${name}, which the new filter tests`,
    ),
    ...printCost(effect, { ...style, width: style.width - indent }).map((line) => `${lead}${line}`),
    ...printGuards(effect.guards, () => fields, { ...style, width: style.width - indent }).map(
      (line) => `${lead}${line}`,
    ),
  ];
}

/** Prints what the job costs in a month, before and after; nothing without a price. */
function printCost({ job, cost, costDifference, undecided }: FilterEffect, style: Style): string[] {
  if (cost === undefined || costDifference === undefined) return [];
  const compared = { to: job, cost: costDifference, undecided };
  return [...printCostDifference(compared, { cost }, style), ...printCostRemarks({ cost, partial: false }, style)];
}

/** Objects of the source that could not be read, or not to their end. */
export function lostOf({ source: { damaged, unreadable } }: FilterEffect): number {
  return damaged + unreadable;
}

function printTotals({ from, to, pushed, lines }: FilterEffect, indent: string): string[] {
  const cells = (totals: FilterTotals, verdict: Verdict): string[] => [
    printPlural(totals[verdict].lines, 'line'),
    printShare(totals[verdict].lines, lines.read),
    printBytes(totals[verdict].bytes),
  ];
  const before = from === null ? [] : [pushedCells(from, pushed.from!, lines.read)];
  const pushes = [...before, pushedCells(to, pushed.to, lines.read)];
  const isShown = (verdict: Verdict): boolean =>
    verdict !== 'undecided' || to.undecided.lines + (from?.undecided.lines ?? 0) > 0;
  const rows = VERDICTS.filter(isShown).map((verdict) => [
    verdict,
    ...(from === null ? [] : cells(from, verdict)),
    ...cells(to, verdict),
  ]);
  if (pushes.some(({ differs }) => differs)) rows.push(['pushed', ...pushes.flatMap(({ cells }) => cells)]);
  const right = (title: string) => ({ title, align: 'right' }) as const;
  const columns = (title: string) => [right(title), right(''), right('')];
  return printTable([{ title: '' }, ...(from === null ? [] : columns('now')), ...columns('after')], rows, indent);
}

/** How exact the pushed lines after the change are; nothing if they were counted. */
function printInterval({ to: { kept }, pushed }: FilterEffect, indent: string): string[] {
  const range = printPushedRange({ kept, pushed: pushed.to });
  return range === '' ? [] : [`${indent}pushed after the change is estimated, ${range}`];
}

/** A sampled figure is an estimate. */
function pushedCells({ kept }: FilterTotals, pushed: PushedLines, read: number): { differs: boolean; cells: string[] } {
  const { lines, bytes } = pushed;
  const about = lines.low === lines.high ? '' : 'about ';
  return {
    // A remark below states that bytes are those of the source.
    differs: bytes === null ? pushesOtherLines({ kept, pushed }) : pushesOthers({ kept, pushed }),
    cells: [
      `${about}${printPlural(Math.round(lines.value), 'line')}`,
      printShare(Math.round(lines.value), read),
      bytes === null ? 'not measured' : printBytes(bytes.value),
    ],
  };
}

function printShown(
  title: string,
  shown: FilterEffect['newlyKept'],
  color: 'green' | 'red',
  fields: LineFields,
  lead: string,
  style: Style,
): string[] {
  if (shown === null) return [];
  const { lines, bytes, samples } = shown;
  const amount = lines === 0 ? 'no lines' : `${printPlural(lines, 'line')}, ${printBytes(bytes)}`;
  const text = `${title}: ${amount}`;
  const isAll = samples.length >= lines;
  return [
    `${lead}  ${lines === 0 ? text : paint(style, color, text)}${lines === 0 || samples.length === 0 ? '' : isAll ? ':' : ', for example:'}`,
    ...printSamples(samples, fields, `${lead}    `, style),
  ];
}
