// The sample traffic equals the output of its generator, and matches the samples page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trafficHar, trafficNdjson } from '../../samples/generator/index.ts';
import { TrafficReader } from '../../src/sandbox/traffic/index.ts';
import { SAMPLES } from '../helpers/stored-samples.ts';

it.each([
  ['shop.har', trafficHar, 7, 3],
  ['shop.ndjson', trafficNdjson, 24, 0],
] as const)('%s', (name, generate, exchanges, passedOver) => {
  const stored = readFileSync(join(SAMPLES, 'traffic', name), 'utf8');
  expect(generate()).toBe(stored);
  const counts = { exchanges: 0, passedOver: 0, problems: 0 };
  const reader = new TrafficReader({
    exchange: () => {
      counts.exchanges += 1;
    },
    passedOver: () => {
      counts.passedOver += 1;
    },
    problem: () => {
      counts.problems += 1;
    },
  });
  reader.push(Buffer.from(stored));
  reader.end();
  expect(counts).toEqual({ exchanges, passedOver, problems: 0 });
  const page = readFileSync(join(SAMPLES, 'README.md'), 'utf8');
  expect(page).toContain(`traffic/${name}`);
});
