// The closed loop: what the service pushes is what a replay reports that it pushes. Random rulesets, jobs and traffic pass through
// the API, the push engine and the bucket over HTTP; validate and replay then read the bucket.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlainObject } from '../../src/base/index.ts';
import type { LineTotal } from '../../src/input/scan/index.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { replay } from '../../src/verbs/replay/replay.ts';
import { validate } from '../../src/verbs/validate/validate.ts';
import { missesByChance, SIGNIFICANCE } from '../helpers/cost/binomial-test.ts';
import { randomRuns } from '../helpers/random-runs.ts';
import { readObjects } from '../helpers/sandbox/read-bucket.ts';
import { callApi } from '../helpers/sandbox/serve-api.ts';
import { emitTo, replayRequest } from '../helpers/verbs/replay-request.ts';
import { type AnyJob, type AnyZone, anyZone, PUSHED_FIELDS } from '../properties/any-zone.ts';

/** Zones per run; each takes 0.2 to 0.4 s. */
const RUNS = 12;
/** The search for a smaller counterexample would take minutes. Milliseconds. */
const LONGEST_MS = 40_000;

/** Pushes everything: the job over whose lines the others are replayed. */
const EVERYTHING: AnyJob = {
  enabled: true,
  filter: undefined,
  output_options: { field_names: PUSHED_FIELDS, timestamp_format: 'unixnano' },
};

const folder = mkdtempSync(join(tmpdir(), 'headgate-loop-'));
let sandbox: Sandbox;
let zones = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A created job: its file, and the text of its objects in order. */
interface CreatedJob {
  id: number;
  file: string;
  enabled: boolean;
  options: PlainObject;
  filter: string | undefined;
  prefix: string;
}

async function configure({
  ruleset,
  jobs,
}: AnyZone): Promise<{ created: CreatedJob[]; rulesetFile: string | undefined }> {
  const zone = `/zones/${sandbox.zoneId}`;
  const rules =
    ruleset === undefined ? [] : [{ action: 'log_custom_field', expression: 'true', action_parameters: ruleset }];
  const entry = await callApi(sandbox, 'PUT', `${zone}/rulesets/phases/http_log_custom_fields/entrypoint`, { rules });
  const rulesetFile = join(folder, 'ruleset.json');
  writeFileSync(rulesetFile, JSON.stringify(entry));
  for (const { id } of (await callApi(sandbox, 'GET', `${zone}/logpush/jobs`)) as { id: number }[]) {
    await callApi(sandbox, 'DELETE', `${zone}/logpush/jobs/${id}`);
  }
  zones += 1;
  const created: CreatedJob[] = [];
  for (const [index, job] of [EVERYTHING, ...jobs].entries()) {
    const prefix = `${zones}/${index}/`;
    const answer = (await callApi(sandbox, 'POST', `${zone}/logpush/jobs`, {
      ...{ name: `job-${index}`, dataset: 'http_requests', enabled: job.enabled, output_options: job.output_options },
      ...(job.filter === undefined ? {} : { filter: job.filter }),
      destination_conf: sandbox.bucket.destinationConf(`${prefix}{DATE}`),
    })) as { id: number };
    const file = join(folder, `job-${index}.json`);
    writeFileSync(file, JSON.stringify(await callApi(sandbox, 'GET', `${zone}/logpush/jobs/${answer.id}`)));
    created.push({
      id: answer.id,
      file,
      enabled: job.enabled,
      options: job.output_options,
      filter: job.filter,
      prefix,
    });
  }
  // A ruleset without rules is not valid input of validate.
  return { created, rulesetFile: ruleset === undefined ? undefined : rulesetFile };
}

/** The lines that a replay of the job's own options would write over the lines of EVERYTHING. */
async function emitted(job: CreatedJob, source: string): Promise<string> {
  const target = join(folder, `emitted-${zones}-${job.id}`);
  // Stored lines are sampled already: sample_rate applies to what is pushed, by a hash of another line.
  const { sample_rate: _, ...options } = job.options;
  const file = `${job.file}.whole.json`;
  const document = { name: 'whole', dataset: 'http_requests', filter: job.filter ?? '', output_options: options };
  writeFileSync(file, JSON.stringify(document));
  const report = await emitTo(
    { kind: 'folder', folder: target, overwrite: false },
    { sources: [source], jobs: [file] },
  );
  expect(report.jobs![0]!.undecided.lines).toBe(0);
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));
  return names
    .sort()
    .map((name) => gunzipSync(readFileSync(join(target, name))).toString())
    .join('');
}

/** Intervals of the figures that were stated of pushed lines, and those that did not contain what was pushed. */
const stated = { lines: { intervals: 0, misses: 0 }, bytes: { intervals: 0, misses: 0 } };

/** Replays the job over the lines of EVERYTHING: an exact figure is that of its objects, and an interval usually contains it. */
async function expectPushed(job: CreatedJob, source: string, real: LineTotal): Promise<void> {
  for (const stored of [true, false]) {
    const { jobs } = await replay(replayRequest({ sources: [source], jobs: [job.file], stored }));
    const { pushed } = jobs![0]!;
    const isSampled = job.enabled && job.options.sample_rate !== undefined && job.options.sample_rate !== 1;
    for (const figure of ['lines', 'bytes'] as const) {
      const found = pushed![figure];
      if (found === null) {
        // Bytes that the job changes are not measured.
        expect([figure, stored, job.enabled]).toEqual(['bytes', false, true]);
        continue;
      }
      if (found.low === found.high) expect(found.value).toBe(real[figure]);
      else {
        expect(isSampled).toBe(true);
        if (!stored && figure === 'lines') continue;
        stated[figure].intervals += 1;
        if (real[figure] < found.low || real[figure] > found.high) stated[figure].misses += 1;
      }
    }
  }
}

/** Whether a text of the exchanges has half of a surrogate pair, which CSV cannot express. */
function hasLoneSurrogate({ exchanges }: AnyZone): boolean {
  const text = JSON.stringify(exchanges, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return /\\ud[89a-f]/i.test(text);
}

/** Validates the lines of a job, and replays its own filter over them. */
async function expectClean(job: CreatedJob, ruleset: string | undefined, lines: number, zone: AnyZone): Promise<void> {
  const isCsv = job.options.output_type === 'csv';
  if (isCsv && hasLoneSurrogate(zone)) return;
  const [found] = (await validate({ job: job.file, ruleset, threads: 1 })).jobs;
  expect(found!.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(found!.valid).toBe(true);
  // CSV does not distinguish an empty text from null.
  const nullAs = isCsv ? 'zero' : 'unknown';
  const own = await emitTo({ kind: 'stream', write: () => undefined }, { jobs: [job.file], nullAs });
  expect(own.jobs![0]!.kept.lines).toBe(lines);
}

it('pushes what validate accepts and replay reports', async () => {
  await fc.assert(
    fc.asyncProperty(anyZone, async (zone) => {
      const { created, rulesetFile } = await configure(zone);
      for (const exchange of zone.exchanges) sandbox.push(exchange);
      await sandbox.flush();
      const everything = created[0]!;
      const source = sandbox.bucket.destinationConf(`${everything.prefix}{DATE}`);
      const totals = new Map(sandbox.totals().jobs.map((job) => [job.id, job]));
      for (const job of created) {
        const text = [...(await readObjects(sandbox, job.prefix)).values()].join('');
        const { lines, lostLines } = totals.get(job.id)!;
        expect(lostLines).toBe(0);
        await expectPushed(job, source, { lines, bytes: Buffer.byteLength(text) });
        if (!job.enabled) {
          expect(text).toBe('');
          continue;
        }
        if (job === everything) expect(lines).toBe(zone.exchanges.length);
        if (lines > 0) await expectClean(job, rulesetFile, lines, zone);
        const expected = await emitted(job, source);
        const isSampled = job.options.sample_rate !== undefined && job.options.sample_rate !== 1;
        if (!isSampled) expect(text).toBe(expected);
        else {
          const kept = expected.split('\n');
          expect(text.split('\n').filter((line) => !kept.includes(line))).toEqual([]);
        }
      }
    }),
    { numRuns: randomRuns(RUNS), interruptAfterTimeLimit: LONGEST_MS },
  );
  for (const { intervals, misses } of Object.values(stated)) {
    expect(missesByChance(misses, intervals), `${misses} of ${intervals}`).toBeGreaterThan(SIGNIFICANCE);
  }
}, 120_000);
