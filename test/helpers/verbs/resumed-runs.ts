// Runs of verbs with a file of --resume: their requests, and processes that are killed.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { HeadgateError } from '../../../src/base/index.ts';
import type { Resumed } from '../../../src/input/resume/index.ts';
import { compare, estimate, indexLogs, replay, validate } from '../../../src/verbs/index.ts';
import { programPath } from '../programs.ts';

const JOB = join(import.meta.dirname, '../../../samples/jobs/all-requests.json');
const VERBS = { replay, compare, estimate, validate, indexLogs };

/** A verb, and a request without sources. */
export type ResumableRun = readonly [verb: keyof typeof VERBS, request: Readonly<Record<string, unknown>>];

/** Every verb that goes on, with what it can count. */
export const RESUMABLE: Readonly<Record<string, ResumableRun>> = {
  replay: [
    'replay',
    {
      filters: [{ kind: 'filter', value: 'EdgeResponseStatus >= 500 or BotScore < 30' }],
      ...{ samples: 3, by: ['ClientCountry'], guards: ['kept >= 1%'] },
    },
  ],
  profile: ['replay', { detail: 'full' }],
  compare: ['compare', { from: 'EdgeResponseStatus >= 500', to: ['EdgeResponseStatus >= 400'] }],
  estimate: ['estimate', { filters: ['EdgeResponseStatus >= 500'] }],
  'estimate in rounds': ['estimate', { filters: ['EdgeResponseStatus >= 500'], precision: 0.01 }],
  validate: ['validate', { job: JOB }],
};

/** The part of a request that cuts a small source into many shards. */
export const MANY_SHARDS = { shardBytes: 500_000, bytesPerThread: 0 };

/** Runs a verb. @returns its result without times */
export async function runResumable([verb, request]: ResumableRun, more: object): Promise<object> {
  const run = VERBS[verb] as (request: object) => Promise<{ timing?: unknown }>;
  const { timing: _, ...result } = await run({ ...request, ...more });
  return result;
}

/** Runs until some answers are stored, then goes on. @returns what the second run took over, and its result */
export async function interruptedRun(
  run: ResumableRun,
  request: { resume: string; [key: string]: unknown },
  after: number,
) {
  const stopping = new AbortController();
  let reports = 0;
  const onProgress = (): void => {
    reports += 1;
    if (reports === after) stopping.abort();
  };
  await runResumable(run, { ...request, signal: stopping.signal, onProgress }).catch((error: unknown) => {
    if (!(error instanceof HeadgateError)) throw error;
  });
  return continuedRun(run, request);
}

/** Runs a verb. @returns what it took over, and its result without times */
export async function continuedRun(run: ResumableRun, request: object) {
  const resumed: Resumed[] = [];
  const onResumed = (one: Resumed): void => void resumed.push(one);
  return { result: await runResumable(run, { ...request, onResumed }), resumed: resumed[0] };
}

/**
 * Runs a verb in a process of its own.
 * @param killAt kills it with SIGKILL at this report of progress; undefined: it ends by itself
 * @returns its result without times; undefined if it was killed
 */
export async function runProcess(
  [verb, request]: ResumableRun,
  more: object,
  killAt?: number,
): Promise<object | undefined> {
  const child = fork(programPath('resume-process'), [verb, JSON.stringify({ ...request, ...more })], {
    ...{ execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  });
  let result: { timing?: unknown } | undefined;
  let stderr = '';
  let reports = 0;
  child.stderr!.on('data', (text) => {
    stderr += text;
  });
  child.on('message', (message: { result?: object }) => {
    result = message.result;
    reports += 1;
    if (reports === killAt) child.kill('SIGKILL');
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (...ended) => resolve(ended));
  });
  if (signal === 'SIGKILL') return undefined;
  if (code !== 0 || result === undefined) throw new Error(`the process ended with code ${code}: ${stderr}`);
  const { timing: _, ...rest } = result;
  return rest;
}
