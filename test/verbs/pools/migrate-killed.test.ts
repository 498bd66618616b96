// kill -9 at random requests of an apply of 137 pools, resumed until it is done: no policy twice, no alert lost, no pool left with recipients.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiPool } from '../../../src/cloud/api/index.ts';
import type { MigrationResult } from '../../../src/cloud/pools/index.ts';
import { openProgress } from '../../../src/cloud/pools/progress/progress.ts';
import { verifyPools } from '../../../src/verbs/index.ts';
import { newBackupPath } from '../../helpers/pools/apply-to.ts';
import { type LocalAccount, openLocalAccount } from '../../helpers/pools/local-account.ts';
import { programPath } from '../../helpers/programs.ts';

const POOLS = JSON.parse(readFileSync('samples/pools.json', 'utf8')).result as ApiPool[];
const KILLS = 20;
/** More than an apply of these pools takes: its last kills may come too late. */
const MOMENTS = 32;

let live: LocalAccount;
/** Loads the program while another child runs: that takes most of the time. */
let spare: ChildProcess;
beforeAll(async () => {
  spare = start();
  live = await openLocalAccount();
});
afterAll(async () => {
  spare.kill('SIGKILL');
  await live.stop();
});

function start(): ChildProcess {
  return fork(programPath('apply-process'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** Runs until the end or until the request of a kill. @returns undefined if it was killed */
async function run(
  backup: string,
  kill: { at: number; isMade: boolean } | undefined,
): Promise<MigrationResult | undefined> {
  const child = spare;
  spare = start();
  const when = (): boolean => child.kill('SIGKILL');
  live.proxy.begin(kill && { at: kill.at, kind: kill.isMade ? 'cut-after' : 'cut-before', when });
  let result: MigrationResult | undefined;
  child.on('message', (message) => {
    result = message as MigrationResult;
  });
  child.send({ ...live.access, backup, force: true });
  await new Promise((resolve) => child.once('close', resolve));
  return result;
}

it('kill -9, again and again', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let random = seed;
  const next = (below: number): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (random >>> 8) % below;
  };
  let backup = '';
  let kills = 0;
  let killed = 0;
  let isDone = true;
  while (kills < KILLS) {
    if (isDone) {
      live.reset(POOLS);
      backup = newBackupPath();
    }
    const result = await run(backup, { at: 1 + next(MOMENTS), isMade: next(2) === 1 });
    kills += 1;
    live.expectNothingLost();
    isDone = result !== undefined;
    if (!isDone) killed += 1;
    if (isDone) expect(result!.outcome, `seed ${seed}`).toMatch(/^(done|nothing)$/);
  }
  expect(killed, `seed ${seed}`).toBeGreaterThan(0);
  if (!isDone) expect((await run(backup, undefined))?.outcome, `seed ${seed}`).toMatch(/^(done|nothing)$/);
  live.expectNothingLost();
  const { isComplete } = await verifyPools({ ...live.access, backup });
  expect(isComplete, `seed ${seed}`).toBe(true);
});

it('a second process is rejected while the first one has the progress', async () => {
  live.reset(POOLS);
  const backup = newBackupPath();
  const progress = openProgress(backup, live.access.account);
  const rejected = await run(backup, undefined);
  expect(rejected).toMatchObject({ error: { code: 'progress-in-use' } });
  expect(live.proxy.requests).toEqual([]);
  progress.close(false);
});
