// Markdown as GitHub reads it: a parser of GitHub's dialect judges what is text, code and markup.
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDTH } from '../../src/report/columns.ts';
import { codeSpan } from '../../src/report/markdown/markdown-text.ts';
import { markdownRenderer } from '../../src/report/markdown/render-markdown.ts';
import { comparePage } from '../../src/report/page/compare/compare-page.ts';
import { replayPage } from '../../src/report/page/replay-page.ts';
import { compareReport, HOSTILE, replayReport } from '../helpers/report/reports.ts';

const style = { color: false, width: DEFAULT_WIDTH };
const replayed = (report: Parameters<typeof replayPage>[0]) => String(markdownRenderer(replayPage)(report, style));
const compared = (report: Parameters<typeof comparePage>[0]) => String(markdownRenderer(comparePage)(report, style));
/** HTML in Markdown is passed on, as GitHub does with what it allows. */
const toHtml = (markdown: string) =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
const TAGS = /<\/?([a-z0-9]+)/g;
const ALLOWED = new Set(
  'h3 h4 p strong table thead tbody tr th td code pre ul li details summary blockquote br'.split(' '),
);

describe('text from outside', () => {
  it.each(HOSTILE)('%j is text', (text) => {
    for (const markdown of [replayed(replayReport(text)), compared(compareReport(text))]) {
      const html = toHtml(markdown);
      expect([...html.matchAll(TAGS)].map(([, tag]) => tag!).filter((tag) => !ALLOWED.has(tag))).toEqual([]);
      // Mentions and references work outside of code only.
      const outside = html.replace(/<(pre|code)>?[\s\S]*?<\/\1>/g, '').replace(/&#\d+;/g, ' ');
      expect(outside).not.toMatch(/@octocat|#12|name#3/);
      expect(html.match(/<details>/g)).toHaveLength(html.match(/<\/details>/g)!.length);
    }
  });

  it.each(HOSTILE)('%j is one cell of an example', (text) => {
    for (const markdown of [replayed(replayReport(text)), compared(compareReport(text))]) {
      const tables = toHtml(markdown).split('<th align="left"><code>ClientRequestPath</code></th>').slice(1);
      expect(tables.length).toBeGreaterThanOrEqual(2);
      for (const table of tables) {
        const [, row = ''] = /<tbody>\s*<tr>([\s\S]*?)<\/tr>\s*<\/tbody>/.exec(table)!;
        const [path, ray, ...rest] = [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) => cell);
        expect(ray).toMatch(/^<code>/);
        expect([path, rest]).toEqual([ray, []]);
      }
      expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/);
    }
  });

  it.each(['a|b', 'a\\|b', 'a\\\\|b', '``', '` `', ' a ', 'a\nb', '\\', '|', ''])('%j stays in its cell', (text) => {
    const html = toHtml(`| x | y |\n| -- | -- |\n| ${codeSpan(text, true)} | end |`);
    expect(html.match(/<td>/g)).toHaveLength(2);
    expect(html).toContain('<td>end</td>');
    const shown = [...html.matchAll(/<code>([\s\S]*?)<\/code>/g)].map(([, code]) => code).join('');
    if (text.trim() !== '') expect(shown).toBe(text.replace('\n', ' '));
  });
});

describe('a comment', () => {
  it('begins with the verdict, then cost and lines', () => {
    const lines = compared(compareReport('strict')).split('\n');
    expect(lines.slice(0, 12)).toEqual([
      '### headgate comparison: `before` → `strict`',
      '',
      '**`strict` keeps 9 lines fewer (−36.0 %, −900 B): 12 newly dropped, 3 newly kept.**',
      '',
      '- `before`: `strict`',
      '- `strict`: `strict`',
      '',
      '> ⚠️ The figures of `strict` are a lower bound: `strict` dropped lines that `strict` keeps.',
      '',
      '| Cost per month | Stored per month | Newly dropped lines | Newly kept lines |',
      '| :-- | :-- | :-- | :-- |',
      '| **+$12.50** | **+10.0 kB** | **12** | **3** |',
    ]);
  });

  it('has a row for each figure of the cost, and no table of hours', () => {
    const markdown = compared(compareReport('strict'));
    expect(markdown).toContain('| Figure | before | strict |');
    expect(markdown).not.toContain('<summary>Hours');
  });

  it('has what each filter costs and saves in the table of filters', () => {
    const [, table = ''] = replayed(replayReport('errors', 2)).split('#### Filters\n\n');
    expect(table).toMatch(/^\| Filter \|.*\| Cost per month \| Saves \|\n/);
    expect(table).toContain('| $12.50 ($12.00 to $13.00) | $0 (0.0 %, −$1.00 to $1.00) |');
  });

  it('has sentences about filters as text', () => {
    const report = compareReport('strict');
    const jobs = report.jobs.map((job, index) => ({ ...job, filter: index === 0 ? 'none' : null }));
    const markdown = compared({ ...report, jobs });
    expect(markdown).toContain('- `before`: no job: keeps no line\n- `strict`: no filter: keeps every line\n');
  });

  it('names a broken guard', () => {
    expect(replayed(replayReport('errors'))).toContain('❌ **1 of 2 guards broken.**');
  });

  it('shows hours without a line as a dot', () => {
    expect(replayed(replayReport('errors'))).toContain('```text\n█·██\n```');
  });

  it('says that it is interrupted, and that no line was read', () => {
    const report = replayReport('errors');
    expect(replayed({ ...report, partial: true }).split('Interrupted')).toHaveLength(2);
    expect(replayed({ ...report, partial: true, lines: { ...report.lines, read: 0 } })).toContain(
      '⚠️ **Interrupted: no line was read.**',
    );
    const unjudgedGuards = [{ kind: 'never-drop' as const, guard: 'EdgeResponseStatus >= 500' }];
    expect(replayed({ ...report, guards: [], unjudgedGuards, partial: true })).toContain(
      '⚠️ **Interrupted: the figures cover only the data read so far. The guard was not judged.**',
    );
    expect(replayed({ ...report, lines: { ...report.lines, read: 0 } })).toContain(
      '⚠️ **No answer: no line was read.**',
    );
  });

  it('fits, and says what is left out', () => {
    const long = `${'x'.repeat(3000)}|`;
    const markdown = replayed(replayReport(long, 60));
    expect(markdown.length).toBeLessThan(65_536);
    expect(markdown.split('\n#### ')[0]).toMatch(
      /Cut to fit a comment: \d+ sections are left out: .* more\. `--format html`/,
    );
    expect(markdown.match(/<details>/g)).toHaveLength(markdown.match(/<\/details>/g)!.length);
  });
});
