// What a job pushes, as reports state it, against what --emit writes: exact figures are equal, and intervals contain it. In every format.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Estimated } from '../../../src/analysis/cost/index.ts';
import { printCount, printPlural } from '../../../src/base/print-count.ts';
import { REPLAY_RENDERERS } from '../../../src/report/index.ts';
import { pushesOthers } from '../../../src/report/page/pushed-words.ts';
import { compare } from '../../../src/verbs/index.ts';
import { type ReplayedJob, type ReplayRequest, replay } from '../../../src/verbs/replay/replay.ts';
import { missesByChance, SIGNIFICANCE } from '../../helpers/cost/binomial-test.ts';
import { randomRuns, randomSeed } from '../../helpers/random-runs.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { copySmallObjects } from '../../helpers/stored-samples.ts';
import { emitTo, replayRequest } from '../../helpers/verbs/replay-request.ts';
import { SKEWED_SIZES } from '../../properties/skewed-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-pushed-'));
const source = join(folder, 'logs');
copySmallObjects(source);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Random jobs; each takes 0.1 s. */
const RUNS = 50;
/** Sources of a run, each with so many jobs; one takes 0.5 s. */
const ROUNDS = 10;
const JOBS_OF_ROUND = 60;

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

it('equals what --emit writes if it is exact, and says in every format which it is', async () => {
  await fc.assert(
    fc.asyncProperty(anyJob, fc.boolean(), async (job, stored) => {
      const file = fileOf({ ...job });
      const report = await replay(replayRequest({ sources: [source], jobs: [file], detail: 'no-fields', stored }));
      const { kept, pushed } = report.jobs![0]! as ReplayedJob;
      const target = join(folder, `emitted-${jobs}`);
      const { emitted } = (
        await emitTo({ kind: 'folder', folder: target, overwrite: false }, { sources: [source], jobs: [file] })
      ).jobs![0]!;
      const isSampled = job.enabled && (job.output_options.sample_rate ?? 1) !== 1 && kept.lines > 0;
      const changesBytes = Object.keys(job.output_options).some((key) => key !== 'sample_rate');
      for (const figure of ['lines', 'bytes'] as const) {
        const found = pushed![figure];
        if (found === null) expect([figure, changesBytes, stored]).toEqual(['bytes', true, false]);
        else {
          expect(isExact(found)).toBe(!isSampled);
          if (isExact(found)) expect(found.value).toBe(emitted![figure]);
        }
      }
      for (const format of ['text', 'markdown', 'html', 'json', 'csv'] as const) {
        const render = await REPLAY_RENDERERS[format]();
        const text = [...render(report, { color: false, width: 100 })].join('');
        if (format === 'json') {
          const { pushed: printed } = JSON.parse(text).jobs[0];
          for (const figure of ['lines', 'bytes'] as const) {
            for (const key of ['value', 'low', 'high'] as const) {
              // JSON has no digits beyond the precision of the figure.
              if (pushed![figure] === null) expect(printed[figure]).toBe(null);
              else expect(printed[figure][key]).toBeCloseTo(pushed![figure][key], 3);
            }
          }
        } else if (format === 'csv') {
          const [names, values] = text.split('\n').map((line) => line.split(','));
          const figures = new Map(names!.map((name, at) => [name, values![at]]));
          for (const [figure, estimated] of Object.entries(pushed!)) {
            const cells = ['', '_low', '_high'].map((end) => figures.get(`pushed_${figure}${end}`) ?? '');
            const { value, low, high } = estimated ?? {};
            // Without a range, the figure is exact; without a figure, it is not known.
            const expected = isSampled && figure === 'lines' ? [value, low, high] : [value];
            for (const [at, one] of expected.entries()) {
              expect([cells[at] === '', Math.round(Number(cells[at]))]).toEqual([
                one === undefined,
                Math.round(one ?? 0),
              ]);
            }
          }
        } else {
          const { value, low, high } = pushed!.lines;
          const range = `95 % interval: ${printCount(low)} to ${printCount(high)} lines`;
          expect([format, text.includes(range)]).toEqual([format, isSampled]);
          if (pushesOthers(report.jobs![0]!)) expect(text).toContain(printPlural(Math.round(value), 'line'));
        }
      }
    }),
    { numRuns: randomRuns(RUNS) },
  );
});

it('is an interval that contains what --emit writes as often as it promises', async () => {
  const seed = randomSeed(26);
  const random = seededRandom(seed);
  const misses = { lines: 0, bytes: 0, 'measured bytes': 0 };
  let intervals = 0;
  for (let round = 0; round < randomRuns(ROUNDS); round += 1) {
    // Each job has lines of its own, so that its sample is an independent draw by the hash of the program.
    const lines: string[] = [];
    const sampled: object[] = [];
    for (let index = 0; index < JOBS_OF_ROUND; index += 1) {
      const country = `c${index}`;
      const sizeOf = Object.values(SKEWED_SIZES)[index % 4]!;
      for (let count = Math.floor(random() * 100) + 1; count > 0; count -= 1) {
        const id = Math.floor(random() * 2 ** 48).toString(16);
        lines.push(
          JSON.stringify({ ClientCountry: country, RayID: id, ClientRequestURI: 'x'.repeat(sizeOf(random())) }),
        );
      }
      const options = { sample_rate: [0.9, 0.5, 0.2, 0.1, 0.02][index % 5] };
      const filter = condition('ClientCountry', 'eq', country);
      sampled.push({ name: country, dataset: 'http_requests', filter, output_options: options });
    }
    const logs = join(folder, `round-${round}.log`);
    writeFileSync(logs, `${lines.join('\n')}\n`);
    const file = join(folder, `jobs-${round}.json`);
    writeFileSync(file, JSON.stringify(sampled));
    const request = { sources: [logs], jobs: [file], detail: 'no-fields' } as const;
    const target = { kind: 'folder', folder: join(folder, `round-${round}`), overwrite: false } as const;
    const { jobs: written } = await emitTo(target, request);
    intervals += sampled.length;
    for (const stored of [true, false]) {
      const { jobs: stated } = await replay(replayRequest({ ...request, stored }));
      for (const [index, { pushed }] of stated!.entries()) {
        const real = written![index]!.emitted!;
        const isMissed = (figure: 'lines' | 'bytes'): boolean =>
          real[figure] < pushed![figure]!.low || real[figure] > pushed![figure]!.high;
        if (stored && isMissed('lines')) misses.lines += 1;
        if (isMissed('bytes')) misses[stored ? 'measured bytes' : 'bytes'] += 1;
      }
    }
  }
  for (const [figure, count] of Object.entries(misses)) {
    const row = `${figure}, seed ${seed}: ${count} of ${intervals} intervals miss`;
    expect(missesByChance(count, intervals), row).toBeGreaterThan(SIGNIFICANCE);
  }
});

const exact = (value: number): Estimated => ({ value, low: value, high: value });

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
