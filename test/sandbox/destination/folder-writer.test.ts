// Files in a folder: complete or absent, also when the process is killed, and never outside the folder.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWriter } from '../../../src/sandbox/destination/folder-writer.ts';

const disk = mkdtempSync(join(tmpdir(), 'headgate-folder-writer-'));
afterAll(() => rmSync(disk, { recursive: true }));
const never = new AbortController().signal;

it('writes below the day, replaces a file of the same name, and leaves nothing else', async () => {
  const writer = folderWriter(join(disk, 'a/dt={DATE}/x'));
  for (const text of ['first', 'second']) {
    const path = await writer.put('20261122', 'one.log.gz', Buffer.from(text), never);
    expect(path).toBe(join(disk, 'a/dt=20261122/x/one.log.gz'));
  }
  await writer.put('20261123', 'one.log.gz', Buffer.from('third'), never);
  const found = readdirSync(join(disk, 'a'), { recursive: true, encoding: 'utf8' }).sort();
  expect(found).toEqual([
    'dt=20261122',
    'dt=20261122/x',
    'dt=20261122/x/one.log.gz',
    'dt=20261123',
    'dt=20261123/x',
    'dt=20261123/x/one.log.gz',
  ]);
  expect(readFileSync(join(disk, 'a/dt=20261122/x/one.log.gz'), 'utf8')).toBe('second');
});

it.each(['../one.log.gz', 'a/one.log.gz', '.hidden', '..', '', 'a\\one', 'a\0b'])(
  'rejects the name %j',
  async (name) => {
    const put = folderWriter(join(disk, 'b')).put('20261122', name, Buffer.from('x'), never);
    await expect(put).rejects.toMatchObject({
      code: 'push-failed',
      message: expect.stringMatching(/expected a file name/),
    });
  },
);

it.each(['2026', '../../..', '2026112a'])('rejects the day %j', async (day) => {
  const put = folderWriter(join(disk, '{DATE}')).put(day, 'x.log.gz', Buffer.from('x'), never);
  await expect(put).rejects.toMatchObject({ code: 'push-failed' });
});

describe('a folder that cannot be written', () => {
  writeFileSync(join(disk, 'file'), '');
  mkdirSync(join(disk, 'c/taken.log.gz'), { recursive: true });

  it.each([
    ['below a file', join(disk, 'file/dir'), 'x.log.gz', /not a folder/],
    ['below /proc', '/proc/headgate/dir', 'x.log.gz', /cannot write \/proc/],
    ['a folder of that name', join(disk, 'c'), 'taken.log.gz', /it is a folder/],
    ['a name that is too long', join(disk, 'c'), `${'x'.repeat(300)}.gz`, /too long/],
  ])('%s', async (_, path, name, message) => {
    const put = folderWriter(path).put('20261122', name, Buffer.from('x'), never);
    await expect(put).rejects.toMatchObject({ code: 'push-failed', message: expect.stringMatching(message) });
    expect(readdirSync(join(disk, 'c'))).toEqual(['taken.log.gz']);
  });

  it('an aborted signal', async () => {
    const put = folderWriter(join(disk, 'd')).put('20261122', 'x.log.gz', Buffer.from('x'), AbortSignal.abort());
    await expect(put).rejects.toMatchObject({ code: 'push-failed', message: expect.stringMatching(/aborted/) });
    expect(readdirSync(join(disk, 'd'))).toEqual([]);
  });
});

/** Writes files one after another, and prints the name of each after it was written. */
const ENDLESS_WRITER = `
  import { randomBytes } from 'node:crypto';
  import { gzipSync } from 'node:zlib';
  const { folderWriter } = await import(process.argv[1]);
  const writer = folderWriter(process.argv[2]);
  for (let count = 0; ; count += 1) {
    const bytes = gzipSync(randomBytes(500_000));
    await writer.put('20261122', count % 50 + '.log.gz', bytes, new AbortController().signal);
    console.log(count % 50 + '.log.gz');
  }
`;

it.each([1, 7, 60])(
  'killed after %i files: each visible file is complete, each written one is there',
  async (files) => {
    const folder = mkdtempSync(join(disk, 'killed-'));
    const module = new URL('../../../src/sandbox/destination/folder-writer.ts', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', ENDLESS_WRITER, module, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const written: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      written.push(line);
      if (written.length === files) child.kill('SIGKILL');
    }
    const visible = readdirSync(folder).filter((name) => !name.startsWith('.'));
    expect(visible).toEqual(expect.arrayContaining([...new Set(written)]));
    for (const name of visible) expect(gunzipSync(readFileSync(join(folder, name)))).toHaveLength(500_000);
  },
);
