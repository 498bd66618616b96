// HTML reports as text: what they contain, escape and leave out. html-browser.test.ts looks at them in a browser.
import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDTH } from '../../src/report/columns.ts';
import { htmlRenderer } from '../../src/report/html/render-html.ts';
import { comparePage } from '../../src/report/page/compare/compare-page.ts';
import { replayPage } from '../../src/report/page/replay-page.ts';
import { compareReport, HOSTILE, replayReport } from '../helpers/report/reports.ts';

const style = { color: false, width: DEFAULT_WIDTH };
const replayed = (report: Parameters<typeof replayPage>[0]) => String(htmlRenderer(replayPage)(report, { ...style }));
const compared = (report: Parameters<typeof comparePage>[0]) => String(htmlRenderer(comparePage)(report, style));

describe('text from outside', () => {
  it.each(HOSTILE)('%j adds no tag', (text) => {
    const tags = (html: string) => html.match(/<[a-z/!][^>]*>/gi)!.map((tag) => /^<\/?[a-z!]+/i.exec(tag)![0]);
    for (const render of [
      (value: string) => replayed(replayReport(value)),
      (value: string) => compared(compareReport(value)),
    ]) {
      expect(tags(render(text))).toEqual(tags(render('plain')));
      expect(render(text)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/);
    }
  });

  it.each(HOSTILE)('%j is one cell of an example', (text) => {
    for (const html of [replayed(replayReport(text)), compared(compareReport(text))]) {
      const tables = html.split('<div class="block examples">').slice(1);
      expect(tables.length).toBeGreaterThanOrEqual(2);
      for (const table of tables) {
        const [, row = ''] = /<tbody>\n<tr>(.*?)<\/tr>\n<\/tbody>/s.exec(table)!;
        const [path, ray, ...rest] = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell);
        expect(ray).toMatch(/^<code>/);
        expect([path, rest]).toEqual([ray, []]);
      }
    }
  });
});

describe('a file', () => {
  it('loads and runs nothing', () => {
    const html = compared(compareReport('strict'));
    expect(html).toContain(`content="default-src 'none'; style-src 'sha256-`);
    expect(html).not.toMatch(/<script|<link(?! rel="icon" href="data:,")|src=|@import|url\((?!#)| style=|https?:/);
  });

  it('has verdict, cost and lost lines before the first section', () => {
    const [head = ''] = compared(compareReport('strict')).split('<section>');
    for (const text of [
      'keeps 9 lines fewer (−36.0 %, −900 B): 12 newly dropped',
      '+$12.50',
      'newly dropped lines',
      '+10.0 kB',
      'lower bound',
    ])
      expect(head).toContain(text);
  });

  it('cuts a long value in a cell, and has the whole filter', () => {
    const html = compared(compareReport('x'.repeat(3000)));
    expect(html).toContain(`<dd><code>${'x'.repeat(3000)}</code></dd>`);
    expect(html).toContain(`${'x'.repeat(300)}… and 2,700 more characters</code></td>`);
    expect(html.match(/<td(?:(?!<\/td>).)*x{301}/)).toBeNull();
  });

  it('shows hours without a line', () => {
    const html = replayed(replayReport('errors'));
    expect(html.match(/<rect class="missing" x="2/g)).toHaveLength(1);
    expect(html).toContain('1 hour without any line');
    expect(html).toContain('2026-11-01 01:00 UTC: no lines');
  });

  it('is below 1 MB for any report, and says what is left out', () => {
    const html = replayed(replayReport(`${'<é>'.repeat(2000)}`, 60));
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
    expect(html).toMatch(/and \d+ more section/);
    expect(html).toContain('</html>');
  });

  it('counts the rows that it does not show', () => {
    const report = replayReport('errors');
    const fields = Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, lines: 1, empty: 0, bytes: index }));
    expect(replayed({ ...report, fields })).toContain('and 15 more; --format json has all of them');
  });
});
