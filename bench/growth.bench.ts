// Measures work that must not grow too fast: runs whole commands on inputs with a very large number of one kind of
// thing. With the folder of another built checkout it alternates between the two. Compares processor time, which other
// work on the machine affects least. Aborts a run over the limit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type GrowthRow, growthRows } from './growth-rows.ts';
import { buildPackage, headgate } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { cpuOf, median, peakOf, type TimedCommand } from './timed-command.ts';

/** Longest run, in processor seconds and in seconds by the clock. */
const LIMIT_CPU_SECONDS = 120;
const LIMIT_SECONDS = 600;
/** Accepted exit codes: done, a negative answer, no answer (only blank lines). */
const ANSWERS = [0, 1, 2];
const LOOK_MS = 20;

/** One run. */
interface GrowthRun {
  seconds: number;
  /** Processor time of all threads; infinite if the run exceeded a limit. */
  cpuSeconds: number;
  peakBytes: number;
  /** The exit code or signal of a failed run. */
  failed?: string;
}

/**
 * Measures all rows and prints a table.
 * @param before root of another built checkout, in which to run the same commands
 * @param only part of the names of the rows to measure
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
      expected: row.expected,
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
  if (before !== undefined)
    sides.set('before', { ...now, args: [join(before, 'dist/src/cli/headgate.cjs'), ...row.args] });
  sides.set('now', now);
  const runs = new Map<string, GrowthRun[]>([...sides.keys()].map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, command] of sides) {
      const earlier = runs.get(side)!;
      // A run over the limit is not repeated.
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
