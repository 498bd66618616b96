// The values of fields: the most frequent ones in the lines that each filter of a replay drops and keeps, or those with most bytes in all
// lines if there is no filter. What to count for them, and the results.
// Reads no lines.
import { HeadgateError, nearestFirst } from '../../base/index.ts';
import {
  ALL_VALUE_LINES,
  changedValues,
  type FieldValues,
  valueLinesFor,
  type WeighedField,
  weighValues,
} from '../../compare/index.ts';
import { type Dataset, nearestField } from '../../dataset/index.ts';
import { complementOf, selectionOf } from '../../filter/index.ts';
import type { ExtraCount, ShownSelection } from '../../replay/index.ts';
import type { NamedFilter } from '../../run/named-filters.ts';

/** The values of fields in some lines. */
export interface ListedValues {
  /** Lines whose values were counted; fewer than the lines of the verdict if they are a random sample. */
  examined: number;
  /** In the order of `by`. */
  fields: FieldValues[];
}

/** The values of fields in the lines of a filter. */
export interface ValuesByVerdict {
  dropped: ListedValues;
  kept: ListedValues;
}

/** The values of fields in all lines, by weight. */
export interface WeighedValues {
  /** Lines whose values were counted; fewer than all lines if they are a random sample. Figures are then estimates. */
  examined: number;
  /** In the order of `by`. */
  fields: WeighedField[];
}

/** The values of a replay, before it reads. */
export interface PlannedValues {
  /** What to count in the pass of the filters. */
  selections: readonly ShownSelection[];
  /** Returns the values of each filter; none without fields. @param extra of {@link selections} */
  of(extra: readonly ExtraCount[]): ValuesByVerdict[];
  /** Returns the values of all lines; undefined with filters, and without fields. @param extra of {@link selections} */
  ofAll(extra: readonly ExtraCount[]): WeighedValues | undefined;
}

/** Nearest names in the message about an unknown field. */
const NAMES_SUGGESTED = 3;

/** Returns the fields of `--by`, each once. @throws HeadgateError `unknown-field` with the nearest names of every unknown field */
export function checkFields(by: readonly string[], dataset: Dataset): string[] {
  const fields = [...new Set(by)];
  const unknown = fields
    .filter((field) => !dataset.fields.has(field))
    .map((field) => {
      const near = [nearestField(field, dataset) ?? [], nearestFirst(field, dataset.fields.keys())].flat();
      return { name: JSON.stringify(field), near: [...new Set(near)].slice(0, NAMES_SUGGESTED).join(', ') };
    });
  if (unknown.length === 0) return fields;
  const names = unknown.map(({ name }) => name).join(', ');
  const [first, ...others] = unknown;
  const expected =
    others.length === 0
      ? `such field in ${dataset.name}, expected a field such as ${first!.near}`
      : `such fields in ${dataset.name}, expected fields such as ${unknown.map(({ name, near }) => `${near} for ${name}`).join('; ')}`;
  throw new HeadgateError('unknown-field', `cannot use --by ${names}: found no ${expected}`);
}

/** Plans the values. @throws HeadgateError `unknown-field` */
export function planValues(
  given: readonly string[],
  { filters, dataset }: { filters: readonly NamedFilter[]; dataset: Dataset },
): PlannedValues {
  const by = checkFields(given, dataset);
  if (by.length === 0) return { selections: [], of: () => [], ofAll: () => undefined };
  if (filters.length === 0) {
    return {
      selections: [{ selection: 'every', samples: 0, valueLines: ALL_VALUE_LINES }],
      of: () => [],
      ofAll: ([all]) => {
        const { kept, valueLines = [] } = all!;
        return { examined: valueLines.length, fields: weighValues(kept, valueLines, by) };
      },
    };
  }
  const valueLines = valueLinesFor(1 + 2 * filters.length);
  const kept = filters.map(({ reading }) => selectionOf(reading.filter));
  const selections = ['every' as const, ...kept.flatMap((selection) => [complementOf(selection), selection])];
  return {
    selections: selections.map((selection) => ({ selection, samples: 0, valueLines })),
    of(extra) {
      const [all, ...changed] = extra.map(({ kept: { lines }, valueLines: sampled = [] }) => ({
        ...{ lines, valueLines: sampled },
      }));
      const listed = changedValues({ changed, all: all!, by, dataset, searches: false }).map(
        ({ examined, by: fields }): ListedValues => ({ examined, fields }),
      );
      return filters.map((_, index) => ({ dropped: listed[2 * index]!, kept: listed[2 * index + 1]! }));
    },
    ofAll: () => undefined,
  };
}
