// CSV of the tables of a report, read back by another parser.
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../src/report/csv/render-csv.ts';
import { comparePage } from '../../src/report/page/compare/compare-page.ts';
import { replayPage } from '../../src/report/page/replay-page.ts';
import { COMPARE_TABLES, REPLAY_TABLES } from '../../src/report/renderers.ts';
import { compareReport, HOSTILE, replayReport, transformedReport } from '../helpers/report/reports.ts';

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

describe('csv', () => {
  it.each(REPLAY_TABLES)('replay: %s has exact figures', (table) => {
    const [first] = rowsOf(renderCsv(replayPage(transformedReport('errors', 2)), [table]));
    expect(Object.keys(first!).join()).toMatch(/^[a-z_,]+$/);
    expect(first).toMatchObject(table === 'jobs' ? { job: 'errors-0', kept_lines: '25', kept_share: '0.25' } : {});
  });

  it.each(COMPARE_TABLES.filter((table) => table !== 'by' && table !== 'guards' && table !== 'plan'))(
    'compare: %s',
    (table) => {
      expect(rowsOf(renderCsv(comparePage(compareReport('strict')), [table])).length).toBeGreaterThan(0);
    },
  );

  it.each(['jobs', 'cost'])('replay: %s has what each filter costs and saves', (table) => {
    const [row] = rowsOf(renderCsv(replayPage(replayReport('errors', 2)), [table]));
    expect(row).toMatchObject({ cost_per_month_price: '12.5', saves_per_month_price: '0' });
  });

  it('joins the tables of all jobs', () => {
    const rows = rowsOf(renderCsv(replayPage(replayReport('errors', 3)), ['conditions']));
    expect(rows.map(({ job }) => job)).toEqual(['errors-0', 'errors-1', 'errors-2']);
  });

  it('has all rows', () => {
    const fields = Array.from({ length: 500 }, (_, index) => ({
      name: `f${index}`,
      lines: 1,
      empty: 0,
      bytes: 500 - index,
    }));
    expect(rowsOf(renderCsv(replayPage({ ...replayReport('a'), fields }), ['fields']))).toHaveLength(500);
  });

  it.each(HOSTILE)('%j is no formula and stays in its field', (text) => {
    const [row] = rowsOf(renderCsv(replayPage(replayReport(text)), ['conditions']));
    expect(Object.keys(row!)).toHaveLength(8);
    expect(row!.condition).not.toMatch(/^[=+\-@\t\r]/);
    expect(row).toMatchObject({ true: '25', path: 'where' });
  });

  it('names the tables of a report that lacks the one', () => {
    const { guards: _, ...report } = replayReport('a');
    expect(() => renderCsv(replayPage(report), ['guards'])).toThrow(/found the tables jobs, conditions/);
  });
});
