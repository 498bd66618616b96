// The demo starts the runtime in a separate process: however the demo ends, that process ends too, and no file remains.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCli } from '../../helpers/cli/run-cli.ts';

/** The processes (Linux) whose environment names a folder: those of a run with it as its temporary folder. */
function processesOf(folder: string): string[] {
  const numbers = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return numbers.filter((number) => {
    try {
      return readFileSync(`/proc/${number}/environ`, 'latin1').includes(folder);
    } catch {
      return false;
    }
  });
}

/** Runs the demo and sends it signals, the first one when it has printed a text. */
async function interrupt(after: string, signals: readonly NodeJS.Signals[]) {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  let atSignal: string[] = [];
  const run = await runCli(['demo'], {
    env: { TMPDIR: folder },
    onStart: (kill, stderr) => {
      let printed = '';
      stderr.on('data', (text: string) => {
        const isFirst = !printed.includes(after);
        printed += text;
        if (!isFirst || !printed.includes(after)) return;
        atSignal = processesOf(folder);
        for (const signal of signals) kill(signal);
      });
    },
  });
  return { run, folder, atSignal };
}

it.each<[string, string, NodeJS.Signals[]]>([
  ['the terminal is closed', 'pushing', ['SIGHUP']],
  ['the terminal is closed while it starts', 'starting', ['SIGHUP']],
  ['a supervisor ends it', 'pushing', ['SIGTERM']],
  ['Ctrl-C while it starts, twice', 'starting', ['SIGINT', 'SIGINT']],
])('%s', async (_, after, signals) => {
  const { run, folder } = await interrupt(after, signals);
  expect(run.code).toBe(130);
  expect(run.stderr).not.toMatch(/\n\s+at |unexpected/);
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: 10_000 });
  expect(readdirSync(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32')('SIGKILL leaves no time for anything', async () => {
  const { run, folder, atSignal } = await interrupt('pushing', ['SIGKILL']);
  expect(run.code).toBe(null);
  if (process.platform === 'linux') expect(atSignal.length).toBeGreaterThan(1);
  await vi.waitFor(() => {
    expect(processesOf(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  }, 10_000);
});
