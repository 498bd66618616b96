// kill -9 at random moments, while batches are pushed and the API is written: the state opens, no object is torn, every acknowledged
// change and batch is there once.
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { programPath } from '../helpers/programs.ts';
import { readObjects } from '../helpers/sandbox/read-bucket.ts';
import { callApi } from '../helpers/sandbox/serve-api.ts';

const PROCESS = programPath('pushing-process');
/** Kills of each of the two runs. */
const KILLS = 5;
/** A kill comes after up to this many acknowledged batches, and up to this many milliseconds. */
const LATEST = { batches: 3, ms: 60 };

interface Ready {
  baseURL: string;
  token: string;
  zoneId: string;
  accountId: string;
  destination: string;
}

interface Batch {
  job: string;
  object: string;
  lines: number;
}

/** What clients know when the process is gone. */
interface Known {
  /** Acknowledged batches of all rounds. */
  batches: Batch[];
  /** Version and description of the last acknowledged ruleset. */
  version: number;
  description: string;
  /** Changes sent without an answer: each may be there or not. */
  unanswered: number;
  /** Versions of the transformer that were acknowledged, its latest SQL, and whether one more may be there. */
  sql: { versions: number; code: string; isUnanswered: boolean };
}

const JOB = {
  ...{ dataset: 'http_requests', enabled: true, max_upload_interval_seconds: 30 },
  output_options: { field_names: ['RayID', 'ClientRequestPath'] },
};

async function createJobs(ready: Ready, folder: string): Promise<void> {
  const jobs = `/zones/${ready.zoneId}/logpush/jobs`;
  if (((await callApi(ready, 'GET', jobs)) as unknown[]).length > 0) return;
  await callApi(ready, 'POST', jobs, { ...JOB, name: 'bucket', destination_conf: ready.destination });
  const destination_conf = `${folder}/{DATE}`;
  const ownership = await callApi(ready, 'POST', `/zones/${ready.zoneId}/logpush/ownership`, { destination_conf });
  const { filename } = ownership as { filename: string };
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => filename.endsWith(name))!;
  const ownership_challenge = readFileSync(join(folder, file), 'utf8').trim();
  await callApi(ready, 'POST', jobs, { ...JOB, name: 'folder', destination_conf, ownership_challenge });
}

/** Changes the ruleset again and again until the process is gone. */
async function changeRuleset(ready: Ready, known: Known): Promise<void> {
  const path = `/zones/${ready.zoneId}/rulesets/phases/http_log_custom_fields/entrypoint`;
  for (let change = 1; ; change += 1) {
    known.unanswered += 1;
    const description = `change ${known.version} ${change}`;
    const answer = await callApi(ready, 'PUT', path, { description, rules: [] }).catch(() => undefined);
    if (answer === undefined) return;
    known.unanswered = 0;
    known.version = Number((answer as { version: string }).version);
    known.description = description;
  }
}

/** Writes SQL of one transformer again and again until the process is gone. */
async function changeTransformer(ready: Ready, { sql }: Known): Promise<void> {
  const path = `/accounts/${ready.accountId}/logpush/transformers`;
  let id = ((await callApi(ready, 'GET', path).catch(() => [])) as { id: number }[])[0]?.id;
  for (let change = 1; ; change += 1) {
    sql.isUnanswered = true;
    const body = { name: 'killed', code: `SELECT RayID FROM http_requests -- ${sql.versions} ${change}` };
    const [method, place] = id === undefined ? ['POST', path] : ['PUT', `${path}/${id}`];
    const answer = await callApi(ready, method, place, body).catch(() => undefined);
    if (answer === undefined) return;
    ({ id } = answer as { id: number });
    sql.isUnanswered = false;
    sql.versions += 1;
    sql.code = body.code;
  }
}

/** The SQL has each acknowledged version, and the latest one as it was written. */
async function expectTransformer(ready: Omit<Ready, 'destination'>, { sql }: Known): Promise<void> {
  const path = `/accounts/${ready.accountId}/logpush/transformers`;
  const all = (await callApi(ready, 'GET', path)) as { id: number }[];
  expect(all).toHaveLength(1);
  const versions = (await callApi(ready, 'GET', `${path}/${all[0]!.id}/versions`)) as { version: number }[];
  const { content } = (await callApi(ready, 'GET', `${path}/${all[0]!.id}/content`)) as { content: string };
  // The answer lists at most 1,000.
  const latest = versions[0]!.version;
  expect(latest - sql.versions).toBeLessThanOrEqual(sql.isUnanswered ? 1 : 0);
  expect(latest).toBeGreaterThanOrEqual(sql.versions);
  if (latest === sql.versions) expect(content).toBe(sql.code);
}

/** Checks what the last process left, and takes over a change without an answer if it is there. */
async function resolveTransformer(ready: Ready, known: Known): Promise<void> {
  const path = `/accounts/${ready.accountId}/logpush/transformers`;
  const [found] = (await callApi(ready, 'GET', path)) as { id: number }[];
  if (found === undefined) {
    expect(known.sql.versions).toBe(0);
    return;
  }
  await expectTransformer(ready, known);
  const [latest] = (await callApi(ready, 'GET', `${path}/${found.id}/versions?limit=1`)) as { version: number }[];
  const { content } = (await callApi(ready, 'GET', `${path}/${found.id}/content`)) as { content: string };
  known.sql = { versions: latest!.version, code: content, isUnanswered: false };
}

/** Starts the process, writes over the API while it pushes, and kills it. */
async function runOnce(state: string, folder: string, known: Known): Promise<void> {
  const child: ChildProcess = fork(PROCESS, [state], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  let hasJobs = false;
  let left = 1 + Math.floor(Math.random() * LATEST.batches);
  child.stderr!.on('data', (text) => {
    stderr += text;
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: { ready?: Ready; pushed?: Batch }) => {
      if (message.ready !== undefined) resolve(message.ready);
      if (message.pushed === undefined) return;
      known.batches.push(message.pushed);
      if (hasJobs) left -= 1;
      if (left === 0) setTimeout(() => child.kill('SIGKILL'), Math.random() * LATEST.ms);
    });
    void exit.then(() => reject(new Error(`the process ended before it was ready: ${stderr}`)));
  });
  await createJobs(ready, folder);
  await resolveTransformer(ready, known);
  hasJobs = true;
  await Promise.all([changeRuleset(ready, known), changeTransformer(ready, known), exit]);
  expect(stderr).toBe('');
}

describe.concurrent.each([1, 2])('run %i', () => {
  it('keeps what it acknowledged', async () => {
    const root = mkdtempSync(join(tmpdir(), 'headgate-kill-'));
    const folder = join(root, 'logs');
    mkdirSync(folder);
    const state = join(root, 'state.db');
    const known: Known = {
      batches: [],
      version: 0,
      description: '',
      unanswered: 0,
      sql: { versions: 0, code: '', isUnanswered: false },
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await runOnce(state, folder, known);
    }
    const sandbox = await startSandbox({ state });
    const path = `/zones/${sandbox.zoneId}/rulesets/phases/http_log_custom_fields/entrypoint`;
    const ruleset = (await callApi(sandbox, 'GET', path)) as { version: string; description: string };
    expect(Number(ruleset.version)).toBeGreaterThanOrEqual(known.version);
    expect(Number(ruleset.version)).toBeLessThanOrEqual(known.version + known.unanswered);
    if (Number(ruleset.version) === known.version) expect(ruleset.description).toBe(known.description);

    await expectTransformer(sandbox, known);
    const bucket = await readObjects(sandbox, 'logs');
    await sandbox.stop();
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log.gz'));
    const files = names
      .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
      .map((name) => [join(folder, name), gunzipSync(readFileSync(join(folder, name))).toString()] as const);
    for (const [job, objects] of [['bucket', bucket] as const, ['folder', new Map(files)] as const]) {
      const acknowledged = known.batches.filter((batch) => batch.job === job);
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const { object, lines } of acknowledged) {
        expect(objects.get(object)?.split('\n').length, object).toBe(lines + 1);
      }
      const rayIds = [...objects.values()].flatMap((text) => text.match(/"RayID":"[^"]*"/g) ?? []);
      expect(rayIds.length).toBe([...objects.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0));
      expect(new Set(rayIds).size).toBe(rayIds.length);
    }
    expect(existsSync(state)).toBe(true);
    rmSync(root, { recursive: true, force: true });
  });
});
