// With a Node that cannot run the program, every command prints one sentence, not a stack trace.
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runShell } from '../helpers/cli/run-cli.ts';

/** Starts what `headgate` starts, in a Node that says it is another one. */
function start(version: string, flags = ''): ReturnType<typeof runShell> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    process.argv = [process.argv[0], 'headgate', '--version']; require('./${manifest.bin.headgate}')`;
  return runShell(`'${process.execPath}' ${flags} -e "${pretend}"`);
}

it.each(['10.24.1', '20.20.2', '22.17.1'])('%s is too old', async (version) => {
  expect(await start(version)).toEqual({
    code: 2,
    stdout: '',
    stderr: `headgate: cannot start: found Node ${version}, expected 22.18 or later; install it from https://nodejs.org\n`,
  });
});

it.each(['22.18.0', '22.100.1', '24.0.0', '100.1.2'])('%s is not', async (version) => {
  const stdout = `headgate ${manifest.version}\nnode ${version}\nWebAssembly kernel: on\n`;
  expect(await start(version)).toEqual({ code: 0, stdout, stderr: '' });
});

it('so is one that does not run TypeScript', async () => {
  const run = await start('23.5.0', '--no-experimental-strip-types');
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^headgate: cannot start: found Node 23\.5\.0, expected one that runs TypeScript.*\n$/);
});
