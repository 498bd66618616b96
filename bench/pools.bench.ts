// Measures `headgate pools migrate` on an account of the sandbox with 5,000 pools: the time of the whole command, and the number of its
// requests. The sandbox is a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planPools } from '../src/verbs/index.ts';
import { startFaultProxy } from '../test/helpers/api/fault-proxy.ts';
import { buildPackage, headgate } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { median, timeCommand } from './timed-command.ts';

const MAIN = join(import.meta.dirname, '../src/cli/main.ts');
const POOLS = 5000;
const TARGET_SECONDS = 2;
/** Different recipients: as many groups as a large account has teams. */
const TEAMS = 40;
/** Every n-th pool has no recipients. */
const CLEAR_EVERY = 5;

/** Measures and prints one table. */
export async function benchPools(rounds: number): Promise<void> {
  buildPackage();
  const folder = mkdtempSync(join(tmpdir(), 'headgate-bench-pools-'));
  const file = join(folder, 'pools.json');
  writeFileSync(file, JSON.stringify(Array.from({ length: POOLS }, (_, index) => poolAt(index))));
  const sandbox = spawn(
    process.execPath,
    [MAIN, 'sandbox', '--empty', '--pools', file, '--port', '0', '-q', '--format', 'json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const env = await environmentOf(sandbox);
    Object.assign(process.env, env);
    const { requests, policies } = await countRequests(env);
    const command = headgate('pools migrate', ['pools', 'migrate', '-q', '--dry-run']);
    const seconds: number[] = [];
    // The first round fills Node's compile cache.
    for (let round = 0; round <= rounds; round += 1) {
      const run = await timeCommand(command);
      if (round > 0) seconds.push(Number(run.seconds.toFixed(3)));
    }
    console.log(`${machineName()}\n${POOLS} pools, target: ${TARGET_SECONDS} s\n`);
    console.table([
      {
        'median s': median(seconds),
        'least s': Math.min(...seconds),
        'most s': Math.max(...seconds),
        requests,
        policies,
      },
    ]);
    console.log(
      `Raw runs: ${keepRun('pools', { pools: POOLS, targetSeconds: TARGET_SECONDS, requests, policies, seconds })}`,
    );
  } finally {
    const ended = once(sandbox, 'exit');
    sandbox.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

/** Ids of 32 digits, names in ascending order; recipients and filters repeat in groups. */
function poolAt(index: number): object {
  const team = index % TEAMS;
  return {
    id: index.toString(16).padStart(32, '0'),
    name: `pool-${String(index).padStart(4, '0')}`,
    origins: [{ name: 'a', address: '192.0.2.1' }],
    notification_email: index % CLEAR_EVERY === 0 ? '' : `team-${team}@example.com, ops@example.com`,
    notification_filter: team % 2 === 0 ? null : { pool: { healthy: false }, origin: { disable: true } },
  };
}

type Environment = Readonly<Record<'CLOUDFLARE_BASE_URL' | 'CLOUDFLARE_API_TOKEN' | 'CLOUDFLARE_ACCOUNT_ID', string>>;

/** Reads what the sandbox prints when it is ready. */
async function environmentOf(sandbox: ChildProcess): Promise<Environment> {
  let printed = '';
  for await (const text of sandbox.stdout!) {
    printed += String(text);
    if (printed.trimEnd().endsWith('}')) break;
  }
  const { baseURL, token, accountId } = JSON.parse(printed);
  return { CLOUDFLARE_BASE_URL: baseURL, CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: accountId };
}

/** Counts on the way: the proxy takes time, so that this run is not measured. */
async function countRequests(env: Environment): Promise<{ requests: number; policies: number }> {
  const proxy = await startFaultProxy({ baseURL: env.CLOUDFLARE_BASE_URL });
  const plan = await planPools({
    account: env.CLOUDFLARE_ACCOUNT_ID,
    baseURL: proxy.baseURL,
    credentials: { token: env.CLOUDFLARE_API_TOKEN },
  });
  const requests = proxy.requests.length;
  await proxy.stop();
  return { requests, policies: plan.policies.length };
}
