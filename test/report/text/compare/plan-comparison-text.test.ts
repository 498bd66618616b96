// The text of a Terraform plan: one row for each job, then the comparisons below their addresses.
import { expect, it } from 'vitest';
import { renderPlanComparisonText } from '../../../../src/report/text/compare/plan-comparison-text.ts';
import { HOSTILE, planReport } from '../../../helpers/report/reports.ts';

const plan = planReport('eu');
const print = (report: typeof plan, width = 100): string =>
  [...renderPlanComparisonText(report, { color: false, width })].join('');

it('begins with the answer, then the figures of each job', () => {
  expect(print(plan).split('\n').slice(0, 10)).toEqual([
    'Terraform plan: 1 of 2 guards broken',
    '4 log push jobs change, 2 compared',
    '',
    '    newly dropped  newly kept  cost/month  bytes/month     kept',
    '  job.broken["eu"] (update): 1 of 2 guards broken',
    '               12           3     +$12.50      +100 kB  25 → 25',
    '  job.created["eu"] (create): guards not judged; sample_rate of eu',
    '               12           3     +$12.50      +100 kB  25 → 25',
    '  job.same["eu"] (update): not compared: the filter does not change',
    '  job.unknown["eu"] (replace): not compared: filter eu is unknown; guards not judged',
  ]);
});

it('leaves out the columns that do not fit, and keeps the lost lines and the cost', () => {
  expect(print(plan, 60).split('\n')[3]).toBe('    newly dropped  newly kept  cost/month  bytes/month');
});

it('has each comparison below its address, with the remarks', () => {
  const parts = print(plan)
    .split('\n\n')
    .filter((part) => part.startsWith('job.'));
  expect(parts).toEqual([
    expect.stringMatching(/^job\.broken\["eu"\] \(update\)\neu keeps 9 lines fewer /),
    expect.stringMatching(/^job\.created\["eu"\] \(create\)\nsample_rate of eu\neu keeps 9 lines fewer /),
  ]);
});

it.each<[name: string, report: typeof plan, text: string]>([
  ['no job', { ...plan, jobs: [] }, 'Terraform plan: no log push job changes\n'],
  [
    'an interruption',
    { ...plan, jobs: [], partial: true },
    'Terraform plan: interrupted: not every job was compared\n',
  ],
])('prints %s', (_name, report, text) => {
  expect(print(report)).toBe(text);
});

it.each(HOSTILE)('%j stays on its row', (text) => {
  const printed = print(planReport(text), 400);
  const [, rows = ''] = printed.split('\n\n');
  expect(rows.trimEnd().split('\n')).toHaveLength(7);
  expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/);
});
