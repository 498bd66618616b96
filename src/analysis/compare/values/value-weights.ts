// The values of fields by the bytes of their lines, among all lines: exact if every line is in the sample, else each share with its error.
// Reads no lines.
import type { LineTotal } from '../../../input/scan/index.ts';
import type { ValueLine } from '../../aggregates/index.ts';
import { Z_95 } from '../../cost/index.ts';
import { type AbsentField, ValueTable } from './value-table.ts';

/** Values of a field listed. */
const VALUES_LISTED = 10;

/** Lines, or what is estimated of them: whole numbers. */
export interface ValueWeight extends LineTotal {
  /** Share of the bytes of all lines. */
  share: number;
  /** The 95 % error of the share; 0 if it is exact. */
  shareError: number;
}

/** A value of a field, with the lines that have it. */
export interface WeighedValue extends ValueWeight {
  /** As JSON. */
  value: string;
}

/** The values of a field that `--by` asks for. */
export interface WeighedField {
  field: string;
  /** Most bytes first. */
  values: WeighedValue[];
  /** Lines with values that are not listed, or without one. */
  rest: ValueWeight;
  /** Absent if one of the lines whose values were counted has the field. */
  absent?: AbsentField;
}

/** The sums of some lines of the sample: their number, bytes, and squares of bytes. */
type Sums = readonly [lines: number, bytes: number, squares: number];

/**
 * Weighs the values of fields.
 * @param all the totals of all lines
 * @param lines a uniform sample of them
 */
export function weighValues(all: LineTotal, lines: readonly ValueLine[], by: readonly string[]): WeighedField[] {
  const table = new ValueTable({ samples: 3, counts: (field) => by.includes(field) });
  table.add(lines.map(({ line, bytes }) => ({ line, samples: [0, 1, 2], amounts: [1, bytes, bytes ** 2] })));
  const sum = (of: (bytes: number) => number): number => lines.reduce((total, { bytes }) => total + of(bytes), 0);
  const sampled: Sums = [lines.length, sum((bytes) => bytes), sum((bytes) => bytes ** 2)];
  const largest = lines.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const weigh = (found: Sums): ValueWeight => weightOf(found, { all, sampled, largest });
  return by.map((field) => {
    const values = table
      .valuesOf(field)
      .map(({ json, lines: [count = 0, bytes = 0, squares = 0] }) => ({ json, sums: [count, bytes, squares] as const }))
      .sort((a, b) => b.sums[1] - a.sums[1] || b.sums[0] - a.sums[0] || (a.json < b.json ? -1 : 1))
      .slice(0, VALUES_LISTED);
    const listed = [0, 1, 2].map((at) => values.reduce((total, { sums }) => total + sums[at]!, 0));
    const absent = table.absenceOf(field);
    return {
      field,
      values: values.map(({ json, sums }) => ({ value: json, ...weigh(sums) })),
      rest: weigh([sampled[0] - listed[0]!, sampled[1] - listed[1]!, sampled[2] - listed[2]!]),
      ...(absent === undefined ? {} : { absent }),
    };
  });
}

/**
 * The error is that of a ratio of two sums of a sample without replacement, by its linear approximation, and one more of the largest lines on
 * each side: the sample may have missed one.
 */
function weightOf(
  [count, bytes, squares]: Sums,
  { all, sampled, largest }: { all: LineTotal; sampled: Sums; largest: number },
): ValueWeight {
  const [lines, allBytes, allSquares] = sampled;
  const share = allBytes === 0 ? 0 : bytes / allBytes;
  if (lines >= all.lines || lines < 2) return { lines: count, bytes, share, shareError: lines >= all.lines ? 0 : 1 };
  const residuals = squares * (1 - share) ** 2 + (allSquares - squares) * share ** 2;
  const deviation = Math.sqrt((1 - lines / all.lines) * residuals * (lines / (lines - 1))) / allBytes;
  return {
    lines: Math.round((count / lines) * all.lines),
    bytes: Math.round(share * all.bytes),
    share,
    shareError: Math.min(1, Z_95 * deviation + largest / allBytes),
  };
}
