// Work that must not grow too fast: inputs with many of one thing, and the whole command on each. With the folder of another built checkout
// both are run in turn. Compares processor time, which other work on the machine changes least. A run over the limit is ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type GrowthRow, growthRows } from './growth-rows.ts';
import { buildPackage, headgate } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { cpuOf, median, peakOf, type TimedCommand } from './timed-command.ts';

/** No run takes longer. Seconds of the processor, and of the clock. */
const LIMIT_CPU_SECONDS = 120;
const LIMIT_SECONDS = 600;
/** What a command may answer: done, a negative answer, none (nothing but blank lines). */
const ANSWERS = [0, 1, 2];
const LOOK_MS = 20;

/** One run. */
interface GrowthRun {
  seconds: number;
  /** Of all threads. Infinite: over a limit. */
  cpuSeconds: number;
  peakBytes: number;
  /** How it failed: its exit code or signal. */
  failed?: string;
}

/**
 * Measures all rows and prints a table.
 * @param before root of another checkout, built, that the same commands are run in
 * @param only part of the names of the rows that are wanted
 */
export async function benchGrowth(rounds: number, before: string | undefined, only = ''): Promise<void> {
  buildPackage();
  const rows: Record<string, string | number>[] = [];
  for (const row of growthRows()) {
    if (!row.name.includes(only)) continue;
    const runs = await measure(row, rounds, before);
    rows.push({
      input: row.name,
      command: row.args.length > 8 ? `${row.args[0]} …` : row.shown,
      ...Object.fromEntries(
        [...runs].flatMap(([side, of]) => [
          [`${side} CPU s`, cpuText(of)],
          [`${side} s`, median(of.map(({ seconds }) => seconds)).toFixed(1)],
          [`${side} peak MB`, Math.round(Math.max(...of.map(({ peakBytes }) => peakBytes)) / 1e6)],
        ]),
      ),
      wanted: row.wanted,
    });
  }
  console.log(`${machineName()}\nmedians of ${rounds} alternating rounds\n`);
  console.table(rows);
  console.log(`raw runs: ${keepRun(only === '' ? 'growth' : `growth-${only}`, { rows })}`);
}

async function measure(row: GrowthRow, rounds: number, before: string | undefined): Promise<Map<string, GrowthRun[]>> {
  await row.prepare();
  const now = headgate(row.name, row.args);
  const sides = new Map<string, TimedCommand>();
  if (before !== undefined) sides.set('before', { ...now, args: [join(before, 'dist/src/cli/main.js'), ...row.args] });
  sides.set('now', now);
  const runs = new Map<string, GrowthRun[]>([...sides.keys()].map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, command] of sides) {
      const earlier = runs.get(side)!;
      // What is too slow once need not be run again.
      earlier.push(earlier.find(({ cpuSeconds }) => cpuSeconds === Number.POSITIVE_INFINITY) ?? (await run(command)));
    }
  }
  return runs;
}

async function run({ command, args }: TimedCommand): Promise<GrowthRun> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: 'ignore', timeout: LIMIT_SECONDS * 1000, killSignal: 'SIGKILL' });
  let peakBytes = 0;
  let cpuSeconds = 0;
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
    cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid));
    if (cpuSeconds > LIMIT_CPU_SECONDS) child.kill('SIGKILL');
  }, LOOK_MS);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearInterval(look);
  const seconds = (performance.now() - started) / 1000;
  if (signal === 'SIGKILL') return { seconds, cpuSeconds: Number.POSITIVE_INFINITY, peakBytes };
  const isAnswer = ANSWERS.includes(code ?? -1);
  return { seconds, cpuSeconds, peakBytes, ...(isAnswer ? {} : { failed: String(code ?? signal) }) };
}

function cpuText(runs: readonly GrowthRun[]): string {
  const failed = runs.find((one) => one.failed !== undefined)?.failed;
  const seconds = median(runs.map((one) => one.cpuSeconds));
  const text = seconds === Number.POSITIVE_INFINITY ? `> ${LIMIT_CPU_SECONDS}` : seconds.toFixed(1);
  return failed === undefined ? text : `${text} (failed: ${failed})`;
}
