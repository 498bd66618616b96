// Prints the edits between two filters, each with the lines that it is responsible for.
import type { Comparison, FilterChange } from '../../../analysis/compare/index.ts';
import { printCount } from '../../../base/index.ts';
import { printSentence } from '../sentence.ts';
import { BARS_FROM_WIDTH, paint, type Style, wrapWhole } from '../style.ts';
import { printTable } from '../table.ts';
import { wrapPainted } from './wrap-painted.ts';

/** Columns of the figures, with the gaps between them. */
const FIGURE_COLUMNS = 36;
/** Before an edit, and the lines below it. */
const INDENT = '    ';
/** Minimum width of an edit. Columns. */
const LEAST_COLUMNS = 24;

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;
const COLORS = { added: 'green', removed: 'red', changed: 'yellow' } as const;

/** Prints the edits. */
export function printChanges({ changes }: Comparison, style: Style): string[] {
  if (changes.length === 0)
    return wrapPainted(
      [['The filters mean the same', 'bold'], [': no condition was added, removed or changed']],
      style,
    );
  const title = changes.length === 1 ? '1 edit of the filter' : `${changes.length} edits of the filter`;
  if (style.width < BARS_FROM_WIDTH)
    return [
      paint(style, 'bold', title),
      ...changes.flatMap((change) => printStacked(change, style)),
      ...meaning(changes, style),
    ];
  const columns = Math.max(LEAST_COLUMNS, style.width - FIGURE_COLUMNS);
  const rows = changes.map((change) => [
    wrapWhole(textOf(change), columns)
      .map((line, index) => `${index === 0 ? paint(style, COLORS[change.kind], SIGNS[change.kind]) : ' '} ${line}`)
      .join('\n'),
    change.drops.lines === 0 ? '' : paint(style, 'red', printCount(change.drops.lines)),
    change.keeps.lines === 0 ? '' : paint(style, 'green', printCount(change.keeps.lines)),
  ]);
  const [head, ...body] = printTable(
    [{ title: '' }, { title: 'drops alone', align: 'right' }, { title: 'keeps alone', align: 'right' }],
    rows,
    '  ',
  );
  return [paint(style, 'bold', title), paint(style, 'dim', head!), ...body, ...meaning(changes, style)];
}

/** What the columns mean. One edit is responsible for every line. */
function meaning(changes: Comparison['changes'], style: Style): string[] {
  if (changes.length < 2 || changes.every(({ drops, keeps }) => drops.lines + keeps.lines === 0)) return [];
  return printSentence('alone: lines that get the old verdict again if only this edit is reverted', style);
}

/** An edit above its figures, where the screen is too narrow for columns. */
function printStacked(change: FilterChange, style: Style): string[] {
  const figures = [
    ...(change.drops.lines === 0 ? [] : [`drops alone ${printCount(change.drops.lines)}`]),
    ...(change.keeps.lines === 0 ? [] : [`keeps alone ${printCount(change.keeps.lines)}`]),
  ];
  return [
    ...wrapWhole(textOf(change), Math.max(LEAST_COLUMNS, style.width - INDENT.length)).map(
      (line, index) => `${index === 0 ? `  ${paint(style, COLORS[change.kind], SIGNS[change.kind])} ` : INDENT}${line}`,
    ),
    ...(figures.length === 0 ? [] : [`${INDENT}${figures.join(', ')}`]),
  ];
}

function textOf({ kind, from, to, values }: FilterChange): string {
  if (values !== null) {
    const parts = [
      ...(values.added.length === 0 ? [] : [`added ${values.added.join(' ')}`]),
      ...(values.removed.length === 0 ? [] : [`removed ${values.removed.join(' ')}`]),
    ];
    return `${to}: ${parts.join(', ')}`;
  }
  return kind === 'changed' ? `${from}  →  ${to}` : (to ?? from ?? '');
}
