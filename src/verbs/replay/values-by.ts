// The values of fields: the most frequent ones in the lines that each filter of a replay drops and keeps, or those with most bytes in all
// lines if there is no filter. What to count for them, and the results.
// Reads no lines.
import {
  ALL_VALUE_LINES,
  changedValues,
  type FieldValues,
  valueLinesFor,
  type WeighedField,
  weighValues,
} from '../../analysis/compare/index.ts';
import { askSelected, type NamedFilter, type Question, type SelectedQuestion } from '../../analysis/query/index.ts';
import { HeadgateError, nearestFirst } from '../../base/index.ts';
import { type Dataset, nearestField } from '../../language/dataset/index.ts';
import { complementOf, selectionOf } from '../../language/filter/index.ts';

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

/** The values of fields in the lines of a replay. */
export interface ReplayedValues {
  /** By filter; empty without fields. */
  byFilter: ValuesByVerdict[];
  /** Of all lines; undefined with filters, and without fields. */
  ofAll: WeighedValues | undefined;
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

/** Asks for the values. @throws HeadgateError `unknown-field` */
export function askValues(
  given: readonly string[],
  { filters, dataset }: { filters: readonly NamedFilter[]; dataset: Dataset },
): Question<ReplayedValues> {
  const by = checkFields(given, dataset);
  if (by.length === 0) return { aggregates: [], of: () => ({ byFilter: [], ofAll: undefined }) };
  if (filters.length === 0) {
    const every = askSelected('every', { valueLines: ALL_VALUE_LINES });
    return {
      aggregates: every.aggregates,
      of: (answers) => {
        const { kept, valueLines = [] } = every.of(answers);
        return { byFilter: [], ofAll: { examined: valueLines.length, fields: weighValues(kept, valueLines, by) } };
      },
    };
  }
  const valueLines = valueLinesFor(1 + 2 * filters.length);
  const every = askSelected('every', { valueLines });
  const ofFilters = filters.map(({ reading }) => {
    const kept = selectionOf(reading.filter);
    return { dropped: askSelected(complementOf(kept), { valueLines }), kept: askSelected(kept, { valueLines }) };
  });
  return {
    aggregates: [every, ...ofFilters.flatMap(({ dropped, kept }) => [dropped, kept])].flatMap((one) => one.aggregates),
    of: (answers) => {
      const linesOf = (one: SelectedQuestion) => {
        const { kept, valueLines: sampled = [] } = one.of(answers);
        return { lines: kept.lines, valueLines: sampled };
      };
      const sets = ofFilters.map(({ dropped, kept }) => ({ dropped: linesOf(dropped), kept: linesOf(kept) }));
      const changed = sets.flatMap(({ dropped, kept }) => [dropped, kept]);
      const values = changedValues({ changed, all: linesOf(every), by, dataset, searches: false });
      const listed = new Map(
        values.map(({ examined, by: fields }, index): [unknown, ListedValues] => [
          changed[index],
          { examined, fields },
        ]),
      );
      const byFilter = sets.map(({ dropped, kept }) => ({ dropped: listed.get(dropped)!, kept: listed.get(kept)! }));
      return { byFilter, ofAll: undefined };
    },
  };
}
