// Runs the real program as a user would, in a process of its own.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'src/cli/main.ts');

/** What a run left behind. */
export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Options of {@link runCli}. */
export interface RunOptions {
  stdin?: string | Uint8Array;
  /** Leaves standard input open after {@link RunOptions.stdin}, as a pipe whose writer goes on. */
  keepStdinOpen?: true;
  env?: Record<string, string>;
  cwd?: string;
  /** Called when the process has started, to send it signals. */
  onStart?: (kill: (signal: NodeJS.Signals) => void, stderr: NodeJS.ReadableStream) => void;
}

/** Runs `headgate` with arguments. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  return run(process.execPath, [MAIN, ...args], options);
}

/** Runs a shell command in the checkout. */
export function runShell(command: string, options: RunOptions = {}): Promise<CliRun> {
  return run('bash', ['-c', command], options);
}

function run(command: string, args: string[], options: RunOptions): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', ...options.env };
    const child = spawn(command, args, { cwd: options.cwd ?? ROOT, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // A program that has seen enough closes its input.
    child.stdin.on('error', () => {});
    if (options.keepStdinOpen) child.stdin.write(options.stdin ?? '');
    else child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    options.onStart?.((signal) => child.kill(signal), child.stderr);
  });
}
