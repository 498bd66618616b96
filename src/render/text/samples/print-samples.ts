// Prints example lines of a report: as a table of fields, or whole, so that they can be copied. Used by every text that shows lines.
import { parseJson, type Value } from '../../../base/index.ts';
import { type Dataset, getDataset, shownFields } from '../../../dataset/index.ts';
import type { Sample } from '../../../replay/index.ts';
import { paint, printable, type Style } from '../style.ts';
import { type LineColumn, printLineTable } from './line-table.ts';
import { PLACE_COLUMN, valueCell } from './value-cell.ts';

/** What decides which fields a table shows if the user does not choose. */
export interface LineFields {
  /** Name of the dataset. */
  dataset: string;
  /** Fields that the filters test: they are shown first. */
  tested: readonly string[];
}

/** A sample that is a JSON object. */
interface ReadSample {
  sample: Sample;
  record: ReadonlyMap<string, Value>;
}

/**
 * Prints lines as a table; those that are not JSON objects, and all of them with `style.show: 'all'`, are printed whole below their place.
 * @param lead blanks before each line
 */
export function printSamples(samples: readonly Sample[], fields: LineFields, lead: string, style: Style): string[] {
  if (style.show === 'all') return samples.flatMap((sample) => printWhole(sample, lead, style));
  const dataset = getDataset(fields.dataset);
  const read = samples.map((sample) => ({ sample, record: recordIn(sample.line) }));
  const rows = read.filter((one): one is ReadSample => one.record !== undefined);
  const rest = read.filter(({ record }) => record === undefined);
  const isChosen = style.show !== undefined;
  const names = style.show ?? fieldsToShow(dataset, fields, rows);
  if (names.length === 0) return samples.flatMap((sample) => printWhole(sample, lead, style));
  const columns = names.map((name) => columnOf(name, rows, dataset, isChosen));
  return [
    // If the filter's own fields do not fit next to each other, no other field is worth the space.
    ...printLineTable(columns, { least: isChosen ? names.length : Math.max(1, fields.tested.length), lead, style }),
    ...rest.flatMap(({ sample }) => printWhole(sample, lead, style)),
  ];
}

/** A field that no line has is shown only if a filter tests it, and the lines have other fields of the dataset. */
function fieldsToShow(dataset: Dataset, { tested }: LineFields, rows: readonly ReadSample[]): string[] {
  const isFound = (name: string): boolean => rows.some(({ record }) => record.has(name));
  const names = shownFields(dataset, tested);
  return names.some(isFound) ? names.filter((name) => tested.includes(name) || isFound(name)) : [];
}

function printWhole({ object, offset, line }: Sample, lead: string, style: Style): string[] {
  return [`${lead}${paint(style, 'dim', `${object}@${offset}`)}`, `${lead}  ${line}`];
}

function columnOf(name: string, rows: readonly ReadSample[], dataset: Dataset, isChosen: boolean): LineColumn {
  if (name === PLACE_COLUMN) {
    return {
      title: name,
      isWhole: true,
      cells: rows.map(({ sample: { object, offset } }) => ({ text: `${object}@${offset}` })),
    };
  }
  const cells = rows.map(({ record }) => valueCell(record.get(name), name, dataset, isChosen));
  return { title: printable(name), cells };
}

/** Returns undefined for CSV, and for anything else that is not one JSON object. */
function recordIn(line: string): ReadonlyMap<string, Value> | undefined {
  try {
    const value = parseJson(line);
    return value instanceof Map ? value : undefined;
  } catch {
    return undefined;
  }
}
