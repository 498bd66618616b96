// Questions on a real terminal, and without one.
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runShell } from '../../helpers/cli/run-cli.ts';
import { HAS_TERMINAL, runInTerminal } from '../../helpers/cli/run-in-terminal.ts';

const PROGRAM = `'${process.execPath}' test/helpers/cli/ask-program.ts`;
const TOKEN = 'v1.0-secret-of-the-test';
const UNSET = { CLOUDFLARE_API_TOKEN: '', CLOUDFLARE_EMAIL: '', CLOUDFLARE_API_KEY: '' };
const CTRL_C = '\u0003';
const CTRL_T = '\u0014';
const CTRL_D = '\u0004';

/** Answers a question. Standard output is a file, so that the screen has what goes to standard error. */
async function answerTo(question: string, after: string, type: string) {
  const out = join(await mkdtemp(join(tmpdir(), 'ask-')), 'out');
  const { screen } = await runInTerminal(`${PROGRAM} ${question} > '${out}'`, [{ after, type }], UNSET);
  return { screen, answer: JSON.parse(readFileSync(out, 'utf8')) };
}

describe.skipIf(!HAS_TERMINAL)('on a terminal', () => {
  it.each([
    ['y\r', true],
    ['yes\r', true],
    ['n\r', false],
    ['\r', false],
  ])('confirm %j', async (typed, expected) => {
    const { answer, screen } = await answerTo('confirm', 'changes? (y/N)', typed);
    expect(answer).toBe(expected);
    expect(screen).toContain('Apply \\u001b[2J2 changes?');
    expect(screen).not.toContain('\u001b[2J');
  });

  it.each([
    ['confirm', 'changes?', CTRL_C],
    ['confirm', 'changes?', CTRL_D],
    ['secret', 'API token', CTRL_C],
    ['aborted', 'never shown', ''],
    ['credentials', 'API token', `${TOKEN}${CTRL_C}`],
  ])('%s ends with %3$j', async (question, after, typed) => {
    const { answer, screen } = await answerTo(question, after, typed);
    expect(answer).toEqual({
      code: 'interrupted',
      kind: 'interrupted',
      message: 'interrupted: the question was not answered, nothing was changed',
    });
    expect(screen).not.toMatch(/ at .*:\d+:\d+/);
    expect(screen).not.toContain(TOKEN);
  });

  it.each([
    [TOKEN, { token: TOKEN }],
    // The prompt could show what was typed, on Ctrl-T.
    [`${CTRL_T}${TOKEN}${CTRL_T}`, expect.anything()],
    [`  ${TOKEN}  `, { token: TOKEN }],
    ['', { code: 'api-credentials', message: expect.stringContaining('found an empty token, expected the token') }],
    ['two words', { code: 'api-credentials', message: expect.stringContaining('found a space') }],
    [`Bearer ${TOKEN}`, { code: 'api-credentials', message: expect.stringContaining('found the word Bearer') }],
  ])('a token is not shown: %j', async (typed, expected) => {
    const { answer, screen } = await answerTo('credentials', 'API token', `${typed}\r`);
    expect(answer).toMatchObject(expected);
    expect(screen).not.toContain(TOKEN);
    expect(screen).not.toContain('two words');
    expect(screen).not.toContain('visibility');
  });
});

it.each([
  ['confirm', 'no-terminal', /use --yes/],
  ['secret', 'no-terminal', /standard input and standard error are not both a terminal/],
  ['credentials', 'api-credentials', /CLOUDFLARE_API_TOKEN, or CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY/],
])('%s without a terminal', async (question, code, message) => {
  const run = await runShell(`${PROGRAM} ${question}`, { env: UNSET });
  expect(JSON.parse(run.stdout)).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(run.stderr).toBe('');
});
