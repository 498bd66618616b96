// What apply promises about any job: a plan after it has no changes, the undo file restores the job, a plan with a source predicts what
// is pushed, and a change that the platform ignores is reported.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { type ApplyJobsRequest, applyJobs, planJobs } from '../../../src/verbs/index.ts';
import { type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';
import { type Listening, listen } from '../../helpers/listen.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { readObjects } from '../../helpers/sandbox/read-bucket.ts';
import { type AnyJob, anyZone } from '../../properties/any-zone.ts';

let sandbox: Sandbox;
let live: LiveJobs;
let undoFolder: string;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, maxJobs: 20 });
  live = await openLiveJobs(sandbox);
  undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
});
afterAll(() => sandbox.stop());
beforeEach(() => live.deleteAll());

const request = (job: string, more: Partial<ApplyJobsRequest> = {}): ApplyJobsRequest => ({
  ...{ ...live.access, timeoutMs: 20_000, jobs: [job], undoFolder },
  ...more,
});

/** Applies, and checks that nothing is left to change. @returns the undo file, if something was changed */
async function applyAndPlan(job: string): Promise<string | undefined> {
  const { outcome, jobs } = await applyJobs(request(job));
  expect(jobs.map(({ reason }) => reason).filter((reason) => reason !== undefined)).toEqual([]);
  expect(['applied', 'nothing']).toContain(outcome);
  const plan = await planJobs(request(job));
  expect(plan.jobs.map(({ action, changes }) => ({ action, changes }))).toEqual([{ action: 'none', changes: [] }]);
  return jobs[0]?.undoFile;
}

describe('plan → apply → plan has no changes', () => {
  const anyJob: fc.Arbitrary<AnyJob> = anyZone.map(({ jobs }) => jobs[0]!);

  it('for random jobs that are created and then changed to another one; the undo file restores the first', async () => {
    await fc.assert(
      fc.asyncProperty(anyJob, anyJob, async (first, second) => {
        await live.deleteAll();
        const bodyOf = ({ filter, output_options }: AnyJob) => ({
          ...{ name: 'any', destination_conf: live.conf('any'), enabled: true, output_options },
          filter: filter ?? null,
        });
        await applyAndPlan(await live.write('first.json', bodyOf(first)));
        const before = await live.list();
        const undo = await applyAndPlan(await live.write('second.json', bodyOf(second)));
        if (undo !== undefined) await applyAndPlan(undo);
        expect(await live.list()).toEqual(before);
      }),
      { numRuns: randomRuns(12) },
    );
  });

  it.each([
    ['legacy options', { logpull_options: 'fields=RayID,ClientIP,EdgeStartTimestamp&timestamps=rfc3339' }],
    [
      'the other spelling of a filter',
      { filter: '{ "where" : {"value":"500","operator":"geq","key":"EdgeResponseStatus"} }' },
    ],
    [
      'empty values',
      { filter: '', logpull_options: '', kind: '', max_upload_bytes: 0, last_error: null, error_message: null },
    ],
    ['limits of batches', { max_upload_records: 1000, max_upload_interval_seconds: 30, frequency: 'high' }],
    ['a filter as an object', { filter: { where: { key: 'EdgeResponseStatus', operator: 'geq', value: 500 } } }],
  ])('%s', async (_, settings) => {
    const { output_options: __, ...job } = plainJob(live.conf());
    await applyAndPlan(await live.write('job.json', { ...job, ...settings }));
  });

  it('a job of the list of the API, unchanged', async () => {
    await live.create({ filter: statusFilter(500), max_upload_records: 2000 });
    const file = await live.write('list.json', { success: true, errors: [], messages: [], result: await live.list() });
    expect((await applyJobs(request(file))).outcome).toBe('nothing');
  });

  const RECORDED = resolve(import.meta.dirname, '../../../../shared/fixtures/api');
  const recorded = existsSync(RECORDED)
    ? readdirSync(RECORDED).filter((name) => name.startsWith('cf-terraforming.v4.cloudflare_logpush_job'))
    : [];
  it.runIf(recorded.length > 0)('jobs made by other tools', async () => {
    for (const name of recorded) {
      const { result } = JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as { result: object[] };
      for (const job of result) {
        const { id: _, ...settings } = job as { id: number };
        await applyAndPlan(await live.write('recorded.json', { ...settings, destination_conf: live.conf('recorded') }));
      }
    }
  });
});

describe('a plan with a source', () => {
  it('predicts the lines that the sandbox pushes after the apply', async () => {
    const names = ['RayID', 'EdgeResponseStatus', 'ClientCountry', 'ClientRequestPath', 'EdgeStartTimestamp'];
    const shared = { enabled: true, output_options: { field_names: names }, dataset: 'http_requests' };
    await live.create({ ...shared, name: 'all', destination_conf: live.conf('all') });
    await live.create({ ...shared, name: 'some', destination_conf: live.conf('some-1'), filter: statusFilter(500) });
    const push = (): void => {
      for (let n = 0; n < 300; n += 1) {
        sandbox.push({
          timestamp: 1_793_000_000_000_000_000n + BigInt(n),
          client: { ip: '192.0.2.1', country: n % 3 === 0 ? 'de' : 'us' },
          request: { method: 'GET', url: `/${n}`, httpVersion: 'h2', headers: [['host', 'a.example']] },
          response: { status: [200, 404, 500, 503][n % 4]!, headers: [] },
        });
      }
    };
    const linesOf = async (prefix: string): Promise<string[]> => {
      const text = [...(await readObjects(sandbox, prefix)).values()].join('');
      // Ray IDs differ from push to push.
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.stringify({ ...(JSON.parse(line) as object), RayID: '' }))
        .sort();
    };
    push();
    await sandbox.flush();
    const filter = '(EdgeResponseStatus >= 500 and ClientCountry == "de") or EdgeResponseStatus == 404';
    const file = await live.write('some.json', { name: 'some', destination_conf: live.conf('some-2') });
    const change = request(file, { filter, sources: [live.conf('all')], samples: 300 });
    const { jobs } = await planJobs(change);
    const { effect } = jobs[0]!;
    expect((await applyJobs(change)).outcome).toBe('applied');
    push();
    await sandbox.flush();
    const before = await linesOf('some-1');
    const after = await linesOf('some-2');
    expect(effect).toMatchObject({ lines: { read: 300 }, from: { kept: { lines: before.length } } });
    expect(effect!.to.kept.lines).toBe(after.length);
    const samplesOf = (lines: { samples: readonly { line: string }[] } | null): string[] =>
      lines!.samples.map(({ line }) => JSON.stringify({ ...(JSON.parse(line) as object), RayID: '' })).sort();
    expect(samplesOf(effect!.newlyKept)).toEqual(after.filter((line) => !before.includes(line)));
    expect(samplesOf(effect!.newlyDropped)).toEqual(before.filter((line) => !after.includes(line)));
  });
});

describe('a platform that ignores a change', () => {
  let ignoring: Listening;

  /** Removes `filter: null` from updates, as the platform was reported to do. */
  beforeAll(async () => {
    const target = new URL(sandbox.baseURL);
    const forwarding = createServer(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      const answer = await fetch(new URL(incoming.url!, target), {
        method: incoming.method!,
        headers: { authorization: incoming.headers.authorization!, 'content-type': 'application/json' },
        ...(body === '' ? {} : { body: body.replace('"filter":null', '"filter_attack_traffic":null') }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    ignoring = await listen(forwarding);
  });
  afterAll(() => ignoring.stop());

  it('is reported with what did not take effect', async () => {
    await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors' });
    const baseURL = ignoring.origin + new URL(sandbox.baseURL).pathname;
    const { outcome, jobs } = await applyJobs(request(file, { baseURL, filter: 'all' }));
    expect(outcome).toBe('failed');
    expect(jobs[0]).toMatchObject({ outcome: 'incomplete', remaining: [{ path: 'filter' }] });
    expect(jobs[0]!.undoFile).toBeDefined();
  });
});
