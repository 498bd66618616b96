// Creates the cells of tables: the figure as people read it, and as programs do.
import { printBytes, printCount, printShare } from '../../base/index.ts';
import type { Cell, Code, CodeBlock, Column, Text } from './page.ts';

/** Decimals of a share for programs. */
const SHARE_DECIMALS = 6;

/** Marks text from outside. */
export function code(text: string): Code {
  return { code: text };
}

/** A cell without anything. */
export const NO_CELL: Cell = { text: '', value: '' };

/** A cell with text of this program. */
export function textCell(text: Text, tone?: Cell['tone']): Cell {
  return { text, ...(tone === undefined ? {} : { tone }) };
}

/** A cell with text from outside. */
export function codeCell(text: string): Cell {
  return { text: text === '' ? '' : [code(text)], value: text };
}

/** A cell with a number of lines. @param of the number that a full bar means */
export function countCell(count: number, of?: number): Cell {
  return { text: printCount(count), value: count, ...(of === undefined || of === 0 ? {} : { bar: count / of }) };
}

/** A cell with bytes. */
export function bytesCell(bytes: number): Cell {
  return { text: printBytes(bytes), value: bytes };
}

/** A cell with a share. For programs: 0 to 1, empty if there is no whole. @param isBarred whether it has a bar */
export function shareCell(part: number, whole: number, isBarred = true): Cell {
  const share = part / whole;
  if (whole === 0) return { text: printShare(part, whole), value: '' };
  return {
    text: printShare(part, whole),
    value: Number(share.toFixed(SHARE_DECIMALS)),
    ...(isBarred ? { bar: share } : {}),
  };
}

/** A column of text. */
export function textColumn(title: string, key: string): Column {
  return { title, key };
}

/** A column of estimates: as CSV `KEY`, `KEY_low` and `KEY_high`. */
export function estimatedColumn(title: string, key: string): Column {
  return { ...figureColumn(title, key), isEstimated: true };
}

/** A column of figures. */
export function figureColumn(title: string, key: string): Column {
  return { title, key, isFigure: true };
}

/** A filter in both of its forms, whole: readers copy them. */
export function filterForms({ expression, json }: { expression: string; json: string }): CodeBlock[] {
  return [
    { kind: 'code', label: 'Expression', code: expression, isAligned: true },
    { kind: 'code', label: 'JSON', code: json, isAligned: true },
  ];
}
