// The backup on disk: complete, for its owner only, grows, and never replaces a file that is not a backup of the account.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackup, requireBackup } from '../../../../src/cloud/pools/backup/backup-file.ts';
import type { BackupEntry } from '../../../../src/cloud/pools/index.ts';
import { pool } from '../../../helpers/pools/accounts.ts';
import { ACCOUNT, applyTo, newBackupPath } from '../../../helpers/pools/apply-to.ts';
import { FakeAccount } from '../../../helpers/pools/fake-account.ts';

const entry = (name: string, email: string, more: Partial<BackupEntry> = {}): BackupEntry => ({
  ...{ id: `id-of-${name}`, name, notification_email: email, webhooks: [], force: false },
  readAt: '2026-11-22T12:00:00.000Z',
  ...more,
});

it('grows: entries are added if a pool has changed, and none is removed', async () => {
  const path = newBackupPath();
  const first = await openBackup(path, ACCOUNT);
  expect(first.content).toBeUndefined();
  await first.add([entry('a', 'x@example.com'), entry('b', 'y@example.com')]);
  const inode = statSync(path).ino;
  const second = await openBackup(path, ACCOUNT);
  // The time of the reading is no change.
  await second.add([entry('a', 'x@example.com', { readAt: '2026-11-23T12:00:00.000Z' })]);
  expect(statSync(path).ino).toBe(inode);
  await second.add([entry('b', 'z@example.com'), entry('a', 'x@example.com', { force: true })]);
  const { entries } = await requireBackup(path, ACCOUNT);
  expect(entries.map(({ name, notification_email: email, force }) => `${name} ${email} ${force}`)).toEqual([
    'a x@example.com false',
    'b y@example.com false',
    'b z@example.com false',
    'a x@example.com true',
  ]);
  expect(readFileSync(path, 'utf8')).toContain('\n      "notification_email": "x@example.com",\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(['backup.json']);
});

it('keeps recipients that are not text, as the API returned them', async () => {
  const path = newBackupPath();
  const fake = new FakeAccount({ pools: [pool('a', ['x@example.com'])] });
  for (const force of [false, true, false]) await applyTo(fake, path, { force });
  expect((await requireBackup(path, ACCOUNT)).entries).toMatchObject([
    { notification_email: ['x@example.com'], force: true },
  ]);
});

it('is written again if somebody deletes it, and not if somebody changes it', async () => {
  const path = newBackupPath();
  const backup = await openBackup(path, ACCOUNT);
  await backup.add([entry('a', 'x@example.com')]);
  rmSync(path);
  await backup.add([entry('a', 'x@example.com')]);
  expect((await requireBackup(path, ACCOUNT)).entries).toHaveLength(1);
  const text = JSON.stringify({ version: 1, account: ACCOUNT, entries: [] });
  writeFileSync(path, text);
  await expect(backup.add([entry('b', 'x@example.com')])).rejects.toMatchObject({ code: 'backup-failed' });
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('behind a link, replaces the file and keeps the link', async () => {
  const path = newBackupPath();
  await (await openBackup(path, ACCOUNT)).add([entry('a', 'x@example.com')]);
  const link = join(dirname(path), 'link.json');
  symlinkSync(path, link);
  await (await openBackup(link, ACCOUNT)).add([entry('b', 'x@example.com')]);
  expect((await requireBackup(path, ACCOUNT)).entries).toHaveLength(2);
});

const valid = { version: 1, account: ACCOUNT, entries: [entry('a', 'x@example.com')] };
describe('rejects, and leaves unchanged,', () => {
  it.each([
    ['an empty file', '', /found an empty file/],
    ['half a backup', JSON.stringify(valid).slice(0, 60), /found invalid JSON/],
    [
      'the backup of another account',
      JSON.stringify({ ...valid, account: 'b'.repeat(32) }),
      /found the backup of account b+/,
    ],
    [
      'a later version',
      JSON.stringify({ ...valid, version: 2 }),
      /found version 2, expected version 1; use the version/,
    ],
    ['another document', '{"jobs":[]}', /found another value at version|found another document/],
    ['a list', '[]', /found another document/],
    [
      'an entry without recipients',
      JSON.stringify({ ...valid, entries: [{ id: 'a', name: 'a' }] }),
      /found another value at entries\.0/,
    ],
    ['an unknown key', JSON.stringify({ ...valid, more: 1 }), /found another document/],
  ])('%s', async (_, text, message) => {
    const path = newBackupPath();
    writeFileSync(path, text);
    const fake = new FakeAccount({ pools: [pool('a', 'x@example.com')] });
    await expect(applyTo(fake, path)).rejects.toMatchObject({
      code: 'backup-invalid',
      message: expect.stringMatching(message),
    });
    await expect(applyTo(fake, path)).rejects.toThrow(
      /the file is unchanged; restore it from a copy, or name another file/,
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(fake.requests).toEqual([]);
  });

  it('a folder', async () => {
    const path = newBackupPath();
    mkdirSync(path);
    await expect(openBackup(path, ACCOUNT)).rejects.toThrow(/it is a folder; name a file/);
  });
});

it.each([
  ['a link to nothing', '/nonexistent/backup.json', /it is a symbolic link to a file that does not exist; /],
  ['a link to a device', '/dev/zero', /it is a device or a pipe; name a file; /],
])('%s is rejected before anything is read', async (_, target, message) => {
  const path = newBackupPath();
  symlinkSync(target, path);
  const fake = new FakeAccount({ pools: [pool('a', 'x@example.com')] });
  const error = { code: 'backup-unreadable', message: expect.stringMatching(message) };
  await expect(applyTo(fake, path)).rejects.toMatchObject(error);
  await expect(requireBackup(path, ACCOUNT)).rejects.toMatchObject(error);
  expect(fake.requests).toEqual([]);
  expect(readdirSync(dirname(path))).toEqual(['backup.json']);
});

it('a missing backup is an error where one is needed', async () => {
  await expect(requireBackup(newBackupPath(), ACCOUNT)).rejects.toMatchObject({ code: 'backup-missing' });
});

it('a backup without a pool proves nothing', async () => {
  const path = newBackupPath();
  writeFileSync(path, JSON.stringify({ ...valid, entries: [] }));
  await expect(requireBackup(path, ACCOUNT)).rejects.toMatchObject({ code: 'backup-empty', kind: 'unreachable' });
});

it('a folder in which no file can be created: nothing is changed', async () => {
  const fake = new FakeAccount({ pools: [pool('a', 'x@example.com')] });
  await expect(applyTo(fake, '/proc/backup.json')).rejects.toMatchObject({ code: 'progress-failed' });
  await expect((await openBackup('/proc/backup.json', ACCOUNT)).add([entry('a', 'x')])).rejects.toThrow(
    /cannot write the backup \/proc\/backup\.json: .*no file can be created in this folder/,
  );
  expect(fake.requests).toEqual([]);
});

it('a folder that disappears before the backup is written: nothing is created', async () => {
  const path = newBackupPath();
  const fake = new FakeAccount({ pools: [pool('a', 'x@example.com')] });
  const gone = join(dirname(path), 'gone');
  await expect(applyTo(fake, join(gone, 'backup.json'))).rejects.toThrow(/the folder does not exist/);
  expect(existsSync(gone)).toBe(false);
  const open = await openBackup(join(gone, 'backup.json'), ACCOUNT);
  await expect(open.add([entry('a', 'x@example.com')])).rejects.toMatchObject({ code: 'backup-failed' });
  expect(fake.requests).toEqual([]);
});
