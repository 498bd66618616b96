// For random sources and promises: every suggested filter is proven, and the naive evaluator finds no promised line that it drops, in the lines of the
// source, held-out days included, and in lines that no source has. Rungs are nested, and within the limits. TEST_RUNS=10 tries 1,000 promise sets.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordFrom, type Value } from '../../../src/base/index.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_OPERATORS, printFilterJson } from '../../../src/language/filter/index.ts';
import { suggest } from '../../../src/verbs/index.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { mutated, randomPromise, randomRecords } from '../../helpers/suggest/random-logs.ts';

const LINES = 240;
const MUTATIONS = 3;

it('no promised line that the filter in force keeps is lost, on any day', { timeout: 1_200_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-promises-'));
  let suggested = 0;
  for (let seed = 0; seed < randomRuns(100); seed += 1) {
    const records = randomRecords(seed, { lines: LINES, days: 1 + (seed % 4) });
    const source = join(folder, `${seed}`);
    mkdirSync(source);
    const third = Math.ceil(LINES / 3);
    for (const part of [0, 1, 2])
      writeFileSync(
        join(source, `${part}.log`),
        records
          .slice(part * third, (part + 1) * third)
          .map((record) => `${JSON.stringify(record)}\n`)
          .join(''),
      );
    const promises = Array.from({ length: 1 + (seed % 3) }, (_, index) =>
      printFilterJson(randomPromise(seed * 10 + index)),
    );
    const from = seed % 3 === 0 ? printFilterJson(randomPromise(seed * 10 + 5)) : 'all';
    const report = await suggest({
      ...{ sources: [source], goal: `${10 + (seed % 8) * 10} %`, neverDrop: promises, from, threads: 1 },
    }).catch((error: Error & { code?: string }) => {
      // A filter in force may keep no line.
      expect(error.message).toMatch(/found no|no line/);
      return undefined;
    });
    rmSync(source, { recursive: true });
    if (report === undefined) continue;
    const rungs = [...report.ladder, ...(report.keepList === null ? [] : [report.keepList])];
    suggested += rungs.length;
    const all: Map<string, Value>[] = records.flatMap((record, line) => [
      recordFrom(record) as Map<string, Value>,
      ...Array.from({ length: MUTATIONS }, (_, index) => mutated(record, seed * 1000 + line * MUTATIONS + index)),
    ]);
    let last: string | undefined;
    for (const { name, filter, size, proofs } of rungs) {
      expect({ seed, proofs }).toEqual({ seed, proofs: { promises: 'proven', narrows: 'proven' } });
      expect(size.operators <= MAX_FILTER_OPERATORS && size.bytes <= MAX_FILTER_BYTES).toBe(true);
      for (const record of all) {
        const isInForce = from === 'all' || naiveVerdict(from, record) === 'keep';
        const isPromised = promises.some((promise) => naiveVerdict(promise, record) === 'keep');
        const verdict = naiveVerdict(filter.json, record);
        if (isInForce && isPromised) expect({ seed, name, record, verdict }).toMatchObject({ verdict: 'keep' });
        if (!isInForce && from !== 'all')
          expect({ seed, name, kept: verdict === 'keep' }).toMatchObject({ kept: false });
        // Each rung drops what the one before it drops.
        if (last !== undefined && name.startsWith('suggestion') && naiveVerdict(last, record) === 'drop')
          expect({ seed, name, verdict }).toMatchObject({ verdict: 'drop' });
      }
      last = filter.json;
    }
  }
  expect(suggested).toBeGreaterThan(randomRuns(100) / 3);
  rmSync(folder, { recursive: true });
});
