// What jobs push of a source that a job has sampled: in its destination, in a copy of it, and elsewhere; in comparisons and replays.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { beforeSampling, exactly } from '../../../src/analysis/cost/index.ts';
import { sampledLines } from '../../../src/analysis/cost/sampling-interval.ts';
import { compare } from '../../../src/verbs/index.ts';
import type { ReplayedJob, ReplayResult } from '../../../src/verbs/replay/replay.ts';
import { copySmallObjects } from '../../helpers/stored-samples.ts';
import { emitTo } from '../../helpers/verbs/replay-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-sampled-'));
const [source, elsewhere] = [join(folder, 'logs'), join(folder, 'elsewhere')];
for (const place of [source, elsewhere]) copySmallObjects(place);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(settings: Record<string, unknown>): string {
  files += 1;
  const file = join(folder, `job-${files}.json`);
  writeFileSync(file, JSON.stringify({ dataset: 'http_requests', destination_conf: source, ...settings }));
  return file;
}

const job = (name: string, rate: number) => ({
  kind: 'job' as const,
  value: fileOf({ name, output_options: { sample_rate: rate } }),
});

describe('a comparison of jobs', () => {
  const pushed = async (from: Parameters<typeof compare>[0]['from'], newRate: number, sources: string[]) => {
    const { jobs, cost } = await compare({ sources, from, to: [job('new', newRate)], findsValues: false });
    const [before, after] = jobs;
    return { kept: after!.kept.lines, before: before!.pushed?.lines, after: after!.pushed!.lines, cost: cost!.jobs };
  };

  it.each([
    ['its destination', [source]],
    ['its destination, without a source', []],
  ])('does not apply the rate of the old job again in %s', async (_, sources) => {
    const { kept, before, after, cost } = await pushed(job('old', 0.1), 0.05, sources);
    expect(before).toEqual(exactly(kept));
    expect(after).toEqual(sampledLines(kept, { source: 0.1, job: 0.05 }));
    expect(after.value).toBeCloseTo(kept / 2);
    // Rates and pushed lines are the same figure.
    expect(cost[1]!.perDay.lines.value / cost[0]!.perDay.lines.value).toBeCloseTo(after.value / before!.value);
  });

  it('estimates the lines before the sampling for a job that pushes all of them', async () => {
    const { kept, after } = await pushed(job('old', 0.1), 1, [source]);
    expect(after).toEqual(beforeSampling(kept, 0.1));
  });

  it('applies the rates elsewhere', async () => {
    const { kept, before, after } = await pushed(job('old', 0.1), 0.05, [elsewhere]);
    expect([before!.value, after.value]).toEqual([kept * 0.1, kept * 0.05]);
  });

  it('takes a new filter without a job for one of the old job', async () => {
    const from = job('old', 0.1);
    const sides = async (to: Parameters<typeof compare>[0]['to'][number]) => {
      const { jobs, cost } = await compare({ sources: [elsewhere], from, to: [to], findsValues: false });
      return [jobs[1]!.kept, jobs[1]!.pushed, cost!.jobs[1]!.perDay];
    };
    expect(await sides('all')).toEqual(await sides(job('new', 0.1)));
  });

  it('counts all lines of a new filter without a job if the old job is disabled', async () => {
    const value = fileOf({ name: 'off', enabled: false, output_options: { sample_rate: 0.1 } });
    const { jobs, comparisons } = await compare({
      ...{ sources: [elsewhere], from: { kind: 'job', value }, findsValues: false },
      to: ['EdgeResponseStatus >= 400', 'none', job('on', 1)],
    });
    const [, after, none, on] = jobs;
    expect(none!.kept.lines).toBe(0);
    expect(after!.kept.lines).toBeGreaterThan(0);
    expect(comparisons[0]!.onlyAfter.lines).toBe(after!.kept.lines);
    expect(after!.pushed).toBeUndefined();
    expect(on!.kept.lines).toBeGreaterThan(after!.kept.lines);
  });

  it('does not apply the rate of a new job again in its destination', async () => {
    const { kept, after, cost } = await pushed('all', 0.1, []);
    expect(after).toEqual(exactly(kept));
    expect(cost[1]!.perDay.lines).toEqual(cost[0]!.perDay.lines);
  });
});

it.each([1, 0.1])('a job with the rate %d that replaces itself saves nothing, exactly', async (rate) => {
  const same = [job('a', rate), job('b', rate)] as const;
  const guards = ['saves >= 0%'];
  const price = ['stored=1/GB-month'];
  const report = await compare({
    sources: [elsewhere],
    from: same[0],
    to: [same[1]],
    findsValues: false,
    guards,
    price,
  });
  expect(report.guards!.map(({ holds }) => holds)).toEqual([true]);
  expect(report.comparisons[0]!.cost!.perMonth).toMatchObject({ lines: exactly(0), bytes: exactly(0) });
});

describe('a replay', () => {
  const target = { kind: 'folder', overwrite: true } as const;
  it('bills what was written, in place of what was measured', async () => {
    const value = fileOf({ name: 'a', output_options: { field_names: ['RayID', 'EdgeStartTimestamp'] } });
    for (const stored of [true, false]) {
      const report = await emitTo(
        { ...target, folder: join(folder, `emitted-${stored}`) },
        { sources: [source], jobs: [value], detail: 'no-fields', stored, price: '1/GB' },
      );
      const [{ emitted, pushed }] = report.jobs as [ReplayedJob];
      const { perDay } = (report as ReplayResult).cost!.jobs[0]!;
      expect(pushed!.bytes).toEqual(exactly(emitted!.bytes));
      expect(perDay.bytes!.low).toBe(perDay.bytes!.high);
      expect((perDay.bytes!.value / perDay.lines.value) * emitted!.lines).toBeCloseTo(emitted!.bytes);
    }
  });
});
