// What replay states about pushed lines, against what the service pushes of the same traffic: 95 % intervals miss as rarely as they promise.
// Each job has lines of its own, so that its sample is an independent draw by the hash of the program.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { replay } from '../../src/verbs/replay/replay.ts';
import { missesByChance, SIGNIFICANCE } from '../helpers/cost/binomial-test.ts';
import { randomRuns, randomSeed } from '../helpers/random-runs.ts';
import { readObjects } from '../helpers/sandbox/read-bucket.ts';
import { callApi } from '../helpers/sandbox/serve-api.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { replayRequest } from '../helpers/verbs/replay-request.ts';
import { SKEWED_SIZES } from '../properties/skewed-sources.ts';

/** Zones of a run, each with so many jobs; a zone takes 2 s. */
const ZONES = 5;
const JOBS = 60;
const RATES = [0.9, 0.5, 0.5, 0.2, 0.1];
const FIELDS = ['RayID', 'ClientCountry', 'ClientRequestURI', 'EdgeStartTimestamp'];

const folder = mkdtempSync(join(tmpdir(), 'headgate-pushed-'));
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, maxJobs: JOBS + 1 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('contains what the service pushes', async () => {
  const seed = randomSeed(26);
  const random = seededRandom(seed);
  const jobsUrl = `/zones/${sandbox.zoneId}/logpush/jobs`;
  const create = async (name: string, prefix: string, settings: object): Promise<{ id: number }> =>
    (await callApi(sandbox, 'POST', jobsUrl, {
      ...{ name, dataset: 'http_requests', enabled: true, ...settings },
      destination_conf: sandbox.bucket.destinationConf(`${prefix}{DATE}`),
    })) as { id: number };
  const found = { lines: { intervals: 0, misses: 0 }, bytes: { intervals: 0, misses: 0 } };
  for (let zone = 0; zone < randomRuns(ZONES); zone += 1) {
    const ids = [await create('all', `${zone}/all/`, { output_options: { field_names: FIELDS } })];
    const jobs: object[] = [];
    for (let index = 0; index < JOBS; index += 1) {
      const country = `c${index}`;
      const filter = JSON.stringify({ where: { key: 'ClientCountry', operator: 'eq', value: country } });
      const options = [
        { field_names: FIELDS },
        { field_names: ['RayID', 'ClientRequestURI'], output_type: 'csv' },
        { field_names: FIELDS.slice(0, 3), timestamp_format: 'rfc3339' },
      ][index % 3];
      const settings = { filter, output_options: { ...options, sample_rate: RATES[index % RATES.length] } };
      ids.push(await create(country, `${zone}/${country}/`, settings));
      jobs.push({ name: country, dataset: 'http_requests', ...settings });
      const sizeOf = Object.values(SKEWED_SIZES)[index % 4]!;
      for (let line = Math.floor(random() * 80) + 1; line > 0; line -= 1) {
        sandbox.push({
          ...{ timestamp: undefined, fields: {}, client: { ip: undefined, country } },
          request: { method: 'GET', url: `/${'x'.repeat(sizeOf(random()))}`, httpVersion: undefined, headers: [] },
          response: { status: 200, headers: [] },
        });
      }
    }
    await sandbox.flush();
    const file = join(folder, `jobs-${zone}.json`);
    writeFileSync(file, JSON.stringify(jobs));
    const source = sandbox.bucket.destinationConf(`${zone}/all/{DATE}`);
    const { jobs: replayed } = await replay(replayRequest({ sources: [source], jobs: [file], stored: true }));
    for (const { name, pushed } of replayed!) {
      const text = [...(await readObjects(sandbox, `${zone}/${name}/`)).values()].join('');
      const real = { lines: text.split('\n').length - 1, bytes: Buffer.byteLength(text) };
      for (const figure of ['lines', 'bytes'] as const) {
        const { low, high } = pushed![figure]!;
        expect(low).toBeLessThan(high);
        found[figure].intervals += 1;
        if (real[figure] < low || real[figure] > high) found[figure].misses += 1;
      }
    }
    for (const { id } of ids) await callApi(sandbox, 'DELETE', `${jobsUrl}/${id}`);
  }
  for (const [figure, { intervals, misses }] of Object.entries(found)) {
    const row = `${figure}, seed ${seed}: ${misses} of ${intervals} intervals miss`;
    expect(missesByChance(misses, intervals), row).toBeGreaterThan(SIGNIFICANCE);
  }
}, 120_000);
