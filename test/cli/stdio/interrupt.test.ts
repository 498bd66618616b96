// A signal that arrives while the program loads its modules: Node dispatches it only after them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const CODE_OF_RUN = 7;

/** Runs the entry of the command with a program that gets a signal before it listens. @returns the exit code */
async function exitCode(program: string): Promise<number | null> {
  const script = `
    const { readFileSync } = require('node:fs');
    const entry = readFileSync(${JSON.stringify(join(ROOT, 'src/cli/headgate.cjs'))}, 'utf8');
    const [listens] = /for \\(const signal of[\\s\\S]*?\\n\\}/.exec(entry);
    new Function(listens)();
    import(${JSON.stringify(join(ROOT, 'src/cli/stdio/interrupt.ts'))}).then(({ listenForInterrupt }) => {
      ${program}
    });`;
  return await new Promise((resolve) => {
    const child = execFile(process.execPath, ['-e', script], { timeout: 60_000 }, () => {});
    child.once('exit', resolve);
  });
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s just before the program listens stops the run', async (name) => {
  const run = `
    process.kill(process.pid, '${name}');
    const stopped = listenForInterrupt();
    stopped.addEventListener('abort', () => process.exit(${CODE_OF_RUN}));
    setTimeout(() => process.exit(0), 30_000);`;
  expect(await exitCode(run)).toBe(CODE_OF_RUN);
});

it('a signal before that ends the program', async () => {
  const run = `process.kill(process.pid, 'SIGINT'); setTimeout(() => process.exit(0), 30_000);`;
  expect(await exitCode(run)).toBe(130);
});
