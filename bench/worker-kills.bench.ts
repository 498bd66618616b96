// Kills workers, commands and Redis at random moments of runs with --workers until so many processes are killed, and compares each report with that
// of one thread. Needs redis-server. Prints each run, then a table; a report that is wrong ends it with exit code 1.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../src/base/index.ts';
import { type Started, startHeadgate } from '../test/helpers/workers/processes.ts';
import { IN_MEMORY, type RedisServer, startRedis, WITH_AOF } from '../test/helpers/workers/redis-server.ts';
import { buildPackage, MAIN } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';

const SAMPLES = join(import.meta.dirname, '../samples/logs/all-requests');
/** Copies of the samples, of 40 objects each: a run takes some seconds. */
const COPIES = 16;
const WORKERS = 3;
/** Most kills in a run, which would not end otherwise. */
const KILLS_OF_RUN = 20;
/** Longest time between two kills. Milliseconds. */
const PAUSE_MS = 1500;
/** What is killed, as often as it is named here. */
const VICTIMS = ['worker', 'worker', 'worker', 'worker', 'worker', 'command', 'command', 'both', 'Redis'] as const;
/** What Redis keeps when it is killed, by run. */
const SETTINGS = { 'with a file': WITH_AOF, 'without a file': IN_MEMORY };

/** `named`: the report names shards that ended three workers, and has the rest. */
type Outcome = 'equal' | 'named' | 'wrong';

/** A run whose processes were killed. */
interface KilledRun {
  settings: string;
  outcome: Outcome;
  seconds: number;
  /** How often each was killed. */
  killed: Readonly<Record<string, number>>;
}

/** Kills processes: half of them beside a Redis that keeps a file, half beside one that does not. */
export async function benchWorkerKills(kills: number, seed: number): Promise<void> {
  buildPackage();
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'headgate-worker-kills-'));
  for (let copy = 0; copy < COPIES; copy += 1) cpSync(SAMPLES, join(folder, `${copy}`), { recursive: true });
  const query = ['replay', folder, '-f', 'EdgeResponseStatus >= 500', '--format', 'json', '--reproducible', '-q'];
  const runs: KilledRun[] = [];
  try {
    const alone = await startHeadgate([...query, '--threads', '1'], { program: MAIN }).ended;
    for (const [settings, given] of Object.entries(SETTINGS)) {
      const target = killsOf(runs) + kills / Object.keys(SETTINGS).length;
      const redis = await startRedis(given);
      const workers = keepWorkers(redis, folder);
      while (killsOf(runs) < target) {
        const started = performance.now();
        const { killed, ...end } = await runWithKills({ redis, workers: workers.running, query, random });
        const run = { settings, outcome: outcomeOf(end, alone.stdout), seconds: secondsSince(started), killed };
        runs.push(run);
        console.log(`${killsOf(runs)} kills: ${JSON.stringify(run)}`);
        if (run.outcome === 'wrong') {
          console.error(`exit code ${end.code}\n${end.stderr}\n${end.stdout}`);
          process.exitCode = 1;
        }
        // A run that is complete would be read from Redis.
        const client = redis.connect();
        await client.flushall();
        client.disconnect();
      }
      await workers.stop();
      await redis.kill();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const countOf = (outcome: Outcome): number => runs.filter((one) => one.outcome === outcome).length;
  console.log(`${machineName()}\n`);
  console.table([
    {
      ...Object.fromEntries(
        ['worker', 'command', 'Redis'].map((victim) => [`${victim}: kills`, killsOf(runs, victim)]),
      ),
      ...{ runs: runs.length, equal: countOf('equal'), named: countOf('named'), wrong: countOf('wrong') },
    },
  ]);
  console.log(`raw runs: ${keepRun('worker-kills', { seed, runs })}`);
}

/** @param victim all without it */
function killsOf(runs: readonly KilledRun[], victim?: string): number {
  const counts = runs.flatMap(({ killed }) => (victim === undefined ? Object.values(killed) : (killed[victim] ?? 0)));
  return counts.reduce((sum, one) => sum + one, 0);
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}

/** Starts workers, and starts each again when it has ended, as a scheduler does. */
function keepWorkers(redis: RedisServer, folder: string): { running: ReadonlySet<Started>; stop: () => Promise<void> } {
  const running = new Set<Started>();
  let isOver = false;
  const keep = async (): Promise<void> => {
    while (!isOver) {
      const worker = startHeadgate(['worker', redis.url, '--threads', '1', '--allow', folder], { program: MAIN });
      running.add(worker);
      await worker.ended;
      running.delete(worker);
    }
  };
  const keeping = Array.from({ length: WORKERS }, keep);
  return {
    running,
    stop: async () => {
      isOver = true;
      await Promise.all([...running].map((worker) => worker.kill()));
      await Promise.all(keeping);
    },
  };
}

interface RunWithKills {
  redis: RedisServer;
  workers: ReadonlySet<Started>;
  query: readonly string[];
  random: (below: number) => number;
}

/** Runs a query while processes are killed. A command that is killed is started again. */
async function runWithKills({ redis, workers, query, random }: RunWithKills) {
  const killed: Record<string, number> = {};
  let isOver = false;
  let command: Started;
  const keepCommand = async (): Promise<Awaited<Started['ended']>> => {
    for (;;) {
      command = startHeadgate([...query, '--shard-size', '1B', '--workers', redis.url], { program: MAIN });
      const end = await command.ended;
      // Without Redis at its start, it ends with one sentence.
      if (end.signal === 'SIGKILL' || /cannot be reached/.test(end.stderr)) continue;
      isOver = true;
      return end;
    }
  };
  const kill = async (victim: 'worker' | 'command' | 'Redis'): Promise<void> => {
    if (victim === 'Redis') {
      await redis.kill();
      await wait(random(PAUSE_MS));
      await redis.start();
    } else {
      const one = victim === 'command' ? command : [...workers][random(workers.size)];
      if (one === undefined || one.child.exitCode !== null || one.child.signalCode !== null) return;
      await one.kill();
    }
    killed[victim] = (killed[victim] ?? 0) + 1;
  };
  const killAll = async (): Promise<void> => {
    for (let left = KILLS_OF_RUN; left > 0; left -= 1) {
      await wait(random(PAUSE_MS));
      if (isOver) return;
      const victim = VICTIMS[random(VICTIMS.length)]!;
      await Promise.all((victim === 'both' ? (['worker', 'command'] as const) : [victim]).map(kill));
    }
  };
  const [end] = await Promise.all([keepCommand(), killAll()]);
  return { ...end, killed };
}

function outcomeOf({ code, stdout }: { code: number | null; stdout: string }, alone: string): Outcome {
  if (code === 0 && stdout === alone) return 'equal';
  if (code !== 1) return 'wrong';
  const { source, lines, problemCounts } = JSON.parse(stdout);
  const expected = JSON.parse(alone);
  const isNamed =
    source.objects === expected.source.objects &&
    source.unreadable > 0 &&
    problemCounts['shard-failed'] === source.unreadable &&
    lines.read < expected.lines.read;
  return isNamed ? 'named' : 'wrong';
}
