// A build and an update of an index that are killed with SIGKILL at random moments: the index has whole objects only, each query states what it lacks,
// and the next build completes it.
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { indexLogs, replay } from '../../../src/verbs/index.ts';
import { describeIndex } from '../../../src/verbs/index-logs/describe-index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { runProcess } from '../../helpers/verbs/resumed-runs.ts';

/** Processes that are killed: every second one builds, the others update. */
const KILLS = 20;
/** Reports of progress after which a process is killed at the latest. */
const LATEST = 40;
/** For all of them, on a busy machine. Milliseconds. */
const PATIENCE_MS = 300_000;
/** What an update adds and removes. */
const [ADDED, REMOVED] = ['20261103', '20261101'];

const root = mkdtempSync(join(tmpdir(), 'headgate-index-kill-'));
const logs = join(root, 'logs');
const out = join(root, 'index');

async function answerOf(source: string) {
  const {
    source: read,
    timing: _,
    ...report
  } = await replay({
    ...{ sources: [source], filters: ['EdgeResponseStatus >= 500 or BotScore < 30'], samples: 2, threads: 1 },
  });
  return { read, report };
}

it(
  `survives ${KILLS} kills`,
  async () => {
    cpSync(join(SAMPLES, 'logs/all-requests'), logs, { recursive: true });
    const { report: expected } = await answerOf(logs);
    for (let kill = 0; kill < KILLS; kill += 1) {
      rmSync(out, { recursive: true, force: true });
      if (kill % 2 === 1) {
        renameSync(join(logs, ADDED), join(root, ADDED));
        await indexLogs({ sources: [logs], out });
        renameSync(join(root, ADDED), join(logs, ADDED));
        renameSync(join(logs, REMOVED), join(root, REMOVED));
      }
      const request = { sources: [logs], out, threads: 1 + (kill % 3), bytesPerThread: 0 };
      const killAt = 1 + Math.floor(Math.random() * LATEST);
      await runProcess(['indexLogs', request], {}, killAt);
      if (kill % 2 === 1) renameSync(join(root, REMOVED), join(logs, REMOVED));
      if (existsSync(join(out, 'index.sqlite'))) {
        const found = await answerOf(out).catch((error: unknown) => {
          // Killed before it had read an object.
          if (error instanceof HeadgateError && error.code === 'no-objects') return undefined;
          throw error;
        });
        const { columns } = describeIndex(out).objects;
        expect((found?.read.objects ?? 0) - (found?.read.unreadable ?? 0)).toBe(columns);
        const [indexed] = found?.read.indexes ?? [];
        expect(columns + (indexed?.missing ?? 0) + (indexed?.waiting ?? 0)).toBeGreaterThanOrEqual(indexed ? 39 : 0);
      }
      const { objects } = await indexLogs({ sources: [logs], out });
      expect(objects).toEqual({ columns: 39, stored: 0, waiting: 0 });
      const { read, report } = await answerOf(out);
      expect(report).toEqual(expected);
      expect(read.indexes).toMatchObject([{ covered: true, missing: 0, waiting: 0, changed: 0, gone: 0 }]);
      const { parts } = describeIndex(out);
      expect(readdirSync(out).length).toBe(1 + parts);
    }
  },
  PATIENCE_MS,
);
