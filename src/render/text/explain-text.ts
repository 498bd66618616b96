// Renders the result of `explain` as text: the summary of several lines, then the evaluation tree of each filter for each line.
import { stripVTControlCharacters } from 'node:util';
import { printJson, typeName } from '../../base/index.ts';
import type { Explanation } from '../../filter/index.ts';
import type { ExplainedLine, ExplainResult } from '../../task/index.ts';
import { printExplainSummary, pushText } from './explain-summary.ts';
import { HINT_TEXTS } from './hint-texts.ts';
import { paint, printable, printCount, type Style, shorten, wrapWhole } from './style.ts';

/** Separates a condition from the value found. */
const GAP = '   ';
const COLORS = { true: 'green', false: 'red', unknown: 'yellow' } as const;
/** Width of `unknown`. */
const TRUTH_COLUMNS = 7;
/** Minimum width of a condition. Columns. */
const LEAST_CONDITION_COLUMNS = 20;
/** Maximum width of a found value. Columns. */
const VALUE_COLUMNS = 60;

/** Renders as trees. */
export function renderExplainText(result: ExplainResult, style: Style): string {
  const summary = printExplainSummary(result, style).flatMap((block) => (block.length === 0 ? [] : [block.join('\n')]));
  const blocks = [...summary, ...result.lines.map((line) => printLine(line, result, style))];
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function printLine(line: ExplainedLine, { idField, summary }: ExplainResult, style: Style): string {
  const ray = line.ray === null ? '' : `  ${idField} ${printable(line.ray)}`;
  const head = `${paint(style, 'bold', `line ${printCount(line.line)}`)}${ray}  ${paint(style, 'dim', `${printable(line.object)} at byte ${printCount(line.offset)}`)}`;
  const trees = line.jobs.flatMap(({ name, verdict, reason, explanation }, index) => {
    const color = COLORS[explanation?.truth ?? 'true'];
    const push = pushText(reason.code, summary.jobs[index]!.job);
    return [
      `  ${paint(style, ['bold', color], verdict)}  ${paint(style, 'cyan', printable(name))}${push === '' ? '' : `  ${push}`}`,
      ...(explanation === null ? ['    no filter: keeps every line'] : printTree(explanation, style, '    ', '    ')),
    ];
  });
  const unwrapped = line.unwrapped === undefined ? [] : [`  unwrapped from \`${printable(line.unwrapped)}\``];
  return [head, ...unwrapped, ...trees].join('\n');
}

/** Prints the tree of an explanation. @param first begins the first line @param rest begins the others */
export function printTree(node: Explanation, style: Style, first: string, rest: string): string[] {
  const color = COLORS[node.truth];
  const truth = paint(style, color, node.truth.padEnd(TRUTH_COLUMNS));
  if (node.kind === 'condition') {
    const hint = node.hint === undefined ? '' : ` (${HINT_TEXTS[node.hint]})`;
    const blame = node.isSoleBlocker ? paint(style, 'red', '  ← sole blocker') : '';
    return printCondition(printable(node.text), `${printFound(node)}${hint}`, blame, {
      style,
      first: `${first}${truth} `,
      rest: `${rest}${' '.repeat(TRUTH_COLUMNS + 1)}`,
    });
  }
  const last = node.children.length - 1;
  return [
    `${first}${truth} ${node.kind}`,
    ...node.children.flatMap((child, index) =>
      printTree(child, style, `${rest}${index === last ? '└─ ' : '├─ '}`, `${rest}${index === last ? '   ' : '│  '}`),
    ),
  ];
}

/** Prints a condition, wrapped, and the value found: on the same line if it fits, else below. */
function printCondition(
  text: string,
  found: string,
  blame: string,
  { style, first, rest }: { style: Style; first: string; rest: string },
): string[] {
  const columns = Math.max(LEAST_CONDITION_COLUMNS, style.width - rest.length);
  const remark = `${paint(style, 'dim', found)}${blame}`;
  const isShort = text.length + GAP.length + stripVTControlCharacters(remark).length <= columns;
  const lines = isShort ? [`${text}${GAP}${remark}`] : [...wrapWhole(text, columns), `${GAP}${remark}`];
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`);
}

function printFound(node: Extract<Explanation, { kind: 'condition' }>): string {
  if (node.found === undefined) return 'field missing';
  const found = shorten(printable(printJson(node.found)), VALUE_COLUMNS);
  return node.reason === 'mismatch'
    ? `found the ${typeName(node.found)} ${found}, which is not of the field's type`
    : `found ${found}`;
}
