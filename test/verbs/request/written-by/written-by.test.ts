// The job that wrote the source: which of several it is, what it wrote, and what it cannot be.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { printFilterJson } from '../../../../src/language/filter/index.ts';
import { type Job, parseJobs } from '../../../../src/language/job/index.ts';
import { readWritingJob } from '../../../../src/verbs/request/written-by/written-by.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-written-by-'));
const FILTER = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}';
const A = {
  name: 'a',
  dataset: 'http_requests',
  destination_conf: 's3://logs/a/{DATE}?region=eu-west-1',
  filter: FILTER,
  output_options: { field_names: ['RayID'], sample_rate: 0.25 },
};
const B = { name: 'b', destination_conf: 's3://logs/b?region=eu-west-1' };
const DNS = { ...B, name: 'dns', dataset: 'dns_logs' };
let files = 0;
function file(content: unknown): string {
  files += 1;
  const path = join(folder, `job-${files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
function jobsOf(content: unknown): Job[] {
  return parseJobs(JSON.stringify(content), 'jobs', 'job').jobs;
}
const read = (path: string, sources: string[] = [], jobs: Job[] = []) =>
  readWritingJob(path, { dataset: getDataset('http_requests'), sources, jobs, connection: {} });

describe('the job', () => {
  it.each<[string, unknown, string[], string]>([
    ['one job, whatever the source', A, ['samples/logs'], 'a'],
    ['an array: the job of the bucket and folder', [A, B], ['s3://logs/b/20261101?region=eu-west-1'], 'b'],
    ['an API response', { success: true, result: [B, A] }, ['s3://logs/a/{DATE}?region=eu-west-1'], 'a'],
    ['the only job of the dataset', [DNS, A], ['samples/logs'], 'a'],
  ])('%s', async (_, content, sources, name) => {
    expect((await read(file(content), sources)).name).toBe(name);
  });

  it('is that of the destination of the replayed job, if there is no source', async () => {
    expect((await read(file([A, B]), [], jobsOf([{ ...B, name: 'new' }]))).name).toBe('b');
  });

  it.each<[string, unknown, string[], object]>([
    ['no job of the dataset', DNS, [], { code: 'written-by-dataset', kind: 'unreachable' }],
    ['two jobs, neither of the source', [A, B], ['samples/logs'], { code: 'written-by-job' }],
    [
      'two jobs of one destination',
      [B, { ...B, name: 'c' }],
      ['s3://logs/b?region=eu-west-1'],
      { code: 'written-by-job' },
    ],
    ['a file that is no job', '[1', [], { code: 'job-invalid' }],
    ['an invalid filter', { ...A, filter: '{}' }, [], { code: 'filter-invalid' }],
  ])('rejects %s', async (_, content, sources, error) => {
    await expect(read(file(content), sources)).rejects.toMatchObject(error);
  });

  it('rejects standard input', async () => {
    await expect(read('-')).rejects.toMatchObject({ code: 'written-by-stdin' });
  });

  it('names no secret of a destination', async () => {
    const secret = { ...B, destination_conf: 's3://logs/b?region=eu-west-1&access-key-id=AK&secret-access-key=hush' };
    const error = await read(file([A, secret]), ['samples/logs']).catch((caught: Error) => caught);
    expect(String((error as Error).message)).not.toMatch(/hush|AK/);
  });
});

describe('what it wrote', () => {
  it('filter, rate and fields', async () => {
    const { filter, ...rest } = await read(file(A));
    expect(printFilterJson(filter!)).toBe(FILTER);
    expect(rest).toEqual({ name: 'a', sampleRate: 0.25, fieldNames: ['RayID'] });
  });

  it('every line and field without settings', async () => {
    expect(await read(file(B))).toEqual({ name: 'b', filter: undefined, sampleRate: 1, fieldNames: undefined });
  });

  it('the fields of its template', async () => {
    const output_options = { record_template: '{"r":"{{.RayID}}"}', field_names: ['RayID', 'ClientIP'] };
    expect((await read(file({ ...A, output_options }))).fieldNames).toEqual(['RayID']);
  });

  it('with a filter over the limits of the platform, which it has accepted', async () => {
    const or = Array.from({ length: 40 }, (_, value) => ({ key: 'BotScore', operator: 'eq', value }));
    const { filter } = await read(file({ ...A, filter: JSON.stringify({ where: { or } }) }));
    expect(filter).toBeDefined();
  });
});
