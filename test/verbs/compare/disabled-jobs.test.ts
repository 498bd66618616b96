// Jobs that are switched or stay disabled, and sensitive options: one verdict for job files and Terraform plans, in every format.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMPARE_RENDERERS, PLAN_COMPARE_RENDERERS } from '../../../src/report/index.ts';
import { compare, comparePlan } from '../../../src/verbs/index.ts';
import { copySmallObjects } from '../../helpers/stored-samples.ts';
import { plan, resource } from '../../helpers/verbs/terraform-plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-disabled-'));
const source = join(folder, 'logs');
copySmallObjects(source);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const status = (least: number) =>
  JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: least } });
const job = (enabled: boolean, least: number, rate = 1) => ({
  ...{ name: 'prod', dataset: 'http_requests', enabled, filter: status(least), destination_conf: 's3://logs/{DATE}' },
  output_options: { sample_rate: rate },
});
type AnyJob = ReturnType<typeof job>;

let files = 0;
function fileOf(settings: AnyJob) {
  files += 1;
  const value = join(folder, `job-${files}.json`);
  writeFileSync(value, JSON.stringify(settings));
  return { kind: 'job' as const, value };
}

const FORMATS = ['text', 'markdown', 'html'] as const;
const STYLE = { color: false, width: 500 };
const request = { sources: [source], samples: 0, findsValues: false, threads: 1 };
const plainText = (parts: Iterable<string>) =>
  [...parts]
    .join('')
    .replaceAll(/<[^>]*>|[`*]/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ');

async function ofFiles(before: AnyJob, after: AnyJob) {
  const report = await compare({ ...request, from: fileOf(before), to: [fileOf(after)] });
  const texts = FORMATS.map(async (format) => plainText((await COMPARE_RENDERERS[format]())(report, STYLE)));
  return { report, texts: await Promise.all(texts) };
}

async function ofPlan(before: AnyJob, after: AnyJob, marks: object = {}, more: object = {}) {
  const report = await comparePlan({
    ...{ ...request, ...more },
    terraformPlan: plan([resource(['update'], before, after, marks)]),
  });
  const texts = FORMATS.map(async (format) => plainText((await PLAN_COMPARE_RENDERERS[format]())(report, STYLE)));
  return { report, found: report.jobs[0]!, texts: await Promise.all(texts) };
}

const SENSITIVE = { before_sensitive: { output_options: true }, after_sensitive: { output_options: true } };

describe.each<[name: string, before: AnyJob, after: AnyJob, switched: string, words: RegExp]>([
  ['switched off', job(true, 400), job(false, 400), 'off', /is disabled and pushes no line/],
  ['switched on', job(false, 400), job(true, 400), 'on', /is enabled again/],
  ['disabled', job(false, 400), job(false, 500), 'stays-off', /stays disabled and pushes no line; its filter/],
  [
    'disabled, newly keeps',
    job(false, 500),
    job(false, 400),
    'stays-off',
    /stays disabled and pushes no line; its filter/,
  ],
])('a job that is %s', (_, before, after, switched, words) => {
  it('has one verdict in files and in plans, whether its options are sensitive or not', async () => {
    const known = await ofFiles(before, after);
    const [shown, hidden] = [await ofPlan(before, after), await ofPlan(before, after, SENSITIVE)];
    for (const { comparisons } of [known.report, shown.found.report!, hidden.found.report!]) {
      expect(comparisons[0]!.switched).toBe(switched);
    }
    for (const text of [...known.texts, ...shown.texts, ...hidden.texts]) expect(text).toMatch(words);
    const lines = (one: typeof known.report) =>
      one.comparisons.map(({ onlyBefore, onlyAfter }) => [onlyBefore.lines, onlyAfter.lines]);
    expect([lines(shown.found.report!), lines(hidden.found.report!)]).toEqual([
      lines(known.report),
      lines(known.report),
    ]);
    expect(
      lines(known.report)
        .flat()
        .some((count) => count > 0),
    ).toBe(true);
  });
});

it('states that disabled jobs are compared by their filters, in the same words', async () => {
  const [before, after] = [job(false, 400), job(false, 500)];
  const remark = 'both jobs are disabled and push no line: their filters are compared as if the jobs were enabled';
  expect((await ofFiles(before, after)).report.comparisons[0]!.remarks).toEqual([remark]);
  const { found, texts } = await ofPlan(before, after, {}, { guards: ['newly-dropped == 0'] });
  expect(found).toMatchObject({ remarks: [remark], isUnchanged: false, report: { guards: [{ holds: false }] } });
  for (const text of (await ofPlan(before, after)).texts) expect(text).toContain('stays disabled and pushes no line');
  for (const text of texts) expect(text).toContain('both jobs are disabled');
});

it('shows no figure from which a sensitive rate follows', async () => {
  const [before, after] = [job(true, 400, 0.5), job(true, 500, 0.4321)];
  const more = { price: '1000/GB', guards: ['cost <= 1/month', 'pushed <= 1', 'kept >= 1'] };
  const shown = await ofPlan(before, after, {}, more);
  expect(shown.found.report!.cost).toBeDefined();
  const hidden = await ofPlan(before, after, SENSITIVE, more);
  const { report, remarks } = hidden.found;
  expect([report!.cost, report!.comparisons[0]!.cost]).toEqual([undefined, null]);
  expect(remarks).toContain(
    'Terraform marks the output options as sensitive: rates, costs and what the job pushes are not shown',
  );
  const results = (one: typeof report) => one!.guards!.map(({ holds }) => holds);
  expect(results(report)).toEqual(results(shown.found.report));
  for (const { found } of report!.guards!.slice(0, 2)) expect(found).toContain('the figure is not shown');
  const texts = [JSON.stringify({ ...report, timing: undefined }), ...hidden.texts];
  for (const text of texts) expect(text).not.toMatch(/0\.4321|\$/);
});

it('hides the sensitive rate of the job that wrote the source', async () => {
  const ofSource = (one: AnyJob) => ({ ...one, destination_conf: source });
  const { found, texts } = await ofPlan(ofSource(job(true, 100, 0.4321)), ofSource(job(true, 500, 0.4321)), SENSITIVE, {
    guards: ['kept <= 100000000', 'newly-dropped <= 1'],
    neverDrop: ['EdgeResponseStatus == 404'],
  });
  const { completeness } = found.report!.comparisons[0]!;
  expect(completeness).toMatchObject({ answer: 'lower-bound', sampleRate: null });
  const shown = [JSON.stringify({ ...found.report, timing: undefined }), ...texts];
  for (const text of shown) expect(text).not.toContain('0.4321');
  for (const { found: words } of found.report!.guards!) expect(words).toContain('the figure is not shown');
});

it('states what a job that samples pushed of the lines that switching it off drops', async () => {
  const { texts } = await ofFiles(job(true, 400, 0.1), job(false, 400, 0.1));
  for (const text of texts) expect(text).toMatch(/newly drop(s|ped).*, of which it pushed about [\d,]+ lines?, /);
});

it('never prints a last_error that Terraform marks as sensitive', async () => {
  const failing = { ...job(true, 400), last_error: 'SECRET' } as AnyJob;
  const { report, texts } = await ofPlan(failing, job(true, 500), { before_sensitive: { last_error: true } });
  for (const text of [...texts, JSON.stringify(report)]) {
    expect(text).not.toContain('SECRET');
    expect(text).toMatch(/last\\?_error is/);
  }
});
