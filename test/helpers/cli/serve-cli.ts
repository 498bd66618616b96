// Runs the command line again and again, one run after the other, for the test that has started this process: see runTogether.
import { run } from '../../../src/cli/run.ts';
import type { CliRun } from './run-cli.ts';

// Each run listens for signals of its own.
process.setMaxListeners(0);

let last = Promise.resolve();
process.on('message', ({ id, args }: { id: number; args: string[] }) => {
  last = last.then(async () => {
    process.send!({ id, run: await collect(args) });
  });
});
process.on('disconnect', () => process.exit());

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
