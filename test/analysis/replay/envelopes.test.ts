// Records in envelopes are replayed like the records themselves: figures differ in the bytes of lines alone, with and without the kernel.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { printJson, type Value } from '../../../src/base/index.ts';
import { printFilterJson } from '../../../src/language/filter/index.ts';
import { replay } from '../../../src/verbs/index.ts';
import { ENVELOPES } from '../../cases/record/envelopes.ts';
import { filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-envelopes-'));
const file = join(folder, 'part.log');

/** Any other key needs three fields. */
const record = fc
  .tuple(recordArbitrary, fc.integer({ min: 0, max: 99 }))
  .map(
    ([fields, number]) =>
      new Map<string, Value>([['RayID', `r${number}`], ['ClientIP', '192.0.2.1'], ['ClientASN', 1n], ...fields]),
  );
const wrapped = fc.tuple(record.map(printJson), fc.nat({ max: ENVELOPES.length }));

async function reportOf(lines: readonly string[], filters: readonly string[], more: object = {}): Promise<Report> {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const { timing: _, ...report } = await replay(replayRequest({ sources: [file], filters, ...more }));
  return report;
}

/** Without the bytes of lines; those of fields stay. */
function withoutBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (typeof value !== 'object' || value === null) return value;
  const isOfField = 'empty' in value;
  const entries = Object.entries(value).filter(([key]) => isOfField || !['bytes', 'unwrapped', 'offset'].includes(key));
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutBytes(one)]));
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(['on', 'off'])('kernel %s', (kernel) => {
  it('reports are equal, bytes of lines aside', async () => {
    vi.stubEnv('HEADGATE_KERNEL', kernel === 'off' ? 'off' : '');
    const cases = fc.asyncProperty(
      fc.array(wrapped, { minLength: 1, maxLength: 12 }),
      fc.array(filterArbitrary.map(printFilterJson), { minLength: 1, maxLength: 3 }),
      async (lines, filters) => {
        const plain = lines.map(([line]) => line);
        const stored = lines.map(([line, kind]) => ENVELOPES[kind]?.wrap(line) ?? line);
        const request = { ignoreLimits: true, samples: 20 };
        const report = await reportOf(stored, filters, request);
        expect(withoutBytes(report)).toEqual(withoutBytes(await reportOf(plain, filters, request)));
        const bytes = stored.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
        const byPath = Map.groupBy(
          lines.filter(([, kind]) => ENVELOPES[kind] !== undefined),
          ([, kind]) => ENVELOPES[kind]!.path,
        );
        const unwrapped = [...byPath].map(([path, of]) => ({ path, lines: of.length }));
        expect(report.lines).toMatchObject({ read: lines.length, bytes });
        expect(report.lines.unwrapped ?? []).toEqual(unwrapped.sort((a, b) => (a.path < b.path ? -1 : 1)));
        for (const { kept, dropped, undecided } of report.jobs!)
          expect(kept.bytes + dropped.bytes + undecided.bytes).toBe(bytes);
      },
    );
    await fc.assert(cases, { seed: 26, numRuns: randomRuns(60) });
  });

  it('paths beyond the limit are summed up, in any order and number of threads', async () => {
    vi.stubEnv('HEADGATE_KERNEL', kernel === 'off' ? 'off' : '');
    const line = '{"RayID":"a","ClientIP":"b","BotScore":1}';
    const keys = Array.from({ length: 20 }, (_, key) => `k${String(key).padStart(2, '0')}`);
    const lines = [...keys, ...keys, 'k'.repeat(300)].map((key) => `{"${key}":${line}}`);
    const wanted = [...keys.slice(0, 16).map((path) => ({ path, lines: 2 })), { path: 'other', lines: 9, rest: true }];
    const request = { threads: 3, bytesPerThread: 0, partBytes: 100 };
    for (const order of [lines, lines.toReversed()]) {
      for (const more of [{}, request])
        expect((await reportOf(order, ['BotScore < 30'], more)).lines.unwrapped).toEqual(wanted);
    }
  });
});
