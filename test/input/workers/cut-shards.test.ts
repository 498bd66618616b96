// The default size of shards, and how many there are of it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RESUME_FLAGS } from '../../../src/cli/flags/source-flags.ts';
import type { SourceObject } from '../../../src/input/sources/index.ts';
import { BYTES_PER_OBJECT, cutByStoredBytes, shardBytesFor } from '../../../src/input/workers/cut-shards.ts';

const MB = 1000 * 1000;
const destination = { location: { kind: 'folder', path: '/logs', display: '/logs' } };

/** A list of equal objects. */
function objectsOf(count: number, bytes: number, name: string): SourceObject[] {
  return Array.from({ length: count }, () => ({ destination, object: { name, key: name, bytes } }) as SourceObject);
}

it.each<[string, SourceObject[], shards: number]>([
  ['none', [], 0],
  ['one small object', objectsOf(1, 100, 'a.log.gz'), 1],
  ['1 GB of lines in plain parts', objectsOf(20, 50 * MB, 'a.log'), 4],
  ['4 GB of lines in plain parts', objectsOf(50, 80 * MB, 'a.log'), 17],
  ['4 GB of lines in gzip', objectsOf(340, MB, 'a.log.gz'), 8],
  ['40 GB of lines in gzip', objectsOf(3400, MB, 'a.log.gz'), 33],
  ['1 TB of lines in gzip', objectsOf(8500, 10 * MB, 'a.log.gz'), 340],
  ['objects that take longer to request than to read', objectsOf(2560, 100, 'a.log.gz'), 5],
])('%s', (_, objects, shards) => {
  expect(cutByStoredBytes(objects, shardBytesFor(objects)).length).toBe(shards);
});

it('help and docs state what a small object counts', () => {
  const counted = `${BYTES_PER_OBJECT / 1000} kB`;
  const { help } = RESUME_FLAGS.find(({ sets }) => sets === 'workers.shardBytes')!;
  expect(help).toContain(`counts as ${counted}`);
  expect(readFileSync('docs/scale.md', 'utf8')).toContain(`counts as at least ${counted}`);
});
