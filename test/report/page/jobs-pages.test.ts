// The text of headgate jobs: a list at two widths, ages, and what an apply reports.
import { describe, expect, it } from 'vitest';
import { pushSettings } from '../../../src/language/output/index.ts';
import { jobListPage, printAge } from '../../../src/report/page/jobs-list-page.ts';
import { jobsOutcomePage } from '../../../src/report/page/jobs-outcome-page.ts';
import { jobsPlanPage } from '../../../src/report/page/jobs-plan-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import type { AppliedJob, JobList, JobOfPlan, JobsApplied, JobsPlan } from '../../../src/verbs/index.ts';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const NOW = Date.parse('2026-11-22T10:00:00Z');

const LIST: JobList = {
  version: 1,
  scope: { zone: ZONE },
  jobs: [
    {
      ...{ id: 1_012_345, name: 'errors-and-threats', dataset: 'http_requests', enabled: true },
      filter:
        'EdgeResponseStatus >= 500 or (SecurityAction != "" and not starts_with(ClientRequestPath, "/static") and ClientCountry in {"de" "at" "ch"})',
      destination: 's3://my-bucket/http_requests/errors/{DATE}',
      ...{ lastComplete: '2026-11-22T09:57:00Z', lastError: null, errorMessage: null },
    },
    {
      ...{ id: 7, name: 'all', dataset: 'http_requests', enabled: true, filter: null, destination: 'r2://logs/{DATE}' },
      ...{
        sampleRate: 0.1,
        outputType: 'csv',
        lastComplete: '2026-11-20T09:57:00Z',
        lastError: '2026-11-22T04:57:00Z',
      },
      errorMessage: 'error validating destination: error writing object: error uploading: \u001b[2Jaccess was denied',
    },
    {
      ...{ id: 9, name: null, dataset: 'firewall_events', enabled: false, destination: 's3://bucket' },
      ...{ filter: '{"where":{"key":"ClientIP","operator":"matches","value":"x"}}', filterProblem: 'unknown operator' },
      ...{ lastComplete: null, lastError: null, errorMessage: null },
    },
  ],
};

const listAt = (width: number): string => [...renderText(jobListPage(LIST, {}, NOW), { color: false, width })].join('');

describe('a list', () => {
  it('has a row for each job, then its complete settings', () => {
    const text = listAt(80);
    expect(text.split('\n')[0]).toBe(`3 jobs in zone ${ZONE}`);
    for (const row of [
      /^Jobs +ID +Dataset +State +Last push +Last error$/m,
      /^ {2}errors-and-threats +1012345 +http_requests +enabled +3 min ago +–$/m,
      /^ {2}all +7 +http_requests +enabled +2 days ago +5 h ago$/m,
      /^ {2}\(no name\) +9 +firewall_events +disabled +– +–$/m,
      /^ {2}sample_rate +0\.1\n {2}output_type +csv\n {2}error +error validating destination: /m,
      /^ {2}destination +r2:\/\/logs\/\{DATE\}$/m,
      /^id 9\n {2}filter +\{"where".*\n +not a filter that headgate can parse: unknown operator$/m,
    ])
      expect(text).toMatch(row);
    expect(text).toContain('\\u001b[2Jaccess was denied');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(LIST.jobs[0]!.filter);
  });
  it.each([80, 120])('fits %i columns', (width) => {
    expect(
      Math.max(
        ...listAt(width)
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(width);
  });
});

it.each([
  ['2026-11-22T10:00:30Z', '0 s ago'],
  ['2026-11-22T09:59:15Z', '45 s ago'],
  ['2026-11-22T09:57:00Z', '3 min ago'],
  ['2026-11-21T10:00:00Z', '24 h ago'],
  ['2026-11-19T10:00:00Z', '3 days ago'],
  // The clock of the service differs.
  ['2026-11-22T11:00:00Z', '2026-11-22T11:00:00Z'],
  ['yesterday', 'yesterday'],
])('the age of %s is %s', (time, expected) => expect(printAge(time, NOW)).toBe(expected));

const APPLIED: Omit<JobsApplied, 'outcome' | 'jobs'> = {
  version: 1,
  plan: {
    ...{
      version: 1,
      scope: { zone: ZONE },
      jobs: [],
      isPending: true,
      isApplicable: true,
      isMeasured: true,
      partial: false,
    },
    takesEffectAfterMinutes: { least: 10, most: 15 },
  },
};
const outcomeText = (applied: Pick<JobsApplied, 'outcome' | 'jobs'>): string =>
  [...renderText(jobsOutcomePage({ ...APPLIED, ...applied }), { color: false, width: 100 })].join('');

it('a run that changed nothing says so, with what somebody else changed', () => {
  const job = { name: 'a', id: 1, action: 'update', outcome: 'unchanged', reason: 'the reason' } as const;
  const changedByOthers = [{ path: 'enabled', kind: 'change', from: 'false', to: 'true' } as const];
  const failed = outcomeText({ outcome: 'failed', jobs: [{ ...job, changedByOthers }] });
  expect(failed).toMatch(/^✗ Nothing was changed\.\n[\s\S]*\n {2}✗ not changed +a +1 +the reason\n/);
  expect(failed).toMatch(/\na: another client changed\n {2}~ enabled {2}false → true\n$/);
  expect(outcomeText({ outcome: 'interrupted', jobs: [job] })).toMatch(/Nothing was changed: interrupted/);
  const applied = { ...job, outcome: 'applied', reason: 'without an undo file: the disk is full' } as const;
  expect(outcomeText({ outcome: 'interrupted', jobs: [applied, job] })).toMatch(
    /^✗ Interrupted: not applied completely\.[\s\S]*✓ updated +a +1 +without an undo file: the disk is full\n/,
  );
});

it('an apply that broke off names what was changed, what was not, and what did not take effect', () => {
  const result: Pick<JobsApplied, 'outcome' | 'jobs'> = {
    outcome: 'failed',
    jobs: [
      { name: 'a', id: 1, action: 'create', outcome: 'applied', undoFile: 'undo-a.json' },
      { name: 'b', id: 2, action: 'none', outcome: 'none' },
      {
        ...{ name: 'c', id: 3, action: 'update', outcome: 'incomplete', undoFile: "it's/undo-c.json" },
        reason: 'the API accepted the change, but the job that was read back differs from the plan',
        remaining: [
          { path: 'filter', kind: 'filter', from: 'BotScore < 30', to: null },
          { path: 'enabled', kind: 'change', from: 'false', to: 'true' },
          {
            path: 'output_options.field_names',
            kind: 'list',
            added: ['RayID'],
            removed: ['ClientIP'],
            isReordered: false,
          },
        ],
      },
      { name: 'd', id: 4, action: 'update', outcome: 'unchanged', reason: 'not tried: c failed' },
      { name: 'e', id: 5, action: 'update', outcome: 'unknown', reason: 'the job cannot be read either' },
    ],
  };
  const text = outcomeText(result);
  expect(text).toMatch(/^✗ Not applied completely\. Run the same command again to complete it\.\n/);
  for (const row of [
    /^ {2}✓ created +a +1$/m,
    /^ {2}✗ not as planned +c +3 +the API accepted the change, but the job that was read back$/m,
    /^ {2}✗ not changed +d +4 +not tried: c failed$/m,
    /^ {2}\? in an unknown state +e +5 +the job cannot be read either$/m,
  ])
    expect(text).toMatch(row);
  expect(text).toContain(`
c: these changes did not take effect
  ~ filter
    - BotScore < 30
    + none: every line
  ~ enabled  false → true
  ~ output_options.field_names
    + RayID
    - ClientIP
`);
  expect(text).toContain(`
To undo
  headgate jobs apply --zone ${ZONE} --job undo-a.json --job 'it'\\''s/undo-c.json'
`);
});

const JOB_OF_PLAN: JobOfPlan = {
  ...{ action: 'update', name: 'errors', id: 1, dataset: 'http_requests', destination: 's3://b/{DATE}' },
  ...{ changes: [], warnings: [], remarks: [], problems: [], needsOwnership: false },
  push: pushSettings(undefined),
};
const planWith = (job: Partial<JobOfPlan>): JobsPlan => ({
  ...{ version: 1, scope: { zone: ZONE }, isPending: true, isApplicable: true, isMeasured: true, partial: false },
  takesEffectAfterMinutes: { least: 10, most: 15 },
  jobs: [{ ...JOB_OF_PLAN, ...job }],
});
const equalFilter = { from: 'BotScore < 30', to: 'BotScore <= 29' };
const PROVEN = '✓ filter: proven equal, written differently: both filters have the same verdict on every line';
const RENAMED: JobOfPlan['changes'][number] = { path: 'name', kind: 'change', from: '"all"', to: '"errors"' };

it.each<[string, Partial<JobOfPlan>, string]>([
  ['an update', {}, '\n~ errors will be updated\n  id 1, http_requests, s3://b/{DATE}\n'],
  ['a new name', { liveName: 'all', changes: [RENAMED] }, '\n~ all (id 1) will be renamed to errors\n  http_requests,'],
  [
    'a new name and more',
    { liveName: 'all', changes: [RENAMED, { path: 'enabled', kind: 'change', from: 'true', to: 'false' }] },
    '\n~ all (id 1) will be renamed to errors and updated\n  http_requests,',
  ],
  [
    'an equal filter, left as it is',
    { action: 'none', equalFilter },
    `${PROVEN}; live BotScore < 30, in the file BotScore <= 29; --rewrite replaces it\n`,
  ],
  [
    'an equal filter, rewritten',
    { equalFilter, changes: [{ path: 'filter', kind: 'filter', ...equalFilter }] },
    `\n  ~ filter\n    - BotScore < 30\n    + BotScore <= 29\n  ${PROVEN}\n`,
  ],
  ['a warning', { warnings: ['a legal mistake'] }, '\n  warning: errors: a legal mistake\n'],
  ['a problem', { problems: ['a wrong field'] }, '\n  ✗ errors: a wrong field\n'],
  [
    'its own source',
    { isOwnSource: true },
    '\n  warning: errors: the source is what this job pushed itself; lines that',
  ],
  ['a remark', { remarks: ['sample_rate stays 0.1'] }, '\n  sample_rate stays 0.1\n'],
  ['ownership', { needsOwnership: true }, '  jobs apply requests an ownership file from the API'],
])('a plan of %s', (_, job, expected) => {
  expect([...renderText(jobsPlanPage(planWith(job)), { color: false, width: 200 })].join('')).toContain(expected);
});

it.each<[string, Partial<JobsPlan>, string]>([
  ['a problem', { isApplicable: false }, '✗ Plan for zone'],
  ['an interruption', { partial: true, isApplicable: false }, '? Plan for zone'],
])('a plan that cannot be applied: %s', (_, plan, start) => {
  const job = { ...JOB_OF_PLAN, problems: ['a wrong field'] };
  const page = jobsPlanPage({ ...planWith({}), jobs: [job], ...plan });
  const text = [...renderText(page, { color: false, width: 100 })].join('');
  expect(text.startsWith(start)).toBe(true);
  expect(text).toContain(plan.partial === true ? 'nothing can be applied' : 'Cannot be applied: a job has a problem.');
});

it.each([
  ['a change without a source', { isMeasured: false }, true],
  ['a change with one', { isMeasured: true }, false],
  ['no change', { isMeasured: false, isPending: false }, false],
])('%s: says whether its effect is measured', (_, plan, isStated) => {
  const text = [...renderText(jobsPlanPage({ ...planWith({}), ...plan }), { color: false, width: 200 })].join('');
  expect(text.includes('The effect on the logs is not measured: found no source; add --source SOURCE')).toBe(isStated);
});

const APPLIED_JOB: AppliedJob = { name: 'a', id: 1, action: 'update', outcome: 'applied', undoFile: 'undo-a.json' };

it.each<[AppliedJob['advice'], string]>([
  ['retry', 'Run the same command again to complete it.'],
  ['correct', 'Correct the cause below, then run the same command again.'],
  ['plan', 'Run headgate jobs plan to see what is left.'],
  ['list', 'Run headgate jobs list before you apply again: the job may exist.'],
])('what to do next: %s', (advice, expected) => {
  const failed: AppliedJob = {
    name: 'b',
    id: 2,
    action: 'update',
    outcome: 'unchanged',
    reason: 'why',
    advice: advice!,
  };
  const result: Pick<JobsApplied, 'outcome' | 'jobs'> = { outcome: 'failed', jobs: [APPLIED_JOB, failed] };
  expect(outcomeText(result)).toContain(`Not applied completely. ${expected}\n`);
  expect(outcomeText({ ...result, jobs: [failed] })).toContain('Nothing was changed.\n');
});

it.each<[boolean, boolean]>([
  [true, true],
  [false, false],
])('a notice about secrets in an undo file: %s', (hasParameters, isPrinted) => {
  const job: AppliedJob = { ...APPLIED_JOB, ...(hasParameters ? { undoHasParameters: true } : {}) };
  const text = outcomeText({ outcome: 'applied', jobs: [job] });
  expect(text.replaceAll(/\s+/g, ' ').includes('may be secrets: only you can read it')).toBe(isPrinted);
});
