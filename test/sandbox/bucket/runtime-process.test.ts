// Checks that a shell watches the process of the runtime at every moment, so that its files are removed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { watchProcesses } from '../../../src/sandbox/bucket/runtime-process.ts';

const steps: string[] = [];
vi.mock('../../../src/sandbox/bucket/end-with-parent.ts', () => ({
  endWithParent: (pid: number) => {
    steps.push(`watch ${pid}`);
    return () => steps.push(`forget ${pid}`);
  },
}));

it.skipIf(process.platform === 'win32')('watches the next process before it forgets the last one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-process-'));
  const runtime = join(folder, 'workerd');
  symlinkSync('/bin/cat', runtime);
  const processes = watchProcesses(folder, { beforeSpawn: () => {}, onSpawn: () => {} });
  const start = async (): Promise<number> => {
    const child = processes.watch(() => spawn(runtime, { stdio: ['pipe', 'ignore', 'ignore'] }));
    await once(child, 'spawn');
    child.stdin.end();
    await once(child, 'exit');
    return child.pid!;
  };
  const [first, second] = [await start(), await start()];
  processes.stop();
  expect(steps).toEqual([`watch ${first}`, `watch ${second}`, `forget ${first}`, `forget ${second}`]);
  rmSync(folder, { recursive: true });
});
