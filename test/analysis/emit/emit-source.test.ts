// Sources of --emit: one name for every spelling, and the check that the folder is outside them.
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalName, checkOutsideSources } from '../../../src/analysis/emit/emit-source.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'headgate-source-')));
mkdirSync(join(place, 'logs/day'), { recursive: true });
mkdirSync(join(place, 'logs-2'));
symlinkSync(join(place, 'logs'), join(place, 'link'));
const key = 'day/a.log.gz';

describe('the canonical name', () => {
  it.each([
    ['absolute', join(place, 'logs', key)],
    ['relative', join(relative(process.cwd(), place), 'logs', key)],
    ['with .. and .', `${place}/logs/../logs/./${key}`],
  ])('%s', (_, name) => {
    expect(canonicalName({ name, key })).toBe(join(place, 'logs', key));
  });

  it.each([
    ['s3://bucket/day/a.log.gz', false],
    ['stdin', true],
  ])('%s unchanged', (name, singleUse) => {
    expect(canonicalName({ name, key, singleUse })).toBe(name);
  });
});

describe('a folder', () => {
  const inLogs = { name: join(place, 'logs', key), key };
  const other = { name: 's3://bucket/day/a.log.gz', key };
  const file = { name: join(place, 'logs/b.log'), key: join(place, 'logs/b.log') };
  it.each([
    ['logs', inLogs, 'is'],
    ['link', inLogs, 'is'],
    ['.', inLogs, 'contains'],
    ['logs/out', inLogs, 'is below'],
    ['link/not/there/yet', inLogs, 'is below'],
    ['logs', file, 'contains'],
    ['logs', { ...inLogs, name: join(place, 'link', key) }, 'is'],
  ])('%s is rejected', (folder, object, how) => {
    const path = join(place, folder);
    expect(() => checkOutsideSources(path, [other, object])).toThrow(`the folder ${how} the source ${place}/`);
  });

  it.each([
    ['logs-2', inLogs],
    ['..logs', inLogs],
    ['out', file],
    ['logs', { name: 's3://bucket/day/a.log.gz', key }],
    ['logs', { name: join(place, 'logs/pipe'), key: join(place, 'logs/pipe'), singleUse: true }],
  ])('%s is accepted', (folder, object) => {
    expect(() => checkOutsideSources(join(place, folder), [other, object])).not.toThrow();
  });
});
