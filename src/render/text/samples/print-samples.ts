// Prints example lines of a report: as a table of fields, or whole, so that they can be copied. Used by every text that shows lines.
import type { Sample } from '../../../replay/index.ts';
import { paint, type Style } from '../style.ts';
import { printLineTable } from './line-table.ts';
import { type LineFields, sampleColumns } from './sample-columns.ts';

export type { LineFields } from './sample-columns.ts';

/**
 * Prints lines as a table; those that are not JSON objects, and all of them with `style.show: 'all'`, are printed whole below their place.
 * @param lead blanks before each line
 */
export function printSamples(samples: readonly Sample[], fields: LineFields, lead: string, style: Style): string[] {
  const { columns, whole } = sampleColumns(samples, fields, style.show);
  // If the filter's own fields do not fit next to each other, no other field is worth the space.
  const least = style.show === undefined ? Math.max(1, fields.tested.length) : columns.length;
  return [
    ...(columns.length === 0 ? [] : printLineTable(columns, { least, lead, style })),
    ...whole.flatMap((sample) => printWhole(sample, lead, style)),
  ];
}

function printWhole({ object, offset, line }: Sample, lead: string, style: Style): string[] {
  return [`${lead}${paint(style, 'dim', `${object}@${offset}`)}`, `${lead}  ${line}`];
}
