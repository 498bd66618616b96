// Measures the management API of the sandbox: the time of mixed requests at 500 requests/s with 100 jobs in a state file,
// and the memory and processor time of its process. Requests begin at fixed times, whether or not earlier ones have ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepRun, machineName } from './machine.ts';

const JOBS = 100;
const REQUESTS_PER_SECOND = 500;
const SECONDS = 10;
/** Requests that are not measured: the code of a process runs slowly at first. */
const WARM_UP = 1000;
const CONNECTIONS = 32;

const FILTER =
  '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":500},{"key":"ClientRequestPath","operator":"startsWith","value":"/api/"}]}}';
const JOB = {
  name: 'bench',
  dataset: 'http_requests',
  destination_conf: 's3://bucket/logs?endpoint=bench',
  output_options: { field_names: ['RayID', 'EdgeStartTimestamp', 'ClientIP'], timestamp_format: 'rfc3339' },
  filter: FILTER,
};
const RULES = {
  rules: [
    {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { request_fields: Array.from({ length: 20 }, (_, index) => ({ name: `x-header-${index}` })) },
    },
  ],
};
const ENTRY_POINT = '/rulesets/phases/http_log_custom_fields/entrypoint';

type Call = readonly [method: string, path: string, body?: object];

/** The mix: seven reads, three writes. */
const MIX: readonly ((turn: number) => Call)[] = [
  (turn) => ['GET', `/logpush/jobs/${(turn % JOBS) + 1}`],
  (turn) => ['PUT', `/logpush/jobs/${(turn % JOBS) + 1}`, { enabled: turn % 2 === 0, filter: FILTER }],
  () => ['GET', '/logpush/jobs'],
  () => ['GET', ENTRY_POINT],
  (turn) => ['GET', `/logpush/jobs/${(turn % JOBS) + 1}`],
  () => ['PUT', ENTRY_POINT, RULES],
  () => ['GET', '/rulesets'],
  (turn) => ['GET', `/logpush/jobs/${(turn % JOBS) + 1}`],
  () => ['POST', '/logpush/jobs?bench', { ...JOB, filter: '{"where":{"key":"RayID","operator":"eq","value":1}}' }],
  () => ['GET', '/logpush/datasets/http_requests/fields'],
];

/** Measures and prints one table. @param rounds each with a new process and state */
export async function benchApi(rounds: number): Promise<void> {
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await measure());
  console.log(`${machineName()}\n${JOBS} jobs, ${REQUESTS_PER_SECOND} requests/s, ${SECONDS} s\n`);
  console.table(runs);
  console.log(
    `Raw runs: ${keepRun('api', { jobs: JOBS, requestsPerSecond: REQUESTS_PER_SECOND, seconds: SECONDS, runs })}`,
  );
}

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-bench-api-'));
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'api-server.ts'), join(folder, 'state.db'), String(JOBS)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => JSON.parse((await lines.next()).value ?? '{}');
    const { url, token, readyMs } = (await nextLine()) as { url: string; token: string; readyMs: number };
    const usage = (): Promise<{ rss: number; cpuSeconds: number }> => {
      server.stdin.write('usage\n');
      return nextLine();
    };
    const call = (one: Call): Promise<number> => timeOf(agent, url, token, one);
    for (let job = 0; job < JOBS; job += 1) await call(['POST', '/logpush/jobs', JOB]);
    await call(['PUT', ENTRY_POINT, RULES]);
    for (let turn = 0; turn < WARM_UP; turn += 1) await call(MIX[turn % MIX.length]!(turn));
    const before = await usage();
    const times = await atRate(call);
    const { rss, cpuSeconds } = await usage();
    return {
      ...percentiles(times),
      'CPU ms per request': Number((((cpuSeconds - before.cpuSeconds) * 1000) / times.length).toFixed(2)),
      'ready ms': Math.round(readyMs),
      'memory MB': Math.round(rss / 1e6),
    };
  } finally {
    agent.destroy();
    await stop(server);
    rmSync(folder, { recursive: true });
  }
}

async function atRate(call: (one: Call) => Promise<number>): Promise<number[]> {
  const count = REQUESTS_PER_SECOND * SECONDS;
  const start = performance.now();
  const calls: Promise<number>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const wait = start + (turn * 1000) / REQUESTS_PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    calls.push(call(MIX[turn % MIX.length]!(turn)));
  }
  return Promise.all(calls);
}

/** @returns milliseconds until the whole answer has arrived */
function timeOf(agent: Agent, url: string, token: string, [method, path, body]: Call): Promise<number> {
  const begun = performance.now();
  const isRejected = path.endsWith('?bench');
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== (isRejected ? 400 : 200)) {
          reject(new Error(`cannot bench: found HTTP ${answer.statusCode} for ${method} ${path}`));
        }
        answer.resume();
        answer.on('end', () => resolve(performance.now() - begun));
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Number(sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(2));
  return { 'median ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) };
}

async function stop(server: ChildProcess): Promise<void> {
  server.stdin?.end();
  if (server.exitCode === null) await once(server, 'exit');
}
