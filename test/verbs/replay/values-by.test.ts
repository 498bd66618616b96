// The values of fields in the lines that each filter drops and keeps: by definition, with several threads, and on a sample.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { valueLinesFor, weighValues } from '../../../src/analysis/compare/index.ts';
import { createRandom } from '../../../src/base/index.ts';
import { type ReplayRequest, replay } from '../../../src/verbs/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-by-'));

/** A source whose values are counted by hand below. */
function sourceOf(name: string, records: readonly object[]): string {
  const path = join(folder, `${name}.ndjson`);
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

const SMALL = sourceOf('small', [
  { BotScore: 1, ClientCountry: 'de', ClientIP: '192.0.2.1' },
  { BotScore: 2, ClientCountry: 'de', ClientIP: null },
  { BotScore: 50, ClientCountry: 'de' },
  { BotScore: 60, ClientCountry: 'us' },
  { BotScore: 70 },
  { ClientCountry: 'fr' },
]);

/** Values with their shares, and the rest. */
const sharesOf = ({
  values,
  rest,
}: {
  values: { value: string; share: number; shareError: number }[];
  rest: number;
}) => [...values.map(({ value, share, shareError }) => [value, share, shareError]), rest];

const jobsOf = async (request: ReplayRequest) => {
  const { jobs = [] } = await replay({ samples: 0, stored: false, detail: 'no-fields', ...request });
  return jobs;
};

it('counts the values of dropped and of kept lines; undecided lines are neither', async () => {
  const [job, all] = await jobsOf({
    sources: [SMALL],
    filters: ['BotScore < 30', 'all'],
    by: ['ClientCountry', 'ClientIP', 'ClientCountry'],
  });
  expect([job!.dropped.lines, job!.kept.lines, job!.undecided.lines]).toEqual([3, 2, 1]);
  const { dropped, kept } = job!.by!;
  expect([dropped.examined, kept.examined]).toEqual([3, 2]);
  expect(dropped.fields.map(({ field }) => field)).toEqual(['ClientCountry', 'ClientIP']);
  expect(dropped.fields.map(sharesOf)).toEqual([[['"de"', 1 / 3, 0], ['"us"', 1 / 3, 0], 1 / 3], [1]]);
  expect(kept.fields.map(sharesOf)).toEqual([
    [['"de"', 1, 0], 0],
    [['"192.0.2.1"', 0.5, 0], ['null', 0.5, 0], 0],
  ]);
  expect(dropped.fields[0]!.values[0]).toMatchObject({ shareOfAll: 0.5, shareOfAllError: 0 });
  expect(all!.by!.dropped).toEqual({
    examined: 0,
    fields: [
      { field: 'ClientCountry', values: [], rest: 0 },
      { field: 'ClientIP', values: [], rest: 0 },
    ],
  });
  expect(all!.by!.kept.examined).toBe(6);
});

it('draws a sample, the same with several threads and at every level of detail', async () => {
  const lines = 3 * valueLinesFor(3);
  const source = sourceOf(
    'large',
    Array.from({ length: lines }, (_, at) => ({ BotScore: at % 2, ClientCountry: at % 10 < 3 ? 'de' : 'us' })),
  );
  const run = (request: Partial<ReplayRequest>) =>
    jobsOf({ sources: [source], filters: ['BotScore == 0'], by: ['ClientCountry'], ...request });
  const [one] = await run({ threads: 1 });
  const { dropped, kept } = one!.by!;
  expect([dropped.examined, kept.examined]).toEqual([valueLinesFor(3), valueLinesFor(3)]);
  for (const { fields } of [dropped, kept]) {
    const [{ share, shareError } = { share: 0, shareError: 0 }] = fields[0]!.values;
    expect(shareError).toBeGreaterThan(0);
    expect(Math.abs(share - (fields === kept.fields ? 0.6 : 0.8))).toBeLessThan(2 * shareError);
  }
  const [threaded] = await run({ threads: 2, bytesPerThread: 0, partBytes: 20_000 });
  expect(threaded!.by).toEqual(one!.by);
  const [counted] = await run({ detail: 'counts' });
  expect(counted!.by).toEqual(one!.by);
});

it('without a filter, weighs the values of all lines exactly, on both paths and for every form of line', async () => {
  const records = Array.from({ length: 4000 }, (_, at) => ({
    ...(at % 7 === 0 ? {} : { ClientCountry: ['de', 'us', '日本', null][at % 4] }),
    ClientRequestPath: `/${'x'.repeat(at % 50)}`,
    // Longer than lines whose values are counted, but their bytes count.
    ...(at === 5 ? { RequestHeaders: { long: 'x'.repeat(20_000) } } : {}),
  }));
  const source = sourceOf('weights', records);
  const expected = new Map<string, { lines: number; bytes: number }>();
  for (const record of records) {
    const line = `${JSON.stringify(record)}\n`;
    const value = line.length > 16_384 ? undefined : (record as { ClientCountry?: string | null }).ClientCountry;
    const key = value === undefined ? 'rest' : JSON.stringify(value);
    const { lines, bytes } = expected.get(key) ?? { lines: 0, bytes: 0 };
    expected.set(key, { lines: lines + 1, bytes: bytes + Buffer.byteLength(line) });
  }
  const run = (request: Partial<ReplayRequest> = {}) =>
    replay({ sources: [source], by: ['ClientCountry'], stored: false, threads: 1, ...request });
  const { by, lines, jobs } = await run();
  expect(jobs).toBeUndefined();
  const [field] = by!.fields;
  expect(by!.examined).toBe(records.length);
  const found = [...field!.values, { ...field!.rest, value: 'rest' }];
  expect(found.map(({ value, lines: count, bytes }) => [value, { lines: count, bytes }]).sort()).toEqual(
    [...expected].sort(),
  );
  expect(found.map(({ share, bytes }) => share - bytes / lines.bytes)).toEqual(found.map(() => 0));
  expect(found.every(({ shareError }) => shareError === 0)).toBe(true);
  const bytes = field!.values.map((one) => one.bytes);
  expect(bytes).toEqual([...bytes].sort((a, b) => b - a));
  expect((await run({ threads: 2, bytesPerThread: 0, partBytes: 20_000 })).by).toEqual(by);
  expect((await run({ detail: 'counts' })).by).toEqual(by);
  vi.stubEnv('HEADGATE_KERNEL', 'off');
  expect((await run()).by).toEqual(by);
  vi.unstubAllEnvs();
});

it('a weight on a sample contains the real share, for values of many and of few bytes', () => {
  const draw = createRandom(7);
  const random = (): number => draw(2 ** 31) / 2 ** 31;
  const population = Array.from({ length: 8000 }, (_, offset) => {
    const kind = random() < 0.02 ? 'heavy' : random() < 0.3 ? 'common' : 'other';
    return {
      object: 'o',
      offset,
      line: `{"K":"${kind}"}`,
      bytes: kind === 'heavy' ? 9000 : 300 + (offset % 400),
      kind,
    };
  });
  const all = { lines: population.length, bytes: population.reduce((sum, { bytes }) => sum + bytes, 0) };
  const realShares = (['heavy', 'common', 'other'] as const).map((kind) => {
    const bytes = population.reduce((sum, one) => sum + (one.kind === kind ? one.bytes : 0), 0);
    return [kind, bytes / all.bytes] as const;
  });
  const outside = { heavy: 0, common: 0, other: 0 };
  const runs = randomRuns(200);
  for (let run = 0; run < runs; run += 1) {
    const sample = population
      .map((line) => ({ line, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, 600)
      .map(({ line }) => line);
    const [field] = weighValues(all, sample, ['K']);
    for (const [kind, real] of realShares) {
      const found = field!.values.find(({ value }) => value === JSON.stringify(kind));
      if (found === undefined || Math.abs(found.share - real) > found.shareError) outside[kind] += 1;
      if (found !== undefined) expect(Math.abs(found.bytes - found.share * all.bytes)).toBeLessThanOrEqual(0.5);
    }
  }
  for (const count of Object.values(outside)) expect(count).toBeLessThanOrEqual(runs * 0.05);
});

it('with many filters, the samples are smaller', () => {
  expect([3, 16, 17, 400, 10_000].map(valueLinesFor)).toEqual([2048, 2048, 1927, 81, 64]);
});

it.each<[request: Partial<ReplayRequest>, error: object]>([
  [
    { filters: ['BotScore < 30'], by: ['ClientContry'] },
    { code: 'unknown-field', message: expect.stringContaining('expected a field such as ClientCountry') },
  ],
  [{ by: ['ClientContry'] }, { code: 'unknown-field', message: expect.stringContaining('ClientCountry') }],
])('rejects %j', async (request, error) => {
  await expect(replay({ sources: [SMALL], ...request })).rejects.toMatchObject(error);
});
