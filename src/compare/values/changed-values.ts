// Where changed lines come from: the values that are more frequent among them than among the other lines, found on uniform samples, each
// share with its error. Reads no lines.
import type { Dataset } from '../../dataset/index.ts';
import type { Sample } from '../../replay/index.ts';
import type { DistinguishingValue, FieldValues } from '../compare-report.ts';
import { shareError } from './share-error.ts';
import { ValueTable } from './value-table.ts';
import { testsOf, type ValueTest } from './value-tests.ts';

/** Lines in each sample. The error of a share is then at most 2.2 percentage points. */
export const VALUE_LINES = 2048;
/** Distinguishing values listed, each of another field. */
const VALUES_LISTED = 8;
/** Values of a field of `--by` listed. */
const VALUES_OF_FIELD = 10;
/** Values in fewer changed lines are left out: every line has some values of its own. */
const LEAST_LINES = 2;
/** A difference this large, by the statistic of a likelihood-ratio test, occurs by chance in one of 30,000 comparisons. */
const LEAST_EVIDENCE = 17.4;
/** Index of a sample in the table. */
const CHANGED = 0;
const ALL = 1;
const REST = 2;

/** Lines and the sample of them whose values are counted. */
export interface SampledLines {
  lines: number;
  valueLines: readonly Sample[];
}

/** What to find. */
export interface ValuesRequest {
  changed: SampledLines;
  /** All lines read. */
  all: SampledLines;
  /** Fields to list the values of. */
  by: readonly string[];
  dataset: Dataset;
  /** Whether to search all fields. */
  searches: boolean;
}

/** The values of changed lines. */
export interface ChangedValues {
  examined: number;
  values: DistinguishingValue[];
  by: FieldValues[];
}

/** A test with the shares of lines. */
interface Scored extends ValueTest {
  field: string;
  /** Difference of the two distributions. */
  score: number;
}

/** Finds values. */
export function changedValues({ changed, all, by, dataset, searches }: ValuesRequest): ChangedValues {
  const examined = changed.valueLines.length;
  if (examined === 0) return { examined, values: [], by: by.map((field) => ({ field, values: [], rest: 0 })) };
  const table = new ValueTable(3);
  // Both samples have the lines with the smallest hashes, so a changed line of the sample of all lines is in the sample of changed lines.
  const places = new Set(changed.valueLines.map(placeOf));
  const isRest = (line: Sample): boolean => !places.has(placeOf(line));
  table.add(changed.valueLines, () => [CHANGED]);
  table.add(all.valueLines, (line) => (isRest(line) ? [ALL, REST] : [ALL]));
  const sizes = [examined, all.valueLines.length, all.valueLines.filter(isRest).length];
  const describe = (field: string, { test, json, lines }: ValueTest): DistinguishingValue => {
    const [share, shareOfAll] = [lines[CHANGED]! / examined, lines[ALL]! / sizes[ALL]!];
    return {
      ...{ field, test, value: json, share, shareError: shareError(share, { sampled: examined, all: changed.lines }) },
      ...{ shareOfAll, shareOfAllError: shareError(shareOfAll, { sampled: sizes[ALL]!, all: all.lines }) },
    };
  };
  const isTime = (field: string): boolean => dataset.fields.get(field)?.type === 'timestamp';
  const best =
    searches && sizes[REST]! > 0
      ? table.fields.filter((field) => !isTime(field)).flatMap((field) => bestOf(field, table, sizes) ?? [])
      : [];
  return {
    examined,
    values: best
      .sort((a, b) => b.score - a.score || (a.field < b.field ? -1 : 1))
      .slice(0, VALUES_LISTED)
      .map((one) => describe(one.field, one)),
    by: by.map((field) => {
      const values = table
        .valuesOf(field)
        .filter(({ lines }) => lines[CHANGED]! > 0)
        .sort((a, b) => b.lines[CHANGED]! - a.lines[CHANGED]! || (a.json < b.json ? -1 : 1));
      const listed = values.slice(0, VALUES_OF_FIELD).map((value) => describe(field, { test: 'equals', ...value }));
      const counted = values.slice(0, VALUES_OF_FIELD).reduce((sum, { lines }) => sum + lines[CHANGED]!, 0);
      return { field, values: listed, rest: (examined - counted) / examined };
    }),
  };
}

/** Returns the test of a field with the largest difference; undefined if none is above chance. */
function bestOf(field: string, table: ValueTable, sizes: readonly number[]): Scored | undefined {
  let best: Scored | undefined;
  for (const one of testsOf(table.valuesOf(field))) {
    const [inChanged, inRest] = [one.lines[CHANGED]!, one.lines[REST]!];
    const [share, shareOfRest] = [inChanged / sizes[CHANGED]!, inRest / sizes[REST]!];
    if (inChanged < LEAST_LINES || share <= shareOfRest) continue;
    const score = divergence(share, shareOfRest);
    if (best !== undefined && score <= best.score) continue;
    if (evidence([inChanged, inRest], [sizes[CHANGED]!, sizes[REST]!]) < LEAST_EVIDENCE) continue;
    best = { ...one, field, score };
  }
  return best;
}

/** The Jensen–Shannon divergence of two shares: 0 if they are equal, 1 if one is 0 and the other 1. */
function divergence(a: number, b: number): number {
  const middle = (a + b) / 2;
  return entropy(middle) - (entropy(a) + entropy(b)) / 2;
}

/** The entropy of a share. Bits. */
function entropy(share: number): number {
  return share === 0 || share === 1 ? 0 : -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}

/** The G statistic: twice the logarithm of the likelihood ratio of two different shares to one share. */
function evidence(counts: readonly [number, number], sizes: readonly [number, number]): number {
  const share = (counts[0] + counts[1]) / (sizes[0] + sizes[1]);
  return [0, 1].reduce((sum, side) => {
    const [yes, no] = [counts[side]!, sizes[side]! - counts[side]!];
    const term = (found: number, expected: number): number => (found === 0 ? 0 : found * Math.log(found / expected));
    return sum + 2 * (term(yes, sizes[side]! * share) + term(no, sizes[side]! * (1 - share)));
  }, 0);
}

function placeOf({ object, offset }: Sample): string {
  return `${offset} ${object}`;
}
