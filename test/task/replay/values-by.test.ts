// The values of fields in the lines that each filter drops and keeps: by definition, with several threads, and on a sample.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valueLinesFor } from '../../../src/compare/index.ts';
import { type ReplayRequest, replay } from '../../../src/task/index.ts';

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

it('with many filters, the samples are smaller', () => {
  expect([3, 16, 17, 400, 10_000].map(valueLinesFor)).toEqual([2048, 2048, 1927, 81, 64]);
});

it.each<[request: Partial<ReplayRequest>, error: object]>([
  [
    { filters: ['BotScore < 30'], by: ['ClientContry'] },
    { code: 'unknown-field', message: expect.stringContaining('expected a field such as ClientCountry') },
  ],
  [{ by: ['ClientCountry'] }, { code: 'by-no-filter', message: expect.stringContaining('expected --filter or --job') }],
])('rejects %j', async (request, error) => {
  await expect(replay({ sources: [SMALL], ...request })).rejects.toMatchObject(error);
});
