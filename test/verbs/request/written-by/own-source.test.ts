// Whether a source contains only what a job pushed itself. Compares addresses; reads no object.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { indexLogs } from '../../../../src/verbs/index.ts';
import { isOwnSource } from '../../../../src/verbs/request/written-by/own-source.ts';

const CONF = 's3://b/logs/{DATE}?region=eu-west-1';

it.each<[string, string[], string, boolean]>([
  ['the same bucket and folder', ['s3://b/logs/20261101?region=eu-west-1'], CONF, true],
  ['a folder above', ['s3://b/?region=eu-west-1'], CONF, false],
  ['one of two in another bucket', ['s3://b/logs?region=eu-west-1', 's3://c/logs?region=eu-west-1'], CONF, false],
  // The address of the edge script does not name its bucket.
  ['the edge script', ['https://h.example/logs'], CONF, false],
  // A job pushes to this address, and its path is not a key.
  ['an address that a job pushes to', ['https://h.example/logs'], 'https://h.example/logs', false],
])('%s', async (_, sources, conf, isOwn) => {
  const askEdgeKey = vi.fn(async () => 'key');
  expect(await isOwnSource(sources, conf, { askEdgeKey })).toBe(isOwn);
  expect(askEdgeKey).not.toHaveBeenCalled();
});

it('an index is what its sources are', async () => {
  const out = join(await mkdtemp(join(tmpdir(), 'own-')), 'index');
  await indexLogs({ sources: ['samples/logs/errors-and-threats'], out });
  const confs = ['samples/logs/errors-and-threats', 'samples/logs', 'samples/logs/all-requests'];
  const found = await Promise.all(confs.map((conf) => isOwnSource([out], resolve(conf), {})));
  expect(found).toEqual([true, true, false]);
});
