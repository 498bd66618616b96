// Every format of every report on a job states a sample_rate, an enabled and a last_error that are not the usual ones, and the pushed lines
// where they differ from the kept ones.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printBytes } from '../../src/base/index.ts';
import {
  COMPARE_RENDERERS,
  ESTIMATE_RENDERERS,
  JOBS_PLAN_RENDERERS,
  PLAN_COMPARE_RENDERERS,
  REPLAY_RENDERERS,
} from '../../src/report/index.ts';
import type { Renderers, RenderSettings } from '../../src/report/renderer.ts';
import { compare, comparePlan, estimate, planJobs, replay } from '../../src/verbs/index.ts';
import { type AnswerServer, startAnswerServer, succeeds } from '../helpers/api/answer-server.ts';
import { linesOf, storedObjects } from '../helpers/stored-samples.ts';
import { plan, resource, state } from '../helpers/verbs/terraform-plan.ts';

const FILTER = JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: 500 } });
const OTHER = JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: 400 } });
const DESTINATION = 's3://logs/{DATE}?region=eu-west-1&access-key-id=A&secret-access-key=B';
const ERROR = { last_error: '2026-11-20T10:00:00Z', error_message: 'AccessDenied' };
const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

// biome-ignore lint/suspicious/noExplicitAny: a table of renderers of different results
type AnyRenderers = Renderers<any>;
type Settings = Readonly<Record<string, unknown>>;
const USUAL: Settings = { output_options: { sample_rate: 1 } };

/** Settings, and what a report has to state. */
const JOBS: readonly [string, Settings, readonly RegExp[]][] = [
  ['a rate', { output_options: { sample_rate: 0.1 } }, [/sample_?rate/i, /\b0\.1\b/]],
  [
    'disabled',
    { ...USUAL, enabled: false },
    [/\bdisabled\b|enabled changes from true to false|enabled true → false|"enabled": ?false|,false,/],
  ],
  ['a last error', { ...USUAL, ...ERROR }, [/last_?error/i, /2026-11-20T10:00:00Z/]],
];

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
/** A part of an object with errors: the reports are on figures, not on many lines. */
const [errors] = storedObjects('all-requests', '20261102/20261102T163500Z');
const SOURCE = { sources: [join(folder, basename(errors!.key, '.gz'))], threads: 1 };
writeFileSync(
  SOURCE.sources[0]!,
  linesOf(errors!.text)
    .filter((_, line) => line % 6 === 0)
    .map((line) => `${line}\n`)
    .join(''),
);
let server: AnswerServer;
let files = 0;
beforeAll(async () => {
  server = await startAnswerServer();
});
afterAll(() => server.stop());

function jobFile(settings: Settings, filter = FILTER): string {
  const path = join(folder, `${files++}.json`);
  const job = { name: 'prod', dataset: 'http_requests', enabled: true, destination_conf: DESTINATION, filter };
  writeFileSync(path, JSON.stringify({ ...job, ...settings }));
  return path;
}

const fileOf = (value: string) => ({ kind: 'job' as const, value });
const guards = ['kept >= 0.001%'];

/** Plans jobs against an API that has one. */
function planned(before: Settings, after: Settings, filter: string, more: object = {}) {
  const live = {
    id: 7,
    name: 'prod',
    dataset: 'http_requests',
    enabled: true,
    destination_conf: DESTINATION,
    filter: FILTER,
  };
  server.answer(succeeds([{ ...live, ...before }]), succeeds({ ...live, ...before }));
  const { last_error: _, error_message: __, ...wanted } = after;
  const jobs = [jobFile(wanted, filter)];
  return planJobs({ ...SOURCE, ...more, zone: ZONE, credentials: { token: 't' }, baseURL: server.baseURL, jobs });
}

const terraform = (before: Settings, after: Settings, filter: string) =>
  comparePlan({
    ...SOURCE,
    terraformPlan: plan([resource(['update'], state(FILTER, before), state(filter, after))]),
  });

/** The reports on a job: its settings change, or stay as they are. */
const REPORTS: readonly [string, AnyRenderers, (settings: Settings) => Promise<unknown>][] = [
  ['replay', REPLAY_RENDERERS, (job) => replay({ ...SOURCE, jobs: [jobFile(job)] })],
  ['replay with guards', REPLAY_RENDERERS, (job) => replay({ ...SOURCE, jobs: [jobFile(job)], guards })],
  [
    'replay of several jobs',
    REPLAY_RENDERERS,
    (job) => replay({ ...SOURCE, jobs: [jobFile(USUAL), jobFile({ ...job, name: 'other' })] }),
  ],
  [
    'compare, changed',
    COMPARE_RENDERERS,
    (job) => compare({ ...SOURCE, from: fileOf(jobFile(USUAL)), to: [fileOf(jobFile(job))] }),
  ],
  [
    'compare, unchanged',
    COMPARE_RENDERERS,
    (job) => compare({ ...SOURCE, from: fileOf(jobFile(job)), to: [fileOf(jobFile(job, OTHER))] }),
  ],
  ['sample --estimate', ESTIMATE_RENDERERS, (job) => estimate({ ...SOURCE, jobs: [jobFile(job)] })],
  ['Terraform plan, changed', PLAN_COMPARE_RENDERERS, (job) => terraform({ ...USUAL, ...last(job) }, job, OTHER)],
  ['Terraform plan, unchanged', PLAN_COMPARE_RENDERERS, (job) => terraform(job, job, OTHER)],
  ['jobs plan, changed', JOBS_PLAN_RENDERERS, (job) => planned({ ...USUAL, ...last(job) }, job, FILTER)],
  ['jobs plan, unchanged', JOBS_PLAN_RENDERERS, (job) => planned(job, job, OTHER)],
  ['jobs plan without a source', JOBS_PLAN_RENDERERS, (job) => planned(job, job, OTHER, { sources: [] })],
];

/** Only the API writes an error: it is that of the job before. */
function last({ last_error, error_message }: Settings): Settings {
  return { last_error, error_message };
}

describe.each(REPORTS)('%s', (report, renderers, reportOf) => {
  it.each(JOBS)('states %s in every format', async (_, settings, stated) => {
    const found = await reportOf(settings);
    for (const [format, load] of Object.entries(renderers)) {
      const render = await load();
      const style: RenderSettings = { color: false, width: 100 };
      // Markdown escapes; text wraps.
      const text = [...render(found, style)].join('').replaceAll('\\', '').replaceAll(/\s+/g, ' ');
      for (const pattern of stated) expect(text, `${report} as ${format}`).toMatch(pattern);
    }
  });
});

describe('rates of a sampled source', () => {
  it.each(Object.entries(REPLAY_RENDERERS))(
    '%s has their intervals, and none whose ends print alike',
    async (format, load) => {
      const found = await replay({
        ...{ ...SOURCE, filters: ['EdgeResponseStatus >= 500'], price: 'ingest=0.5/GB' },
        writtenBy: jobFile({ output_options: { sample_rate: 0.1 } }),
      });
      const text = [
        ...(await load())(found, { color: false, width: 100, table: format === 'csv' ? 'cost' : undefined }),
      ].join('');
      expect(text).not.toMatch(/(?<![\d.])(\d[\d.,]*(?: [kMG]?B)?) to \1(?![\d.,])/);
      if (format === 'json' || format === 'junit' || format === 'github') return;
      const { low, high } = found.cost!.jobs[0]!.perMonth.bytes!;
      const rounded = (bytes: number): string => String(Math.round(bytes));
      if (format === 'csv') expect(text).toContain(`,${rounded(low)},${rounded(high)},`);
      else expect(text).toContain(`${printBytes(low)} to ${printBytes(high)}`);
    },
  );
});

describe('a field of --by that no line has', () => {
  const by = ['ClientRequestScheme', 'ClientCountry'];
  const filter = { kind: 'filter' as const, value: 'EdgeResponseStatus >= 500' };
  const other = { kind: 'filter' as const, value: 'EdgeResponseStatus >= 400' };

  it.each<[string, AnyRenderers, string, () => Promise<unknown>]>([
    ['replay', REPLAY_RENDERERS, 'by', () => replay({ ...SOURCE, filters: [filter], by })],
    ['replay without a filter', REPLAY_RENDERERS, 'weights', () => replay({ ...SOURCE, by })],
    ['compare', COMPARE_RENDERERS, 'by', () => compare({ ...SOURCE, from: filter, to: [other], by })],
  ])('%s: is named in every format', async (_, renderers, table, reportOf) => {
    const found = await reportOf();
    for (const [format, load] of Object.entries(renderers)) {
      const text = [...(await load())(found, { color: false, width: 100, table: format === 'csv' ? table : undefined })]
        .join('')
        .replaceAll(/\s+/g, ' ');
      if (format === 'csv') expect(text).toMatch(/ClientRequestScheme,(?:absent|,1,)/);
      else if (format === 'json') expect(text).toMatch(/"absent": ?\{ ?"nearest": ?"ClientRequestHost"/);
      else expect(text, format).toMatch(/no examined line has the field ClientRequestScheme .*ClientRequestHost/i);
      expect(text, format).not.toMatch(/no examined line has the field ClientCountry/i);
    }
  });
});

describe('pushed lines', () => {
  const job = { output_options: { sample_rate: 0.1 } };

  it.each<[string, AnyRenderers, () => Promise<unknown>]>([
    ['replay', REPLAY_RENDERERS, () => replay({ ...SOURCE, jobs: [jobFile(job)], guards })],
    [
      'compare',
      COMPARE_RENDERERS,
      () => compare({ ...SOURCE, from: fileOf(jobFile(USUAL)), to: [fileOf(jobFile(job))] }),
    ],
    ['jobs plan', JOBS_PLAN_RENDERERS, () => planned(USUAL, job, FILTER)],
  ])('%s has them with their interval in every format', async (_, renderers, reportOf) => {
    const found = await reportOf();
    const { low, high } = pushedIn(found);
    for (const [format, load] of Object.entries(renderers)) {
      const table = format === 'csv' ? { table: 'jobs' } : {};
      const text = [...(await load())(found, { color: false, width: 100, ...table })].join('').replaceAll(/\s+/g, ' ');
      const ends = ['json', 'csv'].includes(format) ? [low, high] : [`${low} to ${high}`];
      for (const end of ends) expect(text, format).toContain(String(end));
    }
  });

  it.each([
    ['junit', /<testcase[^>]*name="kept [^>]*>\s*<system-out>prod: kept &gt;= 0.001% holds: .*; pushed \d/],
    ['github', /^::notice file=\S+,title=prod%3A kept >= 0.001%25::prod: kept >= 0.001%25 holds: .*; pushed \d/m],
  ] as const)('%s states them of a guard that holds', async (format, pattern) => {
    const render = await REPLAY_RENDERERS[format]();
    const found = await replay({ ...SOURCE, jobs: [jobFile(job)], guards });
    expect([...render(found, { color: false, width: 100 })].join('')).toMatch(pattern);
    const whole = await replay({ ...SOURCE, jobs: [jobFile(USUAL)], guards });
    expect([...render(whole, { color: false, width: 100 })].join('')).not.toMatch(/system-out|::notice/);
  });
});

function pushedIn(report: unknown): { low: number; high: number } {
  const { jobs } = report as { jobs: { pushed?: Pushed; effect?: { pushed: { to: Pushed } } }[] };
  const job = jobs.at(-1)!;
  return (job.effect?.pushed.to ?? job.pushed!).lines;
}

interface Pushed {
  lines: { low: number; high: number };
}
