// Prints example lines of a report: as a table of fields, or whole, so that they can be copied. Used by every text that shows lines.
import type { Sample } from '../../../analysis/aggregates/index.ts';
import { paint, type Style } from '../style.ts';
import { printLineTable } from './line-table.ts';
import { type LineFields, sampleColumns } from './sample-columns.ts';

export type { LineFields } from './sample-columns.ts';

/**
 * Prints lines as a table; those that are not JSON objects, and all of them with `style.show: 'all'`, are printed whole below their place.
 * @param lead blanks before each line
 */
export function printSamples(samples: readonly Sample[], fields: LineFields, lead: string, style: Style): string[] {
  const { columns, least, whole } = sampleColumns(samples, fields, style.show);
  return [
    ...(columns.length === 0 ? [] : printLineTable(columns, { least: Math.max(1, least), lead, style })),
    ...whole.flatMap((sample) => printWhole(sample, lead, style)),
  ];
}

function printWhole({ object, offset, line }: Sample, lead: string, style: Style): string[] {
  return [`${lead}${paint(style, 'dim', `${object}@${offset}`)}`, `${lead}  ${line}`];
}
