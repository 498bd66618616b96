// The file with the old state of a change.
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkUndoFolder, writeUndoFile } from '../../../src/cloud/undo/undo-file.ts';

const NOW = new Date('2026-11-22T10:30:05.678Z');
const newFolder = () => mkdtempSync(join(tmpdir(), 'undo-'));

it('is JSON that only its owner reads', async () => {
  const folder = newFolder();
  const { path } = await writeUndoFile(folder, 'errors', { id: 1, name: 'errors' }, NOW);
  expect(path).toBe(join(folder, 'undo-errors-20261122T103005Z.json'));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ id: 1, name: 'errors' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('replaces no file and follows no link', async () => {
  const folder = newFolder();
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'old');
  symlinkSync(victim, join(folder, 'undo-a-20261122T103005Z.json'));
  const first = await writeUndoFile(folder, 'a', 1, NOW);
  const second = await writeUndoFile(folder, 'a', 2, NOW);
  expect([first.path, second.path].map((path) => path.slice(folder.length + 1))).toEqual([
    'undo-a-20261122T103005Z-2.json',
    'undo-a-20261122T103005Z-3.json',
  ]);
  expect(readFileSync(victim, 'utf8')).toBe('old');
});

it('appears under its name with its whole content, and is replaced in one step', async () => {
  const folder = newFolder();
  const seen: string[] = [];
  const content = {
    // Called while the text is made: before any file has the name.
    toJSON: () => {
      seen.push(...readdirSync(folder).filter((name) => name.endsWith('.json')));
      return { id: 2 };
    },
  };
  const file = await writeUndoFile(folder, 'a', { name: 'a' }, NOW);
  const before = statSync(file.path).ino;
  await file.replace(content);
  expect(seen).toEqual(['undo-a-20261122T103005Z.json']);
  expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({ id: 2 });
  // Another file under the same name: no reader sees a part of it.
  expect(statSync(file.path).ino).not.toBe(before);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('names the reason if all names of a second are taken', async () => {
  const folder = newFolder();
  for (let n = 0; n < 100; n += 1) await writeUndoFile(folder, 'a', n, NOW);
  await expect(writeUndoFile(folder, 'a', 1, NOW)).rejects.toMatchObject({
    message: expect.stringContaining('found 100 files of this name and second; choose another folder'),
  });
  expect(readdirSync(folder)).toHaveLength(100);
});

it('a folder is checked without leaving a file', async () => {
  const folder = newFolder();
  await checkUndoFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it('is removed if nothing was changed', async () => {
  const folder = newFolder();
  const file = await writeUndoFile(folder, 'a', 1, NOW);
  await file.discard();
  await file.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['a/b\\c d\u001b[2Jé', 'a-b-c-d-2J'],
  ['', 'job'],
  ['...', 'job'],
  ['x'.repeat(300), 'job'],
  ['AKIAABCDEFGHIJKLMNOP', 'job'],
  ['e1166940cc8b385d730f6a40402d4b72', 'job'],
  ['a-'.repeat(100), 'a-'.repeat(30).slice(0, -1)],
  ['shop.example.com', 'shop.example.com'],
])('name %j', async (name, expected) => {
  const folder = newFolder();
  await writeUndoFile(folder, name, 1, NOW);
  expect(readdirSync(folder)).toEqual([`undo-${expected}-20261122T103005Z.json`]);
});

it.each([
  ['missing', 'the folder does not exist'],
  ['file/below', 'a part of the path is not a folder'],
])('a folder that cannot be used: %s', async (name, reason) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(writeUndoFile(join(folder, name), 'a', 1, NOW)).rejects.toMatchObject({
    code: 'undo-failed',
    message: expect.stringContaining(`${reason}; choose another folder with --undo-dir`),
  });
  await expect(checkUndoFolder(join(folder, name))).rejects.toMatchObject({
    code: 'undo-failed',
    message: expect.stringContaining(reason),
  });
  expect(readdirSync(folder)).toEqual(['file']);
});

it.runIf(existsSync('/proc/self'))('a folder of the system that takes no files', async () => {
  await expect(writeUndoFile('/proc', 'a', 1, NOW)).rejects.toMatchObject({
    code: 'undo-failed',
    message: expect.stringContaining('no file can be created in this folder; choose another folder'),
  });
});
