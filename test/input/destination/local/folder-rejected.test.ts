// An unreadable folder: below the source it is reported as an object, as the source it fails the listing.
import { type Dir, mkdirSync, mkdtempSync, type OpenDirOptions, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';

const disk = mkdtempSync(join(tmpdir(), 'headgate-rejected-'));
const rejected = new Set<string>();

// The system denies nothing to root, who may run these tests.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const opendir = (path: string, options: OpenDirOptions): Promise<Dir> =>
    rejected.has(path.replace(/\/$/, ''))
      ? Promise.reject(Object.assign(new Error('rejected'), { code: 'EACCES' }))
      : real.opendir(path, options);
  return { ...real, opendir };
});

beforeAll(() => {
  for (const day of ['20261031', '20261101', '.git', 'x.bin']) {
    mkdirSync(join(disk, 'logs', day, 'http'), { recursive: true });
    writeFileSync(join(disk, 'logs', day, 'http/a.log'), 'abc');
  }
  mkdirSync(join(disk, 'alone'));
});
afterAll(() => rmSync(disk, { recursive: true }));

async function list(source: string, paths: readonly string[]) {
  rejected.clear();
  for (const path of paths) rejected.add(join(disk, path));
  const destination = await openDestination(await parseLocation(join(disk, source)));
  return { destination, listing: await destination.list({}) };
}

it.each([
  { source: 'logs', paths: ['logs/20261101'], keys: ['20261031/http/a.log', '20261101/', 'x.bin/http/a.log'] },
  { source: 'logs', paths: ['logs/x.bin'], keys: ['20261031/http/a.log', '20261101/http/a.log', 'x.bin/'] },
  {
    source: 'logs',
    paths: ['logs/.git', 'logs/x.bin/http'],
    keys: ['20261031/http/a.log', '20261101/http/a.log', 'x.bin/http/'],
  },
  { source: 'logs/{DATE}', paths: ['logs/20261101'], keys: ['20261031/http/a.log', '20261101/'] },
  { source: 'logs/{DATE}/http', paths: ['logs/20261101'], keys: ['20261031/http/a.log', '20261101/'] },
  { source: 'logs/{DATE}/http', paths: ['logs/x.bin'], keys: ['20261031/http/a.log', '20261101/http/a.log'] },
])('$source without $paths', async ({ source, paths, keys }) => {
  const { destination, listing } = await list(source, paths);
  expect(Array.from(listing.objects, ({ key }) => key)).toEqual(keys);
  for (const object of [...listing.objects].filter(({ key }) => key.endsWith('/'))) {
    expect(object.bytes).toBeUndefined();
    const findings: ObjectFinding[] = [];
    for await (const _ of readObject(destination, object, { onFinding: (one) => findings.push(one) })) expect.fail();
    expect(findings).toMatchObject([{ code: 'object-denied', message: /could not be listed/ }]);
  }
});

it('an unreadable source fails the listing', async () => {
  await expect(list('alone', ['alone'])).rejects.toMatchObject({
    code: 'location-path',
    message: /you have no permission to read it; change its permissions, or run as a user who may read it$/,
  });
});
