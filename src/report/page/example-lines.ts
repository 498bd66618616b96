// Example lines of a page: the same fields as the text shows, or whole lines. Independent of formats.
import type { Sample } from '../../analysis/aggregates/index.ts';
import type { JobReport } from '../../analysis/replay/index.ts';
import { DEFAULT_DATASET, PERSONAL_FIELDS } from '../../language/dataset/index.ts';
import { shorten } from '../columns.ts';
import { code } from './cells.ts';
import type { ExampleLines, PageSettings } from './page.ts';
import type { LineColumn } from './sample-columns.ts';
import { type LineFields, sampleColumns } from './sample-columns.ts';

/** A longer value is shortened unless the user chose its field. Characters. */
const MOST_VALUE = 80;
/** Columns that fit a page, unless the filters test more fields or the user chose them. */
const MOST_COLUMNS = 7;

/** The fields that the examples of a job show. */
export function lineFieldsOf({ dataset, testedFields = [] }: JobReport): LineFields {
  return { dataset, tested: testedFields };
}

/** The fields that the examples of several filters for one dataset show. */
export function lineFieldsOfAll(jobs: readonly Partial<Pick<JobReport, 'dataset' | 'testedFields'>>[]): LineFields {
  return {
    dataset: jobs[0]?.dataset ?? DEFAULT_DATASET,
    tested: [...new Set(jobs.flatMap(({ testedFields = [] }) => testedFields))],
  };
}

/**
 * Returns the columns of a report that others read: personal fields only if a filter tests them, or the user chose them.
 * @param show as in `Style`
 */
export function publicColumns(
  columns: readonly LineColumn[],
  { tested }: LineFields,
  show: PageSettings['show'],
): LineColumn[] {
  return columns.filter(
    ({ title }) => show !== undefined || tested.includes(title) || !PERSONAL_FIELDS.includes(title),
  );
}

/** Creates the block; empty without lines. */
export function exampleLines(
  label: string,
  samples: readonly Sample[],
  fields: LineFields,
  { show }: PageSettings,
): ExampleLines[] {
  if (samples.length === 0) return [];
  const { columns: found, least, whole } = sampleColumns(samples, fields, show);
  const all = publicColumns(found, fields, show);
  const columns = show === undefined ? all.slice(0, Math.max(MOST_COLUMNS, least)) : all;
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map(({ cells }) => {
      const { text, isMark = false, isTime = false } = cells[row]!;
      const shown = show === undefined && !isTime ? shorten(text, MOST_VALUE) : text;
      return isMark ? shown : [code(shown)];
    }),
  );
  return [
    {
      kind: 'lines',
      label,
      columns: columns.map(({ title }) => title),
      rows,
      fields: { columns: found, least },
      lines: whole.map(({ object, offset, line }) => ({ place: `${object}@${offset}`, line })),
    },
  ];
}
