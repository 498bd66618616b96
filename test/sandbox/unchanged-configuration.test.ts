// Jobs of a real configuration in the sandbox, with their destinations unchanged: buckets of any name, and destinations that are stored only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { replay } from '../../src/verbs/checked-verbs.ts';

const folder = mkdtempSync(join(tmpdir(), 'unchanged-'));
const options: SandboxOptions = { state: join(folder, 'service.db'), empty: true };
const ACCOUNT = 'a'.repeat(32);
const BUCKETS = {
  amazon: 's3://my.company.logs/http/{DATE}?region=eu-central-1&sse=AES256',
  r2: `r2://company-logs/http/{DATE}?account-id=${ACCOUNT}&access-key-id=key-of-a-user&secret-access-key=very-secret`,
};
const STORED_ONLY = 'https://logs.example.com/in?header_Authorization=very-secret';
let sandbox: Sandbox;
const events: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    ...{ ...options, localBuckets: true, maxJobs: 10 },
    onEvent: (event) => events.push(event.kind === 'unusable' ? `${event.job}: ${event.message}` : event.kind),
  });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

interface Answer {
  success: boolean;
  result: Record<string, unknown>;
  messages: { message: string }[];
  errors: { message: string }[];
}

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${sandbox.baseURL}/zones/${sandbox.zoneId}/logpush/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

const create = (name: string, destination_conf: string) =>
  call('POST', 'jobs', { name, dataset: 'http_requests', enabled: true, destination_conf });

function pushOne(): Promise<void> {
  sandbox.push({
    timestamp: undefined,
    client: { ip: '198.51.100.7', country: 'de' },
    request: { method: 'GET', url: 'https://shop.example.com/', httpVersion: 'h2', headers: [] },
    response: { status: 200, headers: [] },
  });
  return sandbox.flush();
}

const linesIn = async (bucket: string) => {
  const { endpoint, accessKeyId, secretAccessKey } = sandbox.bucket;
  const keys = `access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`;
  const source = `s3://${bucket}/http/{DATE}?region=auto&endpoint=${endpoint}&${keys}`;
  const { lines } = await replay({ sources: [source], filters: ['all'], detail: 'counts' });
  return lines.read;
};

it('pushes to buckets of the sandbox, without a proof of ownership', async () => {
  for (const [name, conf] of Object.entries(BUCKETS)) {
    const { result, messages } = await create(name, conf);
    expect([result.destination_conf, messages]).toEqual([conf, []]);
  }
  await pushOne();
  expect([await linesIn('my.company.logs'), await linesIn('company-logs')]).toEqual([1, 1]);
});

it('stores a job of another destination, and says that it pushes nothing there', async () => {
  const why = 'the sandbox stores a job for https:// and pushes nothing there';
  const created = await create('service', STORED_ONLY);
  expect(created).toMatchObject({
    success: true,
    result: { destination_conf: STORED_ONLY },
    messages: [{ message: why }],
  });
  const id = created.result.id;
  expect(await call('PUT', `jobs/${id}`, { filter: '' })).toMatchObject({
    success: true,
    messages: [{ message: why }],
  });
  expect((await call('POST', 'validate/destination', { destination_conf: STORED_ONLY })).result).toEqual({
    valid: true,
    message: why,
  });
  await pushOne();
  expect(events).toContain(`service: ${why}`);
  expect((await call('GET', `jobs/${id}`)).result).toMatchObject({ last_complete: null, error_message: why });
  const totals = sandbox.totals().jobs.find(({ name }) => name === 'service');
  expect(totals).toMatchObject({ lines: 0, lostLines: 0 });
});

it('keeps its buckets over a restart, and rejects other machines and names', async () => {
  await sandbox.stop();
  sandbox = await startSandbox({ ...options, localBuckets: true, maxJobs: 10 });
  await pushOne();
  expect(await linesIn('my.company.logs')).toBe(3);
  const remote = 's3://b/x?region=eu&endpoint=https://s3.example.com&access-key-id=k&secret-access-key=very-secret';
  for (const [conf, reason] of [
    [remote, /the sandbox contacts no other machine; start the sandbox with --allow-remote$/],
    ['s3://Wrong_Name/x?region=eu', /found a name that no bucket has/],
  ] as const) {
    const { success, errors } = await create('rejected', conf);
    expect([success, errors]).toEqual([false, [expect.objectContaining({ message: expect.stringMatching(reason) })]]);
    expect(JSON.stringify(errors)).not.toContain('very-secret');
  }
});
