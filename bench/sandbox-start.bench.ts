// Measures how long a sandbox takes to start: in a program that calls startSandbox, and as `headgate sandbox` until its first line. The
// other rows are parts of the first: loading miniflare, and starting its runtime. Each round is a new process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { keepRun, machineName } from './machine.ts';

const SRC = join(import.meta.dirname, '../src');
const TARGET_MS = 500;

/** Programs that print milliseconds. */
const PROGRAMS = {
  'startSandbox()': `const { startSandbox } = await import('${SRC}/sandbox/index.ts');
    const started = performance.now();
    const sandbox = await startSandbox();
    console.log(performance.now() - started);
    await sandbox.stop();`,
  '  load miniflare': `const started = performance.now();
    await import('miniflare');
    console.log(performance.now() - started);`,
  '  start its runtime': `await import('miniflare');
    const { startBucket } = await import('${SRC}/sandbox/index.ts');
    const started = performance.now();
    const bucket = await startBucket();
    console.log(performance.now() - started);
    await bucket.stop();`,
} as const;

/** Measures and prints one table. */
export async function benchSandboxStart(rounds: number): Promise<void> {
  const runs: Record<string, number[]> = {};
  // The first round fills Node's compile cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, program] of Object.entries(PROGRAMS)) {
      const ms = await timePrinted(program);
      if (round > 0) runs[name] = [...(runs[name] ?? []), ms];
    }
    const ms = await timeCommand();
    if (round > 0) runs['headgate sandbox'] = [...(runs['headgate sandbox'] ?? []), ms];
  }
  console.log(`${machineName()}\ntarget: ${TARGET_MS} ms\n`);
  console.table(
    Object.entries(runs).map(([part, times]) => {
      const sorted = [...times].sort((a, b) => a - b);
      return {
        part,
        'median ms': sorted[Math.floor(sorted.length / 2)],
        'least ms': sorted[0],
        'most ms': sorted.at(-1),
      };
    }),
  );
  console.log(`Raw runs: ${keepRun('sandbox-start', { targetMs: TARGET_MS, runs })}`);
}

async function timePrinted(program: string): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(SRC, '..'),
    env: { ...process.env, NODE_COMPILE_CACHE: join(SRC, '../node_modules/.cache/headgate') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const text of child.stdout) printed += String(text);
  return Math.round(Number(printed));
}

async function timeCommand(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(SRC, 'cli/main.ts'), 'sandbox', '--port', '0', '-q'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const ms = Math.round(performance.now() - started);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
  return ms;
}
