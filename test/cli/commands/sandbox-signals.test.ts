// Ctrl-C in a terminal reaches every process of the foreground group, the process of the bucket included.
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { programPath } from '../../helpers/programs.ts';

const ARGS = ['sandbox', '--port', '0', '--rate', '500', '--seed', '7'];

it.skipIf(process.platform === 'win32').each<NodeJS.Signals>(['SIGINT', 'SIGHUP'])(
  '%s for the whole group loses nothing',
  async (signal) => {
    const child = spawn(process.execPath, [programPath('headgate'), ...ARGS], {
      ...{ detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    // Printed when it is ready; traffic then flows.
    await new Promise((resolve) => child.stdout.once('data', resolve));
    process.kill(-child.pid!, signal);
    expect({ code: await exit, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('lost') });
    expect(stderr).toMatch(/\d exchanges, 2 jobs/);
  },
);
