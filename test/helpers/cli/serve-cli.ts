// Runs command lines one after another for the test process that started this process: see runTogether.
import { Readable } from 'node:stream';
import { run } from '../../../src/cli/run.ts';
import type { CliRun, SharedRun } from './run-cli.ts';

// Each run listens for signals of its own.
process.setMaxListeners(0);

let last = Promise.resolve();
process.on('message', ({ id, args, options }: SharedRun) => {
  last = last.then(async () => {
    const restore = replaceSurroundings(options);
    try {
      process.send!({ id, run: await collect(args) });
    } finally {
      restore();
    }
  });
});
process.on('disconnect', () => process.exit());

/** Sets standard input, variables and working directory of one run. @returns a function that restores those of the process */
function replaceSurroundings({ stdin = '', env = {}, cwd }: SharedRun['options']): () => void {
  const before = { cwd: process.cwd(), env: Object.keys(env).map((name) => [name, process.env[name]] as const) };
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(stdin)]) });
  Object.assign(process.env, env);
  if (cwd !== undefined) process.chdir(cwd);
  return () => {
    process.chdir(before.cwd);
    for (const [name, value] of before.env) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

async function collect(args: readonly string[]): Promise<CliRun> {
  const texts = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
      texts[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  try {
    const code = await run([process.execPath, 'headgate', ...args]);
    return { code, ...texts };
  } finally {
    for (const one of restore) one();
  }
}
