// The closed loop of transformers: what the service pushes for a job with a transformer is what the evaluator predicts over the lines of a
// job without one. Random transformers and traffic pass through the API, the push engine and the bucket.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JsonObject, parseJson } from '../../src/base/index.ts';
import { BATCH_LINES, readTransformer, type Transformer } from '../../src/language/transformer/index.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { randomRuns } from '../helpers/random-runs.ts';
import { readObjects } from '../helpers/sandbox/read-bucket.ts';
import { callApi } from '../helpers/sandbox/serve-api.ts';
import { anyTransformer } from '../properties/any-transformer.ts';
import { anyZone, PUSHED_FIELDS } from '../properties/any-zone.ts';

/** Transformers of the whole test. Each takes about 0.1 s. */
const RUNS = 200;
/** Jobs of one zone. */
const JOBS = 8;
/** The search for a smaller counterexample would take minutes. Milliseconds. */
const LONGEST_MS = 100_000;

let sandbox: Sandbox;
let jobs: string;
let transformers: string;
let zones = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, maxJobs: JOBS + 1, speed: Infinity });
  jobs = `/zones/${sandbox.zoneId}/logpush/jobs`;
  transformers = `/accounts/${sandbox.accountId}/logpush/transformers`;
});
afterAll(() => sandbox.stop());

const OPTIONS = { field_names: PUSHED_FIELDS, timestamp_format: 'rfc3339' };

async function createJob(name: string, prefix: string, more: object = {}): Promise<number> {
  const job = await callApi(sandbox, 'POST', jobs, {
    ...{ name, enabled: true, output_options: OPTIONS, ...more },
    destination_conf: sandbox.bucket.destinationConf(`${prefix}{DATE}`),
  });
  return (job as { id: number }).id;
}

/** What the platform delivers of the lines, and how many lines failing batches take down. */
function predict(transformer: Transformer, lines: readonly string[]): { text: string; lost: number } {
  let text = '';
  let lost = 0;
  for (let start = 0; start < lines.length; start += BATCH_LINES) {
    const batch = lines.slice(start, start + BATCH_LINES);
    const results = batch.map((line) => transformer.evaluate(parseJson(line) as JsonObject));
    if (results.some(({ outcome }) => outcome === 'failing' || outcome === 'undecided')) lost += batch.length;
    else {
      const rows = results.flatMap((result) => (result.outcome === 'rows' ? result.rows : []));
      text += rows.map((row) => `${transformer.printRow(row)}\n`).join('');
    }
  }
  return { text, lost };
}

const seen = { delivered: 0, empty: 0, lost: 0, transformers: 0 };

it('pushes what the evaluator predicts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTransformer, { minLength: JOBS, maxLength: JOBS }),
      anyZone,
      async (all, { exchanges }) => {
        for (const { id } of (await callApi(sandbox, 'GET', jobs)) as { id: number }[]) {
          await callApi(sandbox, 'DELETE', `${jobs}/${id}`);
        }
        zones += 1;
        const source = `${zones}/all/`;
        await createJob('all', source);
        const attached: { id: number; prefix: string; transformer: Transformer }[] = [];
        for (const [index, code] of all.entries()) {
          const name = `t-${zones}-${index}`;
          const created = (await callApi(sandbox, 'POST', transformers, { name, code })) as { id: number };
          const prefix = `${zones}/${index}/`;
          const id = await createJob(name, prefix, { transformer_id: created.id });
          attached.push({ id, prefix, transformer: readTransformer(code).transformer! });
        }
        for (const exchange of exchanges) sandbox.push(exchange);
        await sandbox.flush();
        const lines = [...(await readObjects(sandbox, source)).values()].join('').split('\n').slice(0, -1);
        expect(lines).toHaveLength(exchanges.length);
        const totals = new Map(sandbox.totals().jobs.map((job) => [job.id, job]));
        for (const { id, prefix, transformer } of attached) {
          const expected = predict(transformer, lines);
          const text = [...(await readObjects(sandbox, prefix)).values()].join('');
          expect(text, transformer.sql).toBe(expected.text);
          expect(totals.get(id)!.lostLines, transformer.sql).toBe(expected.lost);
          const job = (await callApi(sandbox, 'GET', `${jobs}/${id}`)) as { error_message: string | null };
          expect(job.error_message === null, transformer.sql).toBe(expected.lost === 0);
          seen.transformers += 1;
          if (expected.lost > 0) seen.lost += 1;
          else if (text === '') seen.empty += 1;
          else seen.delivered += 1;
        }
      },
    ),
    { numRuns: randomRuns(RUNS / JOBS), interruptAfterTimeLimit: LONGEST_MS },
  );
  // Each outcome has occurred.
  expect(Math.min(seen.delivered, seen.empty, seen.lost), JSON.stringify(seen)).toBeGreaterThan(0);
}, 150_000);
