// The progress file: the lock against a second run, and what a continued run reports. A lost or wrong file costs nothing else.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openProgress } from '../../../../src/cloud/pools/progress/progress.ts';
import { progressPath, storing } from '../../../../src/cloud/pools/progress/progress-file.ts';
import { pool } from '../../../helpers/pools/accounts.ts';
import { ACCOUNT, applyTo, newBackupPath } from '../../../helpers/pools/apply-to.ts';
import { FakeAccount } from '../../../helpers/pools/fake-account.ts';

/** https://sqlite.org/fileformat.html */
const USER_VERSION_AT = 60;

const newAccount = () => new FakeAccount({ pools: [pool('a', 'x@example.com'), pool('b', 'y@example.com')] });

it('continues a run that did not end, and forgets one that did', () => {
  const backup = newBackupPath();
  const started = new Date('2026-11-22T12:00:00Z');
  const first = openProgress(backup, ACCOUNT, started);
  first.create('{"a":1}', 'lost');
  first.create('{"a":2}', 'made')('id-2');
  first.clear([{ id: 'p' }, { id: 'q' }]);
  first.clear([{ id: 'q' }]);
  first.close(false);
  const second = openProgress(backup, ACCOUNT);
  expect(second).toMatchObject({
    continues: started.toISOString(),
    earlier: [
      { name: 'lost', content: '{"a":1}', id: undefined },
      { name: 'made', content: '{"a":2}', id: 'id-2' },
    ],
    cleared: new Set(['p', 'q']),
  });
  second.clear([{ id: 'r' }]);
  second.close(true);
  const third = openProgress(backup, ACCOUNT);
  expect(third).toMatchObject({ continues: undefined, earlier: [], cleared: new Set() });
  third.close(true);
  expect(statSync(progressPath(backup)).mode & 0o777).toBe(0o600);
});

it('a run that changes nothing leaves no file', () => {
  const backup = newBackupPath();
  openProgress(backup, ACCOUNT).close(true);
  expect(readdirSync(dirname(backup))).toEqual([]);
});

it('a run that changes nothing after another one leaves no journal', () => {
  const backup = newBackupPath();
  const first = openProgress(backup, ACCOUNT);
  first.clear([{ id: 'p' }]);
  first.close(true);
  openProgress(backup, ACCOUNT).close(true);
  expect(readdirSync(dirname(backup))).toEqual([basename(progressPath(backup))]);
});

it.each([
  ['an empty file', false],
  ['a database without tables', true],
])('takes over %s: a run that ended while it created the file', (_, isDatabase) => {
  const backup = newBackupPath();
  writeFileSync(progressPath(backup), '');
  if (isDatabase) {
    const db = new DatabaseSync(progressPath(backup));
    db.exec('CREATE TABLE t (a); DROP TABLE t');
    db.close();
    expect(statSync(progressPath(backup)).size).toBeGreaterThan(0);
  }
  const progress = openProgress(backup, ACCOUNT);
  progress.clear([{ id: 'p' }]);
  progress.close(false);
  const next = openProgress(backup, ACCOUNT);
  expect(next.cleared).toEqual(new Set(['p']));
  next.close(true);
});

it('a second run is rejected while the first one has it', async () => {
  const fake = newAccount();
  const backup = newBackupPath();
  let second: unknown;
  const confirm = async () => {
    second = await applyTo(newAccount(), backup).catch((error: unknown) => error);
    return true;
  };
  expect((await applyTo(fake, backup, { confirm })).outcome).toBe('done');
  expect(second).toMatchObject({
    code: 'progress-in-use',
    message: expect.stringMatching(/another run of headgate pools migrate uses it; wait until that run ends/),
  });
});

it.each([
  [13, 'database or disk is full', /: the disk is full; /],
  [778, 'disk I/O error', /: the disk is full or could not be written \(disk I\/O error\); /],
  [8, 'attempt to write a readonly database', /: SQLite reports: attempt to write a readonly database; /],
])('an intent that cannot be stored (%i): the error names the file and the reason', (errcode, text, message) => {
  const store = (): never => {
    throw Object.assign(new Error(text), { errcode });
  };
  expect(() => storing('x.progress.sqlite', store)).toThrow(message);
  expect(() => storing('x.progress.sqlite', store)).toThrow(
    /^cannot write the progress x\.progress\.sqlite: .* continues/,
  );
});

it('is not needed: without it, the next run finds the policies and finishes', async () => {
  const fake = newAccount();
  const backup = newBackupPath();
  fake.before = ({ name }) => {
    if (name === 'clearPoolPage') throw new Error('cut off');
  };
  expect((await applyTo(fake, backup)).outcome).toBe('failed');
  const policies = [...fake.policies];
  rmSync(progressPath(backup));
  fake.before = () => {};
  expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'done', created: [], cleared: 2 });
  expect(fake.policies).toEqual(policies);
});

describe('rejects, and leaves unchanged,', () => {
  const filled = (change: (path: string, bytes: number) => void) => (backup: string) => {
    const progress = openProgress(backup, ACCOUNT);
    for (let index = 0; index < 400; index += 1) progress.create('x'.repeat(200), 'name');
    progress.close(false);
    change(progressPath(backup), statSync(progressPath(backup)).size);
  };
  it.each([
    ['a text', (backup: string) => writeFileSync(progressPath(backup), 'my notes'), /not an SQLite database/],
    [
      'the database of another program',
      (backup: string) => {
        const db = new DatabaseSync(progressPath(backup));
        db.exec('CREATE TABLE t (a)');
        db.close();
      },
      /the SQLite database of another program/,
    ],
    [
      'another version',
      (backup: string) => {
        const progress = openProgress(backup, ACCOUNT);
        progress.create('{}', 'name');
        progress.close(false);
        const bytes = readFileSync(progressPath(backup));
        bytes.writeUInt32BE(9, USER_VERSION_AT);
        writeFileSync(progressPath(backup), bytes);
      },
      /found version 9, expected version 1/,
    ],
    [
      'that of another account',
      (backup: string) => {
        const progress = openProgress(backup, 'b'.repeat(32));
        progress.create('{}', 'name');
        progress.close(false);
      },
      /found the progress of account b+, expected that of account a+/,
    ],
    [
      'a damaged file',
      filled((path, bytes) => {
        const header = readFileSync(path).subarray(0, 100);
        writeFileSync(path, Buffer.concat([header, Buffer.alloc(bytes - header.length, 0xff)]));
      }),
      /found a damaged file/,
    ],
    [
      'a file without its last page',
      filled((path, bytes) => truncateSync(path, bytes - 4096)),
      /found a file that is cut off \(/,
    ],
    [
      'a file without its last byte',
      filled((path, bytes) => truncateSync(path, bytes - 1)),
      /found a file that is cut off \(/,
    ],
  ])('%s', async (_, prepare, message) => {
    const backup = newBackupPath();
    prepare(backup);
    const before = readFileSync(progressPath(backup));
    const fake = newAccount();
    await expect(applyTo(fake, backup)).rejects.toMatchObject({
      code: 'progress-invalid',
      message: expect.stringMatching(message),
    });
    await expect(applyTo(fake, backup)).rejects.toThrow(/move it away and run headgate again/);
    expect(readFileSync(progressPath(backup)).equals(before)).toBe(true);
    expect(fake.requests).toEqual([]);
  });

  it('a folder', async () => {
    const backup = newBackupPath();
    mkdirSync(progressPath(backup));
    await expect(applyTo(newAccount(), backup)).rejects.toThrow(/cannot (write|open) the progress/);
  });
});
