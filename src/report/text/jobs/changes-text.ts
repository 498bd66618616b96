// Prints the changes of one job: filters as trees, lists of names, values. The signs are those of a difference: + added, - removed,
// ~ changed.
import type { FilterNodeChange, JobChange } from '../../../cloud/plan/index.ts';
import { SIGNS } from '../plan-parts.ts';
import { paint, type Style, wrapWhole } from '../style.ts';

type Kind = keyof typeof SIGNS;

/** Columns of a sign and the blank after it, and of one level of a tree. */
const STEP = 2;
/** Minimum width of a wrapped value. Columns. */
const LEAST_COLUMNS = 20;
const EVERY_LINE = 'none: every line';

/** Prints changes. @param indent columns before each line @param isNew all of it is added: there is no job yet */
export function printChanges(changes: readonly JobChange[], indent: number, style: Style, isNew = false): string[] {
  const kind = isNew ? 'add' : 'change';
  return changes.flatMap((change) => {
    switch (change.kind) {
      case 'filter':
        return [
          ...printSigned(kind, 'filter', indent, style),
          ...(change.tree === undefined
            ? [
                ...(isNew ? [] : printSigned('remove', change.from ?? EVERY_LINE, indent + STEP, style)),
                ...printSigned('add', change.to ?? EVERY_LINE, indent + STEP, style),
              ]
            : printNode(change.tree, indent + STEP, style)),
        ];
      case 'list':
        return [
          ...printSigned(kind, `${change.path}${change.isReordered ? ' (in another order)' : ''}`, indent, style),
          ...change.added.flatMap((name) => printSigned('add', name, indent + STEP, style)),
          ...change.removed.flatMap((name) => printSigned('remove', name, indent + STEP, style)),
        ];
      default:
        return printSigned(change.kind, `${change.path}  ${printValues(change.from, change.to)}`, indent, style);
    }
  });
}

function printValues(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return to ?? '';
  return to === undefined ? from : `${from} → ${to}`;
}

function printNode({ kind, text, from, children = [] }: FilterNodeChange, indent: number, style: Style): string[] {
  const own =
    from === undefined
      ? printSigned(kind, text, indent, style)
      : [...printSigned('remove', from, indent, style), ...printSigned('add', text, indent, style)];
  return [...own, ...children.flatMap((child) => printNode(child, indent + STEP, style))];
}

/** Wraps a long text below itself. */
function printSigned(kind: Kind, text: string, indent: number, style: Style): string[] {
  const lines = wrapWhole(text, Math.max(LEAST_COLUMNS, style.width - indent - STEP));
  return lines.map((line, index) => {
    const { color } = SIGNS[kind];
    const sign = index === 0 ? SIGNS[kind].sign : ' ';
    return `${' '.repeat(indent)}${paint(style, color, `${sign} ${line}`)}`.trimEnd();
  });
}
