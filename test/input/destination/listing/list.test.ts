// Listing and pruning, over the S3 API of a real bucket and over folders on disk, with the same rows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { instantFromText, type TimeRange } from '../../../../src/base/index.ts';
import { openDestination, parseLocation } from '../../../../src/input/destination/index.ts';
import { LISTING_ROWS, type ListingRow } from '../../../cases/destination/listings.ts';
import { useLocalBucket } from '../../../helpers/destination/local-bucket.ts';

const BYTES = Buffer.from('abc');
const disk = mkdtempSync(join(tmpdir(), 'headgate-list-'));
afterAll(() => rmSync(disk, { recursive: true }));

const bucket = useLocalBucket(async ({ put }) => {
  const keys = LISTING_ROWS.flatMap((row, index) => row.keys.map((key) => `${rootOf(index)}/${key}`));
  for (const key of keys) {
    mkdirSync(dirname(join(disk, key)), { recursive: true });
    writeFileSync(join(disk, key), BYTES);
    await put(key, BYTES);
  }
  for (const key of ['pre/a.log', 'prefix/b.log', 'pre-old.log', `big/.keep`]) await put(key, BYTES);
});

function rootOf(index: number): string {
  return `row-${String(index).padStart(2, '0')}`;
}

function rangeOf({ since, until }: ListingRow): TimeRange {
  const range: TimeRange = {};
  if (since !== undefined) range.since = instantFromText(since)!;
  if (until !== undefined) range.until = instantFromText(until)!;
  return range;
}

async function listed(source: string, row: ListingRow, root: string, pageKeys = 1000) {
  const destination = await openDestination(await parseLocation(source), { limits: { pageKeys } });
  const options = row.slackMs === undefined ? {} : { slackMs: row.slackMs };
  const { objects, pruned, prunedFolders, skipped, listed } = await destination.list(rangeOf(row), options);
  for (const object of objects) expect(object.bytes).toBe(BYTES.length);
  expect(listed).toBe(objects.length + skipped + pruned - prunedFolders);
  return { kept: Array.from(objects, ({ name }) => name.slice(root.length)), pruned, prunedFolders, skipped };
}

function wanted({ kept, pruned = 0, prunedFolders = 0, skipped = 0 }: ListingRow) {
  return { kept: [...kept].sort(), pruned, prunedFolders, skipped };
}

describe.each(LISTING_ROWS.map((row, index) => ({ name: row.name, row, root: rootOf(index) })))(
  '$name',
  ({ row, root }) => {
    it('in a folder', async () => {
      const place = join(disk, root);
      expect(await listed(`${place}/${row.source ?? ''}`, row, `${place}/`)).toEqual(wanted(row));
    });

    it('in a bucket', async () => {
      const conf = bucket().destinationConf(`${root}/${row.source ?? ''}`);
      expect(await listed(conf, row, `s3://${bucket().bucketName}/${root}/`)).toEqual(wanted(row));
    });

    it('in a bucket, page by page', async () => {
      const conf = bucket().destinationConf(`${root}/${row.source ?? ''}`);
      expect(await listed(conf, row, `s3://${bucket().bucketName}/${root}/`, 1)).toEqual(wanted(row));
    });
  },
);

async function names(prefix: string): Promise<string[]> {
  const destination = await openDestination(await parseLocation(bucket().destinationConf(prefix)));
  const { objects } = await destination.list({ since: 0n });
  return Array.from(objects, ({ key }) => key);
}

describe('resolving a prefix', () => {
  it.each([
    { prefix: 'pre', keys: ['pre/a.log'], why: 'a folder' },
    { prefix: 'pre/', keys: ['pre/a.log'], why: 'a folder' },
    { prefix: 'pre/a.log', keys: ['pre/a.log'], why: 'an object outright' },
    { prefix: 'pref', keys: ['prefix/b.log'], why: 'the beginning of names' },
    { prefix: 'pre-', keys: ['pre-old.log'], why: 'the beginning of names' },
    { prefix: 'big/.keep', keys: ['big/.keep'], why: 'outright, whatever it is' },
  ])('$prefix is $why', async ({ prefix, keys }) => {
    expect(await names(prefix)).toEqual(keys);
  });
});

describe('an empty source', () => {
  it.each([
    { prefix: 'prefx', says: /s3:\/\/sandbox\/ contains .*; did you mean s3:\/\/sandbox\/prefix$/ },
    { prefix: 'pre/b/c/d', says: /found no object there, .*; s3:\/\/sandbox\/pre\/ contains a\.log/ },
    { prefix: 'pre/x{DATE}', says: /found no object there, .*; s3:\/\/sandbox\/pre\/ contains a\.log/ },
    { prefix: 'big', says: /found only s3:\/\/sandbox\/big\/\.keep/ },
  ])('$prefix in a bucket', async ({ prefix, says }) => {
    await expect(names(prefix)).rejects.toMatchObject({ code: 'no-objects', kind: 'unreachable', message: says });
  });

  it('in a folder', async () => {
    mkdirSync(join(disk, 'empty/inner'), { recursive: true });
    const list = async (path: string) => (await openDestination(await parseLocation(path))).list({});
    await expect(list(join(disk, 'empty/inner'))).rejects.toMatchObject({
      code: 'no-objects',
      message: /found no object, expected at least one with logs$/,
    });
    await expect(list(join(disk, 'empty'))).rejects.toMatchObject({ message: /contains inner\/$/ });
    await expect(list(join(disk, 'empty/x{DATE}'))).rejects.toMatchObject({ code: 'no-objects' });
    writeFileSync(join(disk, 'empty/README.md'), '');
    await expect(list(join(disk, 'empty'))).rejects.toMatchObject({ message: /found only .*README\.md/ });
  });
});

describe('every kind of source', () => {
  const sources = () => [bucket().destinationConf('pre'), disk, join(disk, 'row-00/a.log'), '-'];

  it('ends the listing when aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    for (const source of sources()) {
      const destination = await openDestination(await parseLocation(source));
      await expect(destination.list({}, { signal }), source).rejects.toThrow('enough');
    }
  });

  it('accepts ranges beyond any calendar', async () => {
    for (const source of sources()) {
      const destination = await openDestination(await parseLocation(source));
      const all = await destination.list({});
      const range = { since: -(10n ** 400n), until: 10n ** 400n };
      const found = await destination.list(range, { slackMs: Number.POSITIVE_INFINITY });
      expect({ ...found, objects: [...found.objects] }).toEqual({ ...all, objects: [...all.objects] });
      expect(all.objects.length).toBeGreaterThan(0);
    }
  });
});

describe('folders', () => {
  it('keeps the path as the user wrote it', async () => {
    mkdirSync(join(disk, 'written'));
    writeFileSync(join(disk, 'written/b.log'), BYTES);
    for (const path of [`${disk}/written/`, `${disk}/written`, `${disk}/./written`]) {
      const { objects } = await (await openDestination({ kind: 'folder', path, display: '' })).list({});
      expect(objects.at(0)?.name).toBe(`${path.replace(/\/$/, '')}/b.log`);
    }
  });

  it('reads a file that the source names, whatever its name and time', async () => {
    const path = join(disk, '20200101T000000Z_20200101T000100Z_a.md');
    writeFileSync(path, BYTES);
    const { objects, pruned, skipped } = await (await openDestination(await parseLocation(path))).list({
      since: instantFromText('2026-01-01T00:00:00Z')!,
    });
    expect(objects).toMatchObject([{ name: path, bytes: 3 }]);
    expect(pruned + skipped).toBe(0);
  });
});
