// Runs the program as a user would, in a separate process.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { PROGRAMS, programPath } from '../programs.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');
const MAIN = programPath('headgate');

/** The result of a run. */
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
  /**
   * Sends a signal as soon as the program has read {@link RunOptions.stdin}, and leaves standard input open. Blanks without a line end
   * follow the text: the pipe takes the last of them only after the program has read the text.
   */
  interruptAfterStdin?: NodeJS.Signals;
  env?: Record<string, string>;
  cwd?: string;
  /** Called when the process has started, to send it signals. */
  onStart?: (
    kill: (signal: NodeJS.Signals) => void,
    stderr: NodeJS.ReadableStream,
    stdout: NodeJS.ReadableStream,
  ) => void;
}

/** More than a pipe and the reader of a pipe hold together. */
const UNREAD_TAIL = ' '.repeat(2 * 1024 * 1024);

/** Runs `headgate` from its bundle: see programs.ts. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  return run(process.execPath, [MAIN, ...args], options);
}

/** Runs `headgate` from its source files, for tests of what it loads and of places in the code. */
export function runFromSource(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  return run(process.execPath, [resolve(ROOT, PROGRAMS.headgate), ...args], options);
}

/** A run for the process that {@link runTogether} shares. */
export interface SharedRun {
  id: number;
  args: readonly string[];
  options: { stdin?: string | Uint8Array; env?: Record<string, string>; cwd?: string };
}

const waiting = new Map<number, PromiseWithResolvers<CliRun>>();
let server: ChildProcess | undefined;
let runs = 0;

/**
 * Runs `headgate` for tests of its output and exit code alone; use {@link runCli} for signals, memory and pipes. All such runs share one
 * process, one after another, because starting a process takes longer than most runs. Standard input is empty by default.
 */
export function runTogether(args: readonly string[], options: SharedRun['options'] = {}): Promise<CliRun> {
  server ??= startServer();
  const id = runs++;
  const run = Promise.withResolvers<CliRun>();
  waiting.set(id, run);
  server.send({ id, args, options } satisfies SharedRun);
  return run.promise;
}

function startServer(): ChildProcess {
  const child = fork(programPath('serve-cli'), {
    ...{ cwd: ROOT, env: { ...process.env, NO_COLOR: '1', COLUMNS: '' }, execArgv: [] },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.on('message', ({ id, run }: { id: number; run: CliRun }) => {
    waiting.get(id)!.resolve(run);
    waiting.delete(id);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the process of shared runs ended with ${code}`));
    waiting.clear();
    server = undefined;
  });
  return child;
}

/** Runs a shell command in the checkout. */
export function runShell(command: string, options: RunOptions = {}): Promise<CliRun> {
  return run('bash', ['-c', command], options);
}

function run(command: string, args: string[], options: RunOptions): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', COLUMNS: '', ...options.env };
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
    const { interruptAfterStdin: signal } = options;
    if (signal !== undefined) child.stdin.write(`${options.stdin ?? ''}${UNREAD_TAIL}`, () => child.kill(signal));
    else if (options.keepStdinOpen) child.stdin.write(options.stdin ?? '');
    else child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    options.onStart?.((signal) => child.kill(signal), child.stderr, child.stdout);
  });
}
