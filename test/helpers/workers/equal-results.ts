// Compares what a verb returns with workers and with one thread.
import { expect } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { type ResumableRun, runResumable } from '../verbs/resumed-runs.ts';

/** Stored bytes of a shard: cuts small sources into several ones. */
const SHARD_BYTES = 150_000;

/** Runs a verb twice. Fails unless workers give the result, or the error, of one thread. */
export async function expectSameWithWorkers(run: ResumableRun, request: object, url: string): Promise<void> {
  const alone = await outcomeOf(run, { ...request, threads: 1 });
  const workers = { url, shardBytes: SHARD_BYTES };
  expect(JSON.stringify(await outcomeOf(run, { ...request, workers }))).toBe(JSON.stringify(alone));
}

/** The result, or the error in place of it. */
async function outcomeOf(run: ResumableRun, request: object): Promise<unknown> {
  try {
    return await runResumable(run, request);
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    return { code: error.code, message: error.message };
  }
}
