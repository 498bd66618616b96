// proposeFields as a library call: its result, wrong options, and an interruption.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proposeFields } from '../../../src/verbs/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-propose-'));
const HAR = 'samples/traffic/shop.har';

function exchange(headers: [string, string][]): string {
  return `${JSON.stringify({ request: { method: 'GET', url: '/', headers }, response: { status: 200, headers: [] } })}\n`;
}

it('returns figures, reasons and the ruleset as plain data', async () => {
  const found = await proposeFields({ sources: [HAR], hosts: ['api.shop.example.com'], max: 1 });
  expect(found).toEqual(JSON.parse(JSON.stringify(found)));
  expect(found).toMatchObject({
    ...{ version: 1, partial: false, limits: 'classic', limitBytes: 8192, exchanges: 3, problems: [] },
    traffic: { files: 1, exchanges: 3, passedOver: { 'other-host': 4 } },
  });
  expect(found.fields).toHaveLength(1);
  expect(found.ruleset!.rules).toHaveLength(1);
});

it.each([
  [{ max: 0 }, /max/],
  [{ limits: 'none' as 'classic' }, /limits/],
])('%j is wrong usage', async (changes, message) => {
  await expect(proposeFields({ sources: [HAR], ...changes })).rejects.toThrow(message);
});

it('traffic without a usable name has no ruleset', async () => {
  const path = join(folder, 'host.ndjson');
  writeFileSync(path, exchange([['host', 'shop.example.com']]));
  expect(await proposeFields({ sources: [path] })).toMatchObject({ ruleset: null, fields: [] });
});

it('an interrupted run returns the proposal so far', async () => {
  const [first, second] = ['first', 'second'].map((name) => {
    const path = join(folder, `${name}.ndjson`);
    writeFileSync(path, exchange([[`x-${name}`, 'v']]));
    return path;
  });
  const controller = new AbortController();
  const found = await proposeFields({
    sources: [first!, second!],
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  expect(found.partial).toBe(true);
  expect(found.fields.map(({ name }) => name)).not.toContain('x-second');
});
