// A file of --resume with other bits, cut, or on a full disk: the report of an undisturbed run, or an error that names the file, never other figures.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HeadgateError } from '../../src/index.ts';
import { runInShell } from '../helpers/cli/run-example.ts';
import { SAMPLES } from '../helpers/stored-samples.ts';
import { MANY_SHARDS, RESUMABLE, runResumable } from '../helpers/verbs/resumed-runs.ts';

const root = mkdtempSync(join(tmpdir(), 'headgate-resume-faults-'));
const SOURCE = join(SAMPLES, 'logs/errors-and-threats');
const REQUEST = { ...MANY_SHARDS, sources: [SOURCE], threads: 1 };
/** Places of a file that are damaged, evenly over it. */
const PLACES = 300;

/** The result of a run that goes on with a file, or the code of its error. */
async function goOn(run: (typeof RESUMABLE)[string], resume: string): Promise<string> {
  try {
    return JSON.stringify(await runResumable(run, { ...REQUEST, resume }));
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    expect(error.message).toContain(`cannot resume from ${resume}: `);
    return error.code;
  }
}

it.each(Object.entries(RESUMABLE))('%s never takes over figures that were damaged', async (name, run) => {
  const whole = join(root, `${name}.sqlite`);
  const damaged = join(root, `${name}-damaged.sqlite`);
  const expected = await goOn(run, whole);
  const bytes = readFileSync(whole);
  const found = new Set<string>();
  for (let place = 0; place < PLACES; place += 1) {
    const at = Math.floor((bytes.length * place) / PLACES);
    for (const damage of ['flip', 'cut']) {
      copyFileSync(whole, damaged);
      if (damage === 'cut') truncateSync(damaged, at);
      else writeFileSync(damaged, bytes.with(at, bytes[at]! ^ (1 << (place % 8))));
      const result = await goOn(run, damaged);
      expect([damage, at, result === expected || result.startsWith('resume-') ? '' : result]).toEqual([damage, at, '']);
      found.add(result === expected ? 'same' : result);
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(damaged + end, { force: true });
    }
  }
  expect(found).toContain('resume-invalid');
});

it.skipIf(process.platform === 'win32')('a full disk', async () => {
  // A limit for each file, with which the first answers fit.
  const resume = join(root, 'full.sqlite');
  const command = `npm run -s headgate -- replay '${SOURCE}' --filter 'EdgeResponseStatus >= 500' --samples 100 --reproducible -q`;
  const undisturbed = await runInShell(command);
  const { code, stderr } = await runInShell(`ulimit -f 24; ${command} --resume '${resume}'`);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^headgate: cannot resume from .*full\.sqlite: .*disk is full.*; .*run the command again/),
  ]);
  const { stdout } = await runInShell(`${command} --resume '${resume}'`);
  expect(stdout).toBe(undisturbed.stdout);
  expect(statSync(resume).mode & 0o777).toBe(0o600);
});
