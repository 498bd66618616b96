// Links in a folder: followed, never in cycles; nothing counts twice and nothing is lost silently.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantFromText } from '../../../../src/base/index.ts';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';

let disk: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'headgate-links-'));
});
afterEach(() => rmSync(disk, { recursive: true }));

interface LinkRow {
  name: string;
  files: readonly string[];
  /** Link → its target, relative to the link's folder. */
  links: Readonly<Record<string, string>>;
  source?: string;
  since?: string;
  kept: readonly string[];
}

const ROWS: readonly LinkRow[] = [
  { name: 'a folder elsewhere', files: ['far/x/a.log'], links: { 'logs/near': '../far' }, kept: ['near/x/a.log'] },
  {
    name: 'a day elsewhere',
    files: ['far/a.log', 'old/b.log'],
    links: { 'logs/20261101': '../far', 'logs/20261020': '../old' },
    since: '2026-11-01T00:00:00Z',
    kept: ['20261101/a.log'],
  },
  {
    name: 'a day elsewhere, by its placeholder',
    files: ['far/http/a.log'],
    links: { 'logs/20261101': '../far' },
    source: 'logs/{DATE}/http',
    kept: ['20261101/http/a.log'],
  },
  { name: 'a link to a link', files: ['far/a.log'], links: { b: 'far', 'logs/near': '../b' }, kept: ['near/a.log'] },
  { name: 'up to the root', files: ['logs/in/a.log'], links: { 'logs/in/up': '..' }, kept: ['in/a.log'] },
  { name: 'to itself', files: ['logs/a.log'], links: { 'logs/me': '.' }, kept: ['a.log'] },
  {
    name: 'above the root',
    files: ['logs/a.log', 'other/b.log'],
    links: { 'logs/up': '..' },
    kept: ['a.log', 'up/other/b.log'],
  },
  {
    name: 'two folders that link to each other',
    files: ['logs/a/1.log', 'logs/b/2.log'],
    links: { 'logs/a/to-b': '../b', 'logs/b/to-a': '../a' },
    kept: ['a/1.log', 'b/2.log'],
  },
  {
    name: 'two links to one folder count once',
    files: ['far/a.log'],
    links: { 'logs/one': '../far', 'logs/two': '../far' },
    kept: ['one/a.log'],
  },
  {
    name: 'a file counts once, under its own name',
    files: ['logs/z/a.log'],
    links: { 'logs/b.log': 'z/a.log', 'logs/c.log': 'b.log' },
    kept: ['z/a.log'],
  },
  {
    name: 'a file elsewhere',
    files: ['far/a.log'],
    links: { 'logs/b.log': '../far/a.log' },
    kept: ['b.log'],
  },
  {
    name: 'a file that is not read under its own name',
    files: ['logs/.store/a.log', 'logs/20261020/b.log'],
    links: { 'logs/a.log': '.store/a.log', 'logs/b.log': '20261020/b.log' },
    since: '2026-11-01T00:00:00Z',
    kept: ['a.log', 'b.log'],
  },
  {
    name: 'into a folder that is reached by two links, and by a link to a file in it',
    files: ['far/x/a.log', 'far/b.log'],
    links: { 'logs/c.log': '../far/x/a.log', 'logs/one': '../far', 'logs/two': '../far/x' },
    kept: ['c.log', 'one/b.log'],
  },
  { name: 'nowhere', files: ['logs/a.log'], links: { 'logs/gone.log': '../none' }, kept: ['a.log', 'gone.log'] },
  { name: 'in a ring', files: ['logs/a.log'], links: { 'logs/x': 'y', 'logs/y': 'x' }, kept: ['a.log', 'x', 'y'] },
];

async function listRow({ files, links, source = 'logs', since }: LinkRow) {
  for (const file of files) {
    mkdirSync(dirname(join(disk, file)), { recursive: true });
    writeFileSync(join(disk, file), 'abc');
  }
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(disk, link)), { recursive: true });
    symlinkSync(target, join(disk, link));
  }
  const destination = await openDestination(await parseLocation(join(disk, source)));
  const listing = await destination.list(since === undefined ? {} : { since: instantFromText(since)! });
  return { destination, listing };
}

describe('links', () => {
  it.each(ROWS)('$name', async (row) => {
    const { listing } = await listRow(row);
    const { objects, listed, pruned, prunedFolders, skipped } = listing;
    expect(Array.from(objects, ({ key }) => key)).toEqual(row.kept);
    expect(listed).toBe(objects.length + skipped + pruned - prunedFolders);
  });

  it('a broken link is reported when it is read', async () => {
    const { destination, listing } = await listRow(ROWS.find(({ name }) => name === 'nowhere')!);
    const findings: ObjectFinding[] = [];
    const object = [...listing.objects].find(({ key }) => key === 'gone.log')!;
    expect(object).toEqual({ name: join(disk, 'logs/gone.log'), key: 'gone.log' });
    for await (const _ of readObject(destination, object, { onFinding: (one) => findings.push(one) })) expect.fail();
    expect(findings).toMatchObject([{ code: 'object-gone', message: /is a broken link$/, offset: 0 }]);
  });
});
