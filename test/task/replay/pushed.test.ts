// What a job pushes, as reports state it, against what --emit writes: exact figures are equal, and intervals contain it. In every format.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Estimated } from '../../../src/cost/index.ts';
import { REPLAY_RENDERERS } from '../../../src/render/index.ts';
import { compare } from '../../../src/task/index.ts';
import { type ReplayedJob, type ReplayRequest, replay } from '../../../src/task/replay/replay.ts';
import { copySmallObjects } from '../../helpers/stored-samples.ts';
import { emitTo } from '../../helpers/task/emit-to.ts';
import { replayRequest } from '../../helpers/task/replay-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-pushed-'));
const source = join(folder, 'logs');
copySmallObjects(source);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Random jobs; each takes 0.1 s. */
const RUNS = 50;

interface AnyJob {
  enabled: boolean;
  filter: string;
  output_options: Record<string, unknown>;
}

const condition = (key: string, operator: string, value: unknown) =>
  JSON.stringify({ where: { key, operator, value } });

const anyJob: fc.Arbitrary<AnyJob> = fc.record({
  enabled: fc.constantFrom(true, true, true, false),
  filter: fc.constantFrom(
    condition('EdgeResponseStatus', 'geq', 400),
    condition('EdgeResponseStatus', 'geq', 100),
    condition('EdgeResponseStatus', 'geq', 1000),
    condition('ClientCountry', 'eq', 'de'),
    condition('BotScore', 'lt', 30),
  ),
  output_options: fc
    .record(
      {
        sample_rate: fc.constantFrom(1, 0.5, 0.3, 0.1, 0.01),
        field_names: fc.constantFrom(['RayID'], ['EdgeStartTimestamp', 'ClientRequestHost', 'ClientRequestPath']),
        output_type: fc.constantFrom('ndjson', 'csv'),
      },
      { requiredKeys: [] },
    )
    // CSV needs columns.
    .filter(({ output_type: type, field_names: names }) => type !== 'csv' || names !== undefined),
});

let jobs = 0;
function fileOf(job: Partial<AnyJob> & Record<string, unknown>): string {
  jobs += 1;
  const file = join(folder, `job-${jobs}.json`);
  writeFileSync(file, JSON.stringify({ name: 'prod', dataset: 'http_requests', ...job }));
  return file;
}

async function replayed(file: string, changes: Partial<ReplayRequest> = {}): Promise<ReplayedJob> {
  const { jobs: found } = await replay(
    replayRequest({ sources: [source], jobs: [file], detail: 'no-fields', ...changes }),
  );
  return found![0]!;
}

const isExact = ({ low, high }: Estimated) => low === high;

it('equals what --emit writes if it is exact, and contains it otherwise', async () => {
  const misses: string[] = [];
  let intervals = 0;
  await fc.assert(
    fc.asyncProperty(anyJob, fc.boolean(), async (job, stored) => {
      const file = fileOf({ ...job });
      const { kept, pushed } = await replayed(file, { stored });
      const target = join(folder, `emitted-${jobs}`);
      const { emitted } = (
        await emitTo({ kind: 'folder', folder: target, overwrite: false }, { sources: [source], jobs: [file] })
      ).jobs![0]!;
      if (!job.enabled) expect(pushed).toEqual({ lines: ZERO, bytes: ZERO });
      const changesBytes = Object.keys(job.output_options).some((key) => key !== 'sample_rate');
      if (!changesBytes && (job.output_options.sample_rate ?? 1) === 1 && job.enabled) {
        expect(pushed).toEqual({ lines: exact(kept.lines), bytes: exact(kept.bytes) });
      }
      for (const figure of ['lines', 'bytes'] as const) {
        const found = pushed![figure];
        if (found === null) {
          expect([changesBytes, stored]).toEqual([true, false]);
          continue;
        }
        if (isExact(found)) expect(found.value).toBe(emitted![figure]);
        else {
          intervals += 1;
          if (emitted![figure] < found.low || emitted![figure] > found.high) misses.push(JSON.stringify([job, found]));
        }
      }
    }),
    { seed: 7, numRuns: RUNS },
  );
  // 95 % intervals.
  expect(intervals).toBeGreaterThan(5);
  expect(misses.length / intervals).toBeLessThan(0.15);
});

const exact = (value: number): Estimated => ({ value, low: value, high: value });
const ZERO = exact(0);

it('is a share of all kept lines as the job writes them, whichever of them a sample has', async () => {
  const options = { field_names: ['RayID', 'ClientRequestURI'], output_type: 'csv' };
  const pushedAt = async (rate: number) => {
    const file = fileOf({
      filter: condition('ClientCountry', 'eq', 'de'),
      output_options: { ...options, sample_rate: rate },
    });
    return (await replayed(file, { stored: true })).pushed!.bytes!;
  };
  const all = await pushedAt(1);
  expect(all).toEqual(exact(all.value));
  for (const rate of [0.5, 0.01, 0.0001]) expect((await pushedAt(rate)).value).toBeCloseTo(all.value * rate, 6);
});

it('is what was written if lines are written', async () => {
  const file = fileOf({ filter: condition('BotScore', 'lt', 30), output_options: { sample_rate: 0.5 } });
  const request = { sources: [source], jobs: [file] };
  const { emitted, pushed } = (await emitTo({ kind: 'folder', folder: join(folder, 'own'), overwrite: false }, request))
    .jobs![0] as ReplayedJob;
  expect(pushed).toEqual({ lines: exact(emitted!.lines), bytes: exact(emitted!.bytes) });
});

it('does not sample the lines in the destination of the job again', async () => {
  const filter = condition('BotScore', 'lt', 30);
  const file = fileOf({ filter, output_options: { sample_rate: 0.1 }, destination_conf: source });
  for (const changes of [{}, { sources: [] }]) {
    const { kept, pushed } = await replayed(file, changes);
    expect(pushed).toEqual({ lines: exact(kept.lines), bytes: exact(kept.bytes) });
  }
});

it('judges guards of a comparison over the destination of the old job on what that job dropped', async () => {
  const job = (name: string, value: number) =>
    fileOf({ name, filter: condition('EdgeResponseStatus', 'geq', value), destination_conf: source });
  const judged = async (sources: string[]) => {
    const from = { kind: 'job', value: job('old', 400) } as const;
    const to = [{ kind: 'job', value: job('new', 300) } as const];
    const { guards = [] } = await compare({
      sources,
      from,
      to,
      guards: ['newly-kept <= 100000', 'newly-dropped == 0'],
    });
    return guards.map(({ holds, value }) => (value === null ? 'open' : holds));
  };
  const elsewhere = join(folder, 'elsewhere');
  copySmallObjects(elsewhere);
  // What the old job dropped is not in its destination, so that newly kept lines may be missing; what it kept is there.
  expect(await judged([source])).toEqual(['open', true]);
  expect(await judged([])).toEqual(['open', true]);
  expect(await judged([elsewhere])).toEqual([true, true]);
});

it('is absent for a filter without a job', async () => {
  const { jobs: [job] = [] } = await replay(replayRequest({ sources: [source], filters: ['BotScore < 30'] }));
  expect(job).not.toHaveProperty('pushed');
  expect(job).not.toHaveProperty('remarks');
});

describe.each(['text', 'markdown', 'html', 'json', 'csv'] as const)('%s', (format) => {
  it.each<[name: string, job: Record<string, unknown>, words: string[]]>([
    ['a sample', { output_options: { sample_rate: 0.1 } }, ['sample_rate is 0.1', 'pushed']],
    ['a disabled job', { enabled: false }, ['the job is disabled', 'pushed']],
    ['a failed job', { last_error: '2026-11-01T00:00:00Z' }, ['last_error is']],
  ])('states %s', async (_, settings, words) => {
    const file = fileOf({ filter: condition('BotScore', 'lt', 30), ...settings });
    const report = await replay(replayRequest({ sources: [source], jobs: [file] }));
    const render = await REPLAY_RENDERERS[format]();
    const text = [...render(report, { color: false, width: 100 })].join('').replaceAll('\\', '').toLowerCase();
    // CSV has figures alone.
    const expected = format === 'csv' ? words.filter((word) => word === 'pushed') : words;
    for (const word of expected) expect(text).toContain(word);
  });
});
