// A preview with a slow consumer of its lines: the lines not yet consumed are bounded.
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { previewFields } from '../../../src/verbs/index.ts';
import { previewRequest } from '../../helpers/verbs/preview-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-preview-'));
const EXCHANGES = 40_000;
/** Far larger than a chunk of inflated bytes, far smaller than all lines together. */
const BOUND = 4_000_000;

it('waits for the consumer of the lines after each inflated chunk, even if the traffic compresses well', async () => {
  const [ruleset, traffic] = [join(folder, 'ruleset.json'), join(folder, 'traffic.ndjson.gz')];
  const action_parameters = { request_fields: [{ name: 'x-long' }] };
  writeFileSync(ruleset, JSON.stringify([{ action: 'log_custom_field', expression: 'true', action_parameters }]));
  const headers = [['x-long', 'x'.repeat(1000)]];
  const exchange = { request: { method: 'GET', url: '/', headers }, response: { status: 200, headers: [] } };
  writeFileSync(traffic, gzipSync(`${JSON.stringify(exchange)}\n`.repeat(EXCHANGES)));
  let [written, most, waiting, isTaken] = [0, 0, 0, true];
  const found = await previewFields(
    previewRequest({
      ruleset,
      sources: [traffic],
      onLines: (text) => {
        // The preview writes no line while the consumer is busy.
        expect(isTaken).toBe(true);
        written += text.length;
        waiting += text.length;
        most = Math.max(most, waiting);
      },
      drained: async () => {
        isTaken = false;
        await new Promise((resolve) => setImmediate(resolve));
        [isTaken, waiting] = [true, 0];
      },
    }),
  );
  expect(found.traffic).toMatchObject({ exchanges: EXCHANGES, damaged: 0 });
  expect(statSync(traffic).size).toBeLessThan(BOUND / 10);
  expect(written).toBeGreaterThan(EXCHANGES * 1000);
  expect(most).toBeLessThan(BOUND);
});
