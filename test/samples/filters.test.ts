// The filters of the samples: those of the jobs, compared with a second implementation in TypeScript over every request of the
// story; the example filters, compared with their description on the samples page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ALL_REQUESTS,
  compileLine,
  ERRORS_AND_THREATS,
  SAMPLE_JOBS,
  SAMPLE_SEED,
  type SampleJob,
} from '../../samples/generator/index.ts';
import type { JsonObject, Value } from '../../src/base/index.ts';
import { getDataset } from '../../src/language/dataset/index.ts';
import {
  compileFilter,
  type ProblemCode,
  readFilter,
  VERDICT_NAMES,
  type VerdictName,
} from '../../src/language/filter/index.ts';
import { STORY_END_MS } from '../../src/sandbox/traffic/shop/story.ts';
import { streamRequests } from '../../src/sandbox/traffic/shop/stream.ts';
import { linesOf, recordOf, SAMPLES, storedObjects } from '../helpers/stored-samples.ts';

type Counts = Record<VerdictName, number>;

const dataset = getDataset('http_requests');
const stored = new Map(
  SAMPLE_JOBS.map((job) => [job, storedObjects(job.name).flatMap(({ text }) => linesOf(text).map(recordOf))]),
);

/** The warnings of the example of a mistake. */
const WARNINGS: Readonly<Record<string, readonly ProblemCode[]>> = { 'wrong-case.json': ['upper-case'] };

function verdictOf(text: string, warnings: readonly ProblemCode[] = []): (record: JsonObject) => VerdictName {
  const { filter, problems } = readFilter(text, dataset);
  expect(problems.map(({ code }) => code)).toEqual(warnings);
  const compiled = compileFilter(filter!, dataset, { nullAs: 'unknown' });
  return (record) => VERDICT_NAMES[compiled.verdict(record)];
}

function countVerdicts(file: string, job: SampleJob): Counts {
  const verdict = verdictOf(readFileSync(join(SAMPLES, 'filters', file), 'utf8'), WARNINGS[file]);
  const counts: Counts = { keep: 0, drop: 0, undecided: 0 };
  for (const record of stored.get(job)!) counts[verdict(record)] += 1;
  return counts;
}

function countRecords(job: SampleJob, is: (field: (name: string) => Value) => boolean): number {
  return stored.get(job)!.filter((record) => is((name) => record.get(name)!)).length;
}

describe.each(SAMPLE_JOBS)('filter of $name', (job) => {
  const verdict = verdictOf(JSON.stringify(job.filter));

  it('keeps every stored line', () => {
    expect(stored.get(job)!.filter((record) => verdict(record) !== 'keep')).toEqual([]);
  });

  it('agrees with its meaning for all requests, including dropped ones', () => {
    const fields = new Set(SAMPLE_JOBS.flatMap(({ fieldNames }) => fieldNames));
    // Only what the filter reads: the other fields are most of the time.
    const read = [...JSON.stringify(job.filter).matchAll(/"key":"(\w+)"/g)].map(([, name]) => name!);
    expect(read.filter((name) => !fields.has(name))).toEqual([]);
    const print = compileLine({ ...job, fieldNames: [...new Set(read)] });
    let dropped = 0;
    for (const request of streamRequests({ seed: SAMPLE_SEED })) {
      if (request.loggedMs >= STORY_END_MS) break;
      const expected = job.accepts(request) ? 'keep' : 'drop';
      if (expected === 'drop') dropped += 1;
      if (verdict(recordOf(print(request))) !== expected) expect.fail(`${request.rayId}: expected ${expected}`);
    }
    expect(dropped).toBeGreaterThan(500);
  });
});

describe('example filters', () => {
  const isStatic = (path: string): boolean => path.startsWith('/static/') || path === '/robots.txt';

  it.each(readdirSync(join(SAMPLES, 'filters')))('%s is legal, without an unexpected warning', (file) => {
    verdictOf(readFileSync(join(SAMPLES, 'filters', file), 'utf8'), WARNINGS[file]);
  });

  it.each(SAMPLE_JOBS)('errors.json keeps the 5xx of $name', (job) => {
    const kept = countRecords(job, (field) => (field('EdgeResponseStatus') as number) >= 500);
    expect(countVerdicts('errors.json', job)).toEqual({
      keep: kept,
      drop: stored.get(job)!.length - kept,
      undecided: 0,
    });
  });

  it('drop-static.json drops a third', () => {
    const dropped = countRecords(ALL_REQUESTS, (field) => isStatic(String(field('ClientRequestPath'))));
    const counts = countVerdicts('drop-static.json', ALL_REQUESTS);
    expect(counts).toMatchObject({ drop: dropped, undecided: 0 });
    expect(counts.drop / counts.keep).toBeGreaterThan(0.5);
  });

  it('login-attack.txt keeps the same lines of both jobs', () => {
    const [first, second] = SAMPLE_JOBS.map((job) => countVerdicts('login-attack.txt', job));
    expect(first!.keep).toBeGreaterThan(1000);
    expect(second).toMatchObject({ keep: first!.keep, undecided: 0 });
  });

  it('slow-origin.json keeps some', () => {
    const counts = countVerdicts('slow-origin.json', ALL_REQUESTS);
    expect(counts.keep).toBeGreaterThan(50);
    expect(counts.drop).toBeGreaterThan(counts.keep * 10);
  });

  it('bots.json is undecided for the job that lacks its fields, and decided for the other', () => {
    const lines = stored.get(ERRORS_AND_THREATS)!.length;
    expect(countVerdicts('bots.json', ERRORS_AND_THREATS)).toEqual({ keep: 0, drop: 0, undecided: lines });
    const counts = countVerdicts('bots.json', ALL_REQUESTS);
    expect(counts.undecided).toBe(0);
    expect(counts.keep).toBeGreaterThan(500);
  });

  it('wrong-case.json keeps nothing, although there are visitors from Germany', () => {
    expect(countVerdicts('wrong-case.json', ALL_REQUESTS)).toMatchObject({ keep: 0, undecided: 0 });
    expect(countRecords(ALL_REQUESTS, (field) => field('ClientCountry') === 'de')).toBeGreaterThan(1000);
  });
});
