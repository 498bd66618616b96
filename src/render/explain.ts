// The answer to `explain`: the truth tree of each filter under each line, for a person or as JSON.
import { printJson, typeName, valueFrom } from '../base/index.ts';
import type { Explanation } from '../filter/index.ts';
import type { ExplainedLine, ExplainResult } from '../task/index.ts';
import { HINT_TEXTS } from './hint-texts.ts';
import { renderExactJson } from './json.ts';
import { paint, printable, type Style, shorten } from './style.ts';

const COLORS = { true: 'green', false: 'red', unknown: 'yellow' } as const;
/** A found value is shortened to so many columns. */
const VALUE_COLUMNS = 60;

/** Renders as one line of JSON, integers exact, in pieces. */
export function renderExplainJson(result: ExplainResult): Iterable<string> {
  return renderExactJson(valueFrom(result));
}

/** Renders as trees. */
export function renderExplainText(result: ExplainResult, style: Style): string {
  if (result.lines.length === 0) return '';
  return `${result.lines.map((line) => printLine(line, style)).join('\n\n')}\n`;
}

function printLine(line: ExplainedLine, style: Style): string {
  const ray = line.ray === null ? '' : `  RayID ${printable(line.ray)}`;
  const head = `${paint(style, 'bold', `line ${line.line}`)}${ray}  ${paint(style, 'dim', `${printable(line.object)} at byte ${line.offset}`)}`;
  const trees = line.jobs.flatMap(({ name, verdict, explanation }) => {
    const color = COLORS[explanation?.truth ?? 'true'];
    return [
      `  ${paint(style, ['bold', color], verdict)}  ${paint(style, 'cyan', printable(name))}`,
      ...(explanation === null ? ['    no filter: every line is kept'] : printNode(explanation, style, '    ', '    ')),
    ];
  });
  return [head, ...trees].join('\n');
}

function printNode(node: Explanation, style: Style, first: string, rest: string): string[] {
  const color = COLORS[node.truth];
  const truth = paint(style, color, node.truth.padEnd(7));
  if (node.kind === 'condition') {
    const hint = node.hint === undefined ? '' : ` (${HINT_TEXTS[node.hint]})`;
    const blame = node.isSoleBlocker ? paint(style, 'red', '  ← sole blocker') : '';
    return [`${first}${truth} ${printable(node.text)}   ${paint(style, 'dim', `${printFound(node)}${hint}`)}${blame}`];
  }
  const last = node.children.length - 1;
  return [
    `${first}${truth} ${node.kind}`,
    ...node.children.flatMap((child, index) =>
      printNode(child, style, `${rest}${index === last ? '└─ ' : '├─ '}`, `${rest}${index === last ? '   ' : '│  '}`),
    ),
  ];
}

function printFound(node: Extract<Explanation, { kind: 'condition' }>): string {
  if (node.found === undefined) return 'the line lacks the field';
  const found = shorten(printable(printJson(node.found)), VALUE_COLUMNS);
  return node.reason === 'mismatch'
    ? `found the ${typeName(node.found)} ${found}, another type than the field's`
    : `found ${found}`;
}
