// Workers and commands as processes that a test stops, continues and kills by their ids.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { programPath, ROOT } from '../programs.ts';

/** A process. */
export interface Started {
  child: ChildProcess;
  /** Resolves when standard error has a text. @throws Error if the process ends without it */
  saw(text: string | RegExp): Promise<void>;
  stderr(): string;
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;
  /** Sends SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

/** Options of a process. */
export interface StartOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** The path of `headgate`. @default the bundle of the tests */
  program?: string;
  /** A module that the process and its threads load first. */
  preload?: string;
}

/** Processes that have not ended. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `headgate`. */
export function startHeadgate(args: readonly string[], options: StartOptions = {}): Started {
  const { env, cwd = ROOT, program = programPath('headgate'), preload } = options;
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ ...process.env, NO_COLOR: '1', COLUMNS: '', ...env },
      ...(preload !== undefined && {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
      }),
    },
  });
  const output = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      notify();
    });
  running.add(child);
  let isOver = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    isOver = true;
    notify();
    return { code, signal, ...output };
  });
  return {
    child,
    ended,
    stderr: () => output.stderr,
    saw: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const isThere = typeof text === 'string' ? output.stderr.includes(text) : text.test(output.stderr);
          if (!isThere && !isOver) return;
          listeners.delete(look);
          if (isThere) resolve();
          else reject(new Error(`the process ended without ${text}: ${output.stderr}`));
        };
        listeners.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a worker with one thread that takes shards when this resolves. */
export async function startWorker(
  url: string,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<Started> {
  const worker = startHeadgate(['worker', url, '--threads', '1', ...args], options);
  await worker.saw('takes shards');
  return worker;
}
