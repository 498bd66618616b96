// Standard output closed by the shell (>&-): the result cannot be written, so there is no answer. Discarding it is different.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runShell } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';

const out = join(mkdtempSync(join(tmpdir(), 'closed-')), 'result');
/** The shell stays, as one at a terminal does. */
const shell = (command: string) =>
  runShell(`headgate() { '${process.execPath}' '${programPath('headgate')}' "$@"; }; ${command}; exit $?`);

describe.skipIf(process.platform !== 'linux')('exits with 2 and one sentence', () => {
  it.each([
    [`headgate check 'BotScore < 30' >&-`],
    [`( exec >&-; headgate check 'BotScore < 30' )`],
    [
      `sh -c "npm run -s headgate -- check 'BotScore < 30' >&- 2> '${out}.err'; echo \\$?" | grep -qx 2 && cat '${out}.err' >&2; exit 2`,
    ],
    [`headgate replay samples/logs/errors-and-threats -q >&-`],
    [`headgate replay samples/logs/errors-and-threats -f all --emit - --out '${out}' >&-`],
    [`headgate --help >&-`],
    [`headgate --version >&-`],
  ])('%s', async (command) => {
    const run = await shell(command);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^headgate: cannot write to standard output: it is closed; write to a file.*\n$/m);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });
});

it.each([
  [`headgate check 'BotScore < 30' > /dev/null`, ''],
  [`headgate check 'BotScore < 30' > /dev/null 2>&1`, ''],
  [`headgate check 'BotScore < 30' --out '${out}' >&- && test -s '${out}'`, ''],
  [
    `headgate check 'BotScore < 30' --as-job-string 2>&-`,
    '"{\\"where\\":{\\"key\\":\\"BotScore\\",\\"operator\\":\\"lt\\",\\"value\\":30}}"\n',
  ],
  [`headgate check 'BotScore < 30' --as-job-string <&- 2> /dev/full | cut -c 1-9`, '"{\\"where\n'],
])('is no reason to fail: %s', async (command, stdout) => {
  expect(await shell(command)).toEqual({ code: 0, stdout, stderr: '' });
});

it('nor is a program that ignores the output, which looks the same to the system', async () => {
  const args = [programPath('headgate'), 'check', 'BotScore < 30'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(existsSync(out)).toBe(true);
});
