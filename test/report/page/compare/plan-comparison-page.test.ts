// The page of a Terraform plan: a row for each job, one heading for each job with its sections below, and what limits the answer.
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../../../src/report/csv/render-csv.ts';
import { renderHtml } from '../../../../src/report/html/render-html.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { planComparisonPage } from '../../../../src/report/page/compare/plan-comparison-page.ts';
import { type Page, plainText } from '../../../../src/report/page/page.ts';
import { renderText } from '../../../../src/report/text/render-text.ts';
import { HOSTILE, planReport } from '../../../helpers/report/reports.ts';

const plan = planReport('eu');
const page = planComparisonPage(plan);
const only = planComparisonPage({ ...plan, jobs: plan.jobs.slice(0, 1) });

it('has a row for each job, with the columns of the text', () => {
  const [head, ...rows] = renderCsv(page, ['plan']).trimEnd().split('\n');
  expect(head).toBe(
    'address,action,name,result,newly_dropped_lines,newly_kept_lines,undecided_lines,newly_dropped_bytes,newly_kept_bytes,cost_per_month_price,cost_per_month_price_low,cost_per_month_price_high,bytes_per_month,bytes_per_month_low,bytes_per_month_high,kept_before_lines,kept_after_lines,sample_rate_before,sample_rate_after,enabled_before,enabled_after,remarks',
  );
  expect(rows).toEqual([
    '"job.broken[""eu""]",update,eu,1 of 2 guards broken,12,3,0,1200,300,12.5,12,13,100000,100000,100000,25,25,,,,,',
    '"job.created[""eu""]",create,eu,guards not judged,12,3,0,1200,300,12.5,12,13,100000,100000,100000,25,25,,,,,sample_rate of eu',
    '"job.same[""eu""]",update,eu,not compared: the filter does not change,,,,,,,,,,,,,,,,,,',
    '"job.unknown[""eu""]",replace,eu,not compared: filter eu is unknown; guards not judged,,,,,,,,,,,,,,,,,,',
  ]);
  expect(renderMarkdown(page)).toContain(
    [
      '| Job | Result | Newly dropped | Newly kept | Cost per month | Bytes per month | Kept before | Kept after |',
      '| :-- | :-- | --: | --: | --: | --: | --: | --: |',
      '| `job.broken["eu"]` (update) | **1 of 2 guards broken** | **12** | 3 | +$12.50 ($12.00 to $13.00) | +100 kB | 25 | 25 |',
      '| `job.created["eu"]` (create) | guards not judged | **12** | 3 | +$12.50 ($12.00 to $13.00) | +100 kB | 25 | 25 |',
      '| `job.same["eu"]` (update) | not compared: the filter does not change |  |  |  |  |  |  |',
    ]
      .join('\n')
      .replaceAll('($12.00 to $13.00)', '(+$12.00 to +$13.00)'),
  );
});

it('names the job of a guard, also if no other job has one', () => {
  const [first, ...rest] = plan.jobs;
  const text = (page: Page): string[] => (page.statements ?? []).map((one) => plainText(one.text));
  expect(text(page)).toEqual(['job.broken["eu"]: never drop eu: drops 3 lines']);
  const alone = { ...first!, report: { ...first!.report!, guards: first!.report!.guards!.slice(0, 1) } };
  expect(text(planComparisonPage({ ...plan, jobs: [alone, ...rest] }))).toEqual([
    'job.broken["eu"]: never drop eu: drops 3 lines',
  ]);
});

it('as text has the answer, the jobs, and each comparison below its address', () => {
  const text = [...renderText(page, { color: false, width: 140 })].join('');
  expect(text).toMatch(/^✗ 1 of 2 guards broken\.\n[\s\S]*\n {2}4 log push jobs change, 2 compared\n/);
  for (const row of [
    /^ {2}job\.broken\["eu"\] \(update\) +1 of 2 guards broken +12 +3 +/m,
    /^ {2}job\.same\["eu"\] \(update\) +not compared: the filter does not change/m,
    /^ {2}warning: job\.created\["eu"\]: sample_rate of eu$/m,
    /^job\.broken\["eu"\] \(update\)\n {2}✗ 1 of 2 guards broken\.\n {2}eu keeps 9 lines fewer \(/m,
    /^job\.created\["eu"\] \(create\)\n {2}eu keeps 9 lines fewer \([\s\S]*^Newly dropped lines \(12\)$/m,
  ])
    expect(text).toMatch(row);
});

it('has a column of undecided lines for people if a job has any', () => {
  const [first, ...rest] = plan.jobs;
  const report = first!.report!;
  const comparisons = report.comparisons.map((one) => ({ ...one, undecided: { lines: 7, bytes: 700 } }));
  const open = planComparisonPage({ ...plan, jobs: [{ ...first!, report: { ...report, comparisons } }, ...rest] });
  const markdown = renderMarkdown(open);
  expect(markdown).toContain('| Job | Result | Newly dropped | Newly kept | Undecided | Cost per month |');
  expect(markdown).toMatch(/broken\*\* \| \*\*12\*\* \| 3 \| \**7\** \|/);
  expect(renderHtml(open)).toContain('Undecided</th>');
  expect(renderCsv(open, ['plan'])).toContain('1 of 2 guards broken,12,3,7,1200,');
  expect(renderMarkdown(page)).not.toContain('| Undecided |');
});

it.each<[string, 'lower' | 'higher' | null, string]>([
  ['pushes fewer', 'lower', 'pushes fewer lines than'],
  ['pushes more', 'higher', 'pushes more lines than'],
  ['keeps the same lines', null, 'keeps the same lines as'],
])('a job with the same filter %s', (_, sampleRateChange, words) => {
  const [first] = plan.jobs;
  const none = { lines: 0, bytes: 0 };
  const report = { ...first!.report!, guards: [] };
  const comparisons = report.comparisons.map((one) => ({
    ...one,
    ...{ onlyBefore: { ...one.onlyBefore, ...none }, onlyAfter: { ...one.onlyAfter, ...none }, undecided: none },
  }));
  const job = { ...first!, report: { ...report, comparisons }, sampleRateChange };
  const [alone, two] = [[job], [job, job]].map((jobs) => planComparisonPage({ ...plan, jobs }).answer);
  expect(plainText(alone!.text)).toContain(words);
  expect(plainText(two!.text).includes('keeps the same lines')).toBe(sampleRateChange === null);
});

it('names a job once, above its sections', () => {
  const titles = (html: string, level: number): string[] =>
    [...html.matchAll(new RegExp(`<h${level}>(.*?)</h${level}>`, 'g'))].map(([, title]) =>
      title!.replace(/<[^>]+>/g, ''),
    );
  const html = renderHtml(page);
  expect(titles(html, 2)).toEqual([
    'Jobs',
    'job.broken[&quot;eu&quot;] (update)',
    'job.created[&quot;eu&quot;] (create)',
  ]);
  const parts = titles(html, 3);
  expect(parts.slice(0, 3)).toEqual(['Guards: 1 of 2 broken', 'Lines', 'Edits of the filter']);
  expect(parts.filter((title) => title.includes('job.'))).toEqual([]);
  expect(parts.filter((title) => title === 'Lines')).toHaveLength(2);
  const lines = renderMarkdown(page).split('\n');
  expect(lines.filter((line) => line.startsWith('#### '))).toEqual([
    '#### Jobs',
    '#### `job.broken["eu"]` (update)',
    '#### `job.created["eu"]` (create)',
  ]);
  expect(lines.filter((line) => line === '##### Lines')).toHaveLength(2);
});

it('with one job is the page of its comparison', () => {
  const html = renderHtml(only);
  expect(html).toContain('<h1><code>job.broken[&quot;eu&quot;]</code></h1>');
  expect(html).not.toContain('class="part"');
  expect(only.highlights.length).toBeGreaterThan(0);
  expect(renderMarkdown(only)).not.toContain('| Job |');
});

it.each<[name: string, report: typeof plan, answer: Page['answer']]>([
  ['a broken guard', plan, { tone: 'bad', text: '1 of 2 guards broken.' }],
  [
    'guards that were not judged',
    { ...plan, jobs: plan.jobs.slice(1) },
    { tone: 'unclear', text: 'The guards of 2 jobs were not judged.' },
  ],
  [
    'an interruption',
    { ...plan, partial: true },
    { tone: 'unclear', text: 'Interrupted: not every job was compared.' },
  ],
  [
    'an unchanged job',
    { ...plan, jobs: [plan.jobs[2]!] },
    { tone: 'neutral', text: 'Every job keeps the same lines.' },
  ],
  ['no job', { ...plan, jobs: [] }, { tone: 'neutral', text: 'No log push job changes.' }],
  [
    'a job that was not compared',
    { ...plan, jobs: [{ ...plan.jobs[3]!, isUnjudged: false }] },
    { tone: 'unclear', text: '1 job was not compared.' },
  ],
  [
    'jobs without guards',
    { ...plan, jobs: [{ ...plan.jobs[1]!, isUnjudged: false }, plan.jobs[2]!] },
    { tone: 'neutral', text: 'The jobs newly drop 12 lines and newly keep 3 lines.' },
  ],
])('answers %s', (_name, report, answer) => {
  expect(planComparisonPage(report).answer).toEqual(answer);
});

it('a comment that is too long leaves out the parts of a section without its title', () => {
  const section = (title: string, text: string, isPart = false) => ({
    title,
    isPart,
    blocks: [{ kind: 'text', text } as const],
  });
  const sections = [
    ...[section('first', 'short'), section('part of first', 'short', true)],
    ...[section('large', 'x'.repeat(66_000)), section('part of large', 'short', true)],
    ...[section('last', 'short'), section('part of last', 'short', true)],
  ];
  const lines = renderMarkdown({ ...page, sections }).split('\n');
  expect(lines.filter((line) => line.startsWith('####'))).toEqual([
    ...['#### first', '##### part of first', '#### last', '##### part of last'],
  ]);
  // Above the sections: a reader of the head must not take the comment for the whole report.
  const cut =
    '> ⚠️ Cut to fit a comment: 2 sections are left out: `large` and `part of large`. `--format html` has all of them.';
  expect(lines.indexOf(cut)).toBeGreaterThan(0);
  expect(lines.indexOf(cut)).toBeLessThan(lines.indexOf('#### first'));
});

describe('text from outside', () => {
  /** The second job has the same sections as the first. */
  const pageOf = (text: string): Page => {
    const { jobs, ...report } = planReport(text);
    return planComparisonPage({ ...report, jobs: jobs.filter((_, index) => index !== 1) });
  };
  const tags = (html: string) => html.match(/<[a-z/!][^>]*>/gi)!.map((tag) => /^<\/?[a-z!0-9]+/i.exec(tag)![0]);
  const plain = tags(renderHtml(pageOf('plain-1')));

  it.each(HOSTILE)('%j is text', (text) => {
    const hostile = pageOf(text);
    expect(tags(renderHtml(hostile))).toEqual(plain);
    const html = micromark(renderMarkdown(hostile), {
      ...{ extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true },
    });
    expect(html).not.toMatch(/<(img|svg|script|b|a|del|em|h1)[\s>]/);
    const outside = html.replace(/<(pre|code)>?[\s\S]*?<\/\1>/g, '').replace(/&#\d+;/g, ' ');
    expect(outside).not.toMatch(/@octocat|#12|name#3/);
  });
});
