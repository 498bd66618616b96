// Where changed lines come from: the values that are more frequent among them than among the other lines, found on uniform samples, each
// share with its error. Reads no lines.
import type { Dataset } from '../../../language/dataset/index.ts';
import type { Sample } from '../../aggregates/index.ts';
import type { DistinguishingValue, FieldValues } from '../compare-report.ts';
import { shareError } from './share-error.ts';
import { type CountedValue, type SampledLine, ValueTable } from './value-table.ts';
import { testsOf, tightened, type ValueTest } from './value-tests.ts';

/** Lines in each sample. The error of a share is then at most 2.2 percentage points. */
export const VALUE_LINES = 2048;
/** Lines in all samples together, and the least in each. Lines have about 2.5 kB, so that the samples of 300 sets take 50 MB. */
export const ALL_VALUE_LINES = 16 * VALUE_LINES;
const LEAST_VALUE_LINES = 64;
/** Distinguishing values listed, each of another field. */
const VALUES_LISTED = 8;
/** Values of a field of `--by` listed. */
const VALUES_OF_FIELD = 10;
/** Values in fewer changed lines are left out: every line has some values of its own. */
const LEAST_LINES = 2;
/** A difference this large, by the statistic of a likelihood-ratio test, occurs by chance in one of 30,000 comparisons. */
const LEAST_EVIDENCE = 17.4;
/** Index of the sample of all lines in the table. */
const ALL = 0;

/** Lines and the sample of them whose values are counted. */
export interface SampledLines {
  lines: number;
  valueLines: readonly Sample[];
  /** Fields that the changed conditions test: their values distinguish the lines by definition, and are listed last. @default none */
  editedFields?: readonly string[] | undefined;
}

/** What to find. */
export interface ValuesRequest {
  /** Sets of changed lines. */
  changed: readonly SampledLines[];
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

/** The samples that one set of changed lines is compared in: their index in the table, and their lines. */
interface Compared {
  changed: SampledLines;
  /** Index of the sample of the changed lines. */
  at: number;
  /** Index of the lines of the sample of all lines that did not change. */
  rest: number;
  restLines: number;
}

/** A line and the samples that it is in, as more of them are found. */
interface LineOfSamples extends SampledLine {
  samples: number[];
}

/** Returns the lines in each sample of so many sets of lines, all lines included. All samples have the same number: see {@link changedValues}. */
export function valueLinesFor(sets: number): number {
  return Math.min(VALUE_LINES, Math.max(LEAST_VALUE_LINES, Math.floor(ALL_VALUE_LINES / sets)));
}

/** Finds the values of each set of changed lines. */
export function changedValues(request: ValuesRequest): ChangedValues[] {
  const { changed: sets, all, by, dataset, searches } = request;
  const isSearched = (field: string): boolean => searches && dataset.fields.get(field)?.type !== 'timestamp';
  const table = new ValueTable({
    samples: 1 + 2 * sets.length,
    counts: (field) => isSearched(field) || by.includes(field),
  });
  // All samples have the lines with the smallest hashes, so a changed line of the sample of all lines is in the sample of changed lines.
  const lines = new Map<string, LineOfSamples>();
  const compared = sets.map((changed, index): Compared => {
    const at = 1 + 2 * index;
    for (const line of changed.valueLines) entryOf(lines, line).samples.push(at);
    return { changed, at, rest: at + 1, restLines: 0 };
  });
  if (lines.size > 0) {
    for (const line of all.valueLines) {
      const { samples } = entryOf(lines, line);
      const others = compared.filter(({ at }) => !samples.includes(at));
      for (const one of others) one.restLines += 1;
      samples.push(ALL, ...others.map(({ rest }) => rest));
    }
    table.add(lines.values());
  }
  const fields = table.fields.filter(isSearched);
  const values = new Map(table.fields.map((field) => [field, table.valuesOf(field)]));
  const valuesOf = (field: string): readonly CountedValue[] => values.get(field) ?? [];
  const tests = fields.map((field) => ({ field, tests: testsOf(valuesOf(field)) }));
  return compared.map((one) => {
    const examined = one.changed.valueLines.length;
    const best = examined === 0 ? [] : tests.flatMap(({ field, tests: some }) => bestOf(field, some, one) ?? []);
    return {
      examined,
      values: best
        .sort((a, b) => isEdited(a, one) - isEdited(b, one) || b.score - a.score || (a.field < b.field ? -1 : 1))
        .slice(0, VALUES_LISTED)
        .map((value) => ({ ...value, ...tightened(value, valuesOf(value.field), one.at) }))
        .map((value) => describe(value.field, value, one, all)),
      by: by.map((field) => {
        const absent = table.absenceOf(field);
        return { ...valuesOfField(field, valuesOf(field), one, all), ...(absent === undefined ? {} : { absent }) };
      }),
    };
  });
}

function isEdited({ field }: Scored, { changed }: Compared): number {
  return changed.editedFields?.includes(field) === true ? 1 : 0;
}

function describe(
  field: string,
  { test, json, lines }: ValueTest,
  { changed, at }: Compared,
  all: SampledLines,
): DistinguishingValue {
  const [sampled, sampledOfAll] = [changed.valueLines.length, all.valueLines.length];
  const [share, shareOfAll] = [lines[at]! / sampled, lines[ALL]! / sampledOfAll];
  return {
    field,
    test,
    value: json,
    share,
    shareError: shareError(share, { sampled, all: changed.lines }),
    shareOfAll,
    shareOfAllError: shareError(shareOfAll, { sampled: sampledOfAll, all: all.lines }),
  };
}

function valuesOfField(
  field: string,
  counted: readonly CountedValue[],
  compared: Compared,
  all: SampledLines,
): FieldValues {
  const { at, changed } = compared;
  const found = counted
    .filter(({ lines }) => lines[at]! > 0)
    .sort((a, b) => b.lines[at]! - a.lines[at]! || (a.json < b.json ? -1 : 1))
    .slice(0, VALUES_OF_FIELD);
  const lines = found.reduce((sum, value) => sum + value.lines[at]!, 0);
  const sampled = changed.valueLines.length;
  return {
    field,
    values: found.map((value) => describe(field, { test: 'equals', ...value }, compared, all)),
    rest: sampled === 0 ? 0 : (sampled - lines) / sampled,
  };
}

/** Returns the test of a field with the largest difference; undefined if none is above chance. */
function bestOf(
  field: string,
  tests: readonly ValueTest[],
  { changed, at, rest, restLines }: Compared,
): Scored | undefined {
  const sampled = changed.valueLines.length;
  if (restLines === 0) return undefined;
  let best: Scored | undefined;
  for (const one of tests) {
    const [inChanged, inRest] = [one.lines[at]!, one.lines[rest]!];
    const [share, shareOfRest] = [inChanged / sampled, inRest / restLines];
    if (inChanged < LEAST_LINES || share <= shareOfRest) continue;
    const score = divergence(share, shareOfRest);
    if (best !== undefined && score <= best.score) continue;
    if (evidence([inChanged, inRest], [sampled, restLines]) < LEAST_EVIDENCE) continue;
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

/** Returns the entry of a line, which may be in several samples. */
function entryOf(lines: Map<string, LineOfSamples>, { object, offset, line }: Sample): LineOfSamples {
  const place = `${offset} ${object}`;
  let entry = lines.get(place);
  if (entry === undefined) {
    entry = { line, samples: [] };
    lines.set(place, entry);
  }
  return entry;
}
