// A run with --resume that is killed with SIGKILL at random moments: the report is that of an undisturbed run, byte for byte.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { SAMPLES, storedObjects } from '../../helpers/stored-samples.ts';
import { interruptedRun, MANY_SHARDS, RESUMABLE, runProcess, runResumable } from '../../helpers/verbs/resumed-runs.ts';

/** Processes that are killed for each verb. */
const KILLS = 20;
/** For all of them, on a busy machine. Milliseconds. */
const PATIENCE_MS = 300_000;
/** Reports of progress after which a process is killed at the latest; some are killed before they have stored anything. */
const LATEST = 30;

const root = mkdtempSync(join(tmpdir(), 'headgate-resume-kill-'));
let files = 0;
const newFile = (): string => {
  files += 1;
  return join(root, `${files}.sqlite`);
};
const PLAIN = join(root, 'plain.log');
writeFileSync(
  PLAIN,
  storedObjects('all-requests', '20261101/')
    .map(({ text }) => text)
    .join(''),
);
const bucket = useLocalBucket((one) => one.uploadFolder(join(SAMPLES, 'logs/all-requests'), 'logs'));
const SOURCES: Readonly<Record<string, () => string>> = {
  'gzip files': () => join(SAMPLES, 'logs/all-requests/20261101'),
  'damaged files': () => join(SAMPLES, 'damaged'),
  'a large plain file': () => PLAIN,
  'a bucket': () => bucket().destinationConf('logs/{DATE}'),
};

it.each(Object.entries(RESUMABLE))(
  `%s is killed at ${KILLS} random moments`,
  async (_, run) => {
    const sources = [join(SAMPLES, 'logs/all-requests'), PLAIN];
    const undisturbed = { ...MANY_SHARDS, shardBytes: 100_000, sources, threads: 2, partBytes: 400_000 };
    const expected = JSON.stringify(await runProcess(run, undisturbed));
    let request = { ...undisturbed, resume: newFile() };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = 1 + Math.floor(Math.random() * LATEST);
      const result = await runProcess(run, { ...request, threads: 1 + (kill % 3) }, at);
      if (result === undefined) continue;
      // It ended before: the next one begins again.
      expect(JSON.stringify(result)).toBe(expected);
      request = { ...undisturbed, resume: newFile() };
    }
    expect(JSON.stringify(await runProcess(run, request))).toBe(expected);
  },
  PATIENCE_MS,
);

describe.each(Object.entries(SOURCES))('%s', (_, source) => {
  describe.each(Object.entries(RESUMABLE))('%s', (__, run) => {
    it.each([1, 3])('is interrupted, %i threads', async (threads) => {
      const request = { ...MANY_SHARDS, sources: [source()], threads, partBytes: 400_000 };
      const undisturbed = await runResumable(run, { ...request, threads: 1 });
      for (const after of [2, 9]) {
        const { result } = await interruptedRun(run, { ...request, resume: newFile() }, after);
        expect(result).toEqual(undisturbed);
      }
    });
  });
});
