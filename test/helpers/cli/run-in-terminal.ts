// Runs a shell command in a pseudo-terminal, and types answers when it shows what they answer. Needs `script` of util-linux.
import { spawn, spawnSync } from 'node:child_process';
import { ROOT } from './run-cli.ts';

/** Whether this machine has the `script` that {@link runInTerminal} needs. */
export const HAS_TERMINAL = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;

/** What to type, and when. */
export interface TypedAnswer {
  /** A part of the text on the terminal, which must appear after the answer before. */
  after: string;
  /** Called when the text appears; the answer is typed when it has ended. @default none */
  before?: () => Promise<unknown>;
  /** `\r` is Enter, `\u0003` is Ctrl-C. */
  type: string;
}

/** The result of a run. */
export interface TerminalRun {
  code: number | null;
  /** Everything that was on the terminal, with its control sequences. */
  screen: string;
}

/** Runs a command. Standard input, output and error are the terminal unless the command redirects them. */
export function runInTerminal(
  command: string,
  answers: readonly TypedAnswer[],
  env: Record<string, string> = {},
): Promise<TerminalRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', TERM: 'xterm', ...env },
    });
    let screen = '';
    let [seen, next] = [0, 0];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      for (let answer = answers[next]; answer !== undefined; answer = answers[next]) {
        const at = screen.indexOf(answer.after, seen);
        if (at < 0) break;
        seen = at + answer.after.length;
        next += 1;
        const { type, before } = answer;
        if (before === undefined) child.stdin.write(type);
        else before().then(() => child.stdin.write(type), reject);
      }
    });
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, screen }));
  });
}
