// Prints the evaluation of a filter on one line as a tree: the truth of each condition, and the value found. Text of a fixed width, without colors.
import { columnsOf, printable, printJson, typeName } from '../../base/index.ts';
import type { ConditionExplanation, Explanation } from '../../language/filter/index.ts';
import { shorten, wrapWhole } from '../columns.ts';
import { HINT_TEXTS } from './hint-texts.ts';
import { informativeFigures, type SoleFigure } from './sole-figures.ts';

/** Separates a condition from the value found. */
const GAP = '   ';
/** Width of `unknown`. */
const TRUTH_COLUMNS = 7;
/** Minimum width of a condition. Columns. */
const LEAST_CONDITION_COLUMNS = 20;
/** Maximum width of a found value. Columns. */
const VALUE_COLUMNS = 60;
/** Width of a tree on a printed page. Columns. */
const PAGE_COLUMNS = 84;

/** Prints the tree, one line each. It is printable. @param columns width of the tree */
export function printTree(explanation: Explanation, columns: number = PAGE_COLUMNS): string[] {
  return linesOf(explanation, { columns, first: '', rest: '' }, informativeFigures(conditionsIn(explanation)));
}

/** Where a node is printed. */
interface NodePlace {
  columns: number;
  /** Begins the first line. */
  first: string;
  /** Begins the others. */
  rest: string;
}

/** @param figures mark conditions */
function linesOf(node: Explanation, { columns, first, rest }: NodePlace, figures: readonly SoleFigure[]): string[] {
  const truth = node.truth.padEnd(TRUTH_COLUMNS);
  if (node.kind === 'condition') {
    const hint = node.hint === undefined ? '' : ` (${HINT_TEXTS[node.hint]})`;
    const isSole = { soleBlocker: node.isSoleBlocker, soleKeeper: node.isSoleKeeper };
    const mark = figures.find(({ key }) => isSole[key])?.title;
    const remark = `${foundText(node)}${hint}${mark === undefined ? '' : `  ← ${mark}`}`;
    const place = { columns, first: `${first}${truth} `, rest: `${rest}${' '.repeat(TRUTH_COLUMNS + 1)}` };
    return conditionLines(printable(node.text), remark, place);
  }
  const last = node.children.length - 1;
  const below = (index: number, [middle, end]: readonly [string, string]): string =>
    `${rest}${index === last ? end : middle}`;
  return [
    `${first}${truth} ${node.kind}`,
    ...node.children.flatMap((child, index) =>
      linesOf(child, { columns, first: below(index, ['├─ ', '└─ ']), rest: below(index, ['│  ', '   ']) }, figures),
    ),
  ];
}

function conditionsIn(node: Explanation): ConditionExplanation[] {
  return node.kind === 'condition' ? [node] : node.children.flatMap(conditionsIn);
}

/** A condition, wrapped, and the value found: on the same line if it fits, else below. */
function conditionLines(text: string, remark: string, { columns, first, rest }: NodePlace): string[] {
  const free = Math.max(LEAST_CONDITION_COLUMNS, columns - columnsOf(rest));
  const isShort = columnsOf(text + GAP + remark) <= free;
  const lines = isShort ? [`${text}${GAP}${remark}`] : [...wrapWhole(text, free), `${GAP}${remark}`];
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`);
}

function foundText(node: ConditionExplanation): string {
  if (node.found === undefined) return 'field missing';
  const found = shorten(printable(printJson(node.found)), VALUE_COLUMNS);
  return node.reason === 'mismatch'
    ? `found the ${typeName(node.found)} ${found}, which is not of the field's type`
    : `found ${found}`;
}
