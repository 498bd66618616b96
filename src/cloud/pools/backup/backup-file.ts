// The backup of a migration: the recipients and filters of pools before they are cleared, as JSON that a person can read. One file per
// account. Entries are added and never removed: clearing cannot be undone over the API. docs/platform.md, "Pools".
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { flushFolder, giveNewName, replaceFile, writeReasonIn, writeTemporaryFile } from '../../../base/file/index.ts';
import { HeadgateError, printCount, readReason } from '../../../base/index.ts';
import type { Backup, BackupEntry } from './backed-up-pools.ts';

/** A backup of 5,000 pools has 2 MB. A text of JavaScript can have 512 MiB. Chosen by headgate. */
const MAX_BACKUP_BYTES = 256 * 1024 ** 2;

/** The backup of an account on disk. */
export interface BackupFile {
  readonly path: string;
  /** What is on disk; undefined before the first entry. */
  readonly content: Backup | undefined;
  /**
   * Adds the pools whose recipients, filter or name differ from their latest entry, flushes the file to disk and reads it back.
   * @throws HeadgateError `backup-failed`; then the file has the content before
   */
  add(entries: readonly BackupEntry[]): Promise<void>;
}

const ENTRY = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  notification_email: z.unknown(),
  notification_filter: z.unknown().optional(),
  force: z.boolean(),
  webhooks: z.array(z.string()),
  readAt: z.iso.datetime(),
});

const BACKUP = z.strictObject({
  version: z.literal(1),
  account: z.string(),
  entries: z.array(ENTRY),
});

/** Returns the path of the backup of an account: `headgate-pools-<account>.json` in the working directory. */
export function defaultBackupPath(account: string): string {
  return `headgate-pools-${account}.json`;
}

/**
 * Returns the path without symbolic links: a rename would replace a link instead of the file that it names, and the lock of a run must not
 * depend on the name of the file.
 * @throws HeadgateError `backup-unreadable` for a link to nothing
 */
export async function realBackupPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(path, readReason(error));
  }
  if ((await lstat(path).catch(() => undefined)) !== undefined) {
    throw unreadable(path, 'it is a symbolic link to a file that does not exist');
  }
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

/**
 * Opens the backup of an account; creates no file.
 * @throws HeadgateError `backup-invalid` for any file that is not a backup of this account, `backup-unreadable`
 */
export async function openBackup(path: string, account: string): Promise<BackupFile> {
  const target = await realBackupPath(path);
  let content = await readBackup(target, account);
  return {
    path,
    get content() {
      return content;
    },
    add: async (entries) => {
      // As it is read back: without keys that are undefined.
      const plain = JSON.parse(JSON.stringify(entries)) as readonly BackupEntry[];
      const next = withEntries(content ?? { version: 1, account, entries: [] }, plain);
      const onDisk = await readBackup(target, account);
      if (onDisk !== undefined && !isDeepStrictEqual(onDisk, content)) throw notStored(path);
      if (isDeepStrictEqual(next, onDisk)) return;
      await write(target, onDisk === undefined, next);
      const stored = await readBackup(target, account);
      if (!isDeepStrictEqual(stored, next)) throw notStored(path);
      content = stored;
    },
  };
}

/**
 * Reads the backup of an account.
 * @throws HeadgateError `backup-missing`, `backup-empty`, and as {@link openBackup}
 */
export async function requireBackup(path: string, account: string): Promise<Backup> {
  const backup = await readBackup(await realBackupPath(path), account);
  if (backup !== undefined && backup.entries.length === 0) throw empty(path);
  if (backup !== undefined) return backup;
  throw new HeadgateError(
    'backup-missing',
    `cannot read the backup ${path}: the file does not exist; name the backup that headgate pools migrate --apply wrote with --backup`,
  );
}

async function readBackup(path: string, account: string): Promise<Backup | undefined> {
  const text = await readText(path);
  return text === undefined ? undefined : parseBackup(text, path, account);
}

/**
 * Parses the text of a backup. Rejects the file as a whole if a part of it is not as headgate writes it: a backup that is read in part hides
 * the loss.
 * @param path for messages
 * @throws HeadgateError `backup-invalid`
 */
function parseBackup(text: string, path: string, account: string): Backup {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(path, text === '' ? 'an empty file' : 'invalid JSON');
  }
  const version = versionOf(value);
  if (version !== undefined && version !== 1) {
    throw invalid(path, `version ${version}`, 'version 1; use the version of headgate that wrote it');
  }
  const parsed = BACKUP.safeParse(value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') ?? '';
    throw invalid(path, place === '' ? 'another document' : `another value at ${place}`);
  }
  if (parsed.data.account !== account) {
    throw invalid(path, `the backup of account ${parsed.data.account}`, `that of account ${account}`);
  }
  return parsed.data as Backup;
}

function versionOf(value: unknown): number | undefined {
  const { version } = (typeof value === 'object' && value !== null ? value : {}) as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
}

function invalid(path: string, found: string, expected = 'a backup of headgate pools migrate'): HeadgateError {
  return new HeadgateError(
    'backup-invalid',
    `cannot use the backup ${path}: found ${found}, expected ${expected}; the file is unchanged; restore it from a copy, or name another file with --backup`,
  );
}

/** @returns undefined if there is no file */
async function readText(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined;
  try {
    // To open a pipe would wait for a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await file.stat();
    if (found.isDirectory()) throw unreadable(path, 'it is a folder; name a file');
    if (!found.isFile()) throw unreadable(path, 'it is a device or a pipe; name a file');
    if (found.size > MAX_BACKUP_BYTES) {
      throw unreadable(
        path,
        `it has ${printCount(found.size)} bytes, more than a backup can have (${printCount(MAX_BACKUP_BYTES)}); name another file`,
      );
    }
    return await file.readFile('utf8');
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, readReason(error));
  } finally {
    await file?.close();
  }
}

function unreadable(path: string, reason: string): HeadgateError {
  return new HeadgateError(
    'backup-unreadable',
    `cannot read the backup ${path}: ${reason}; nothing was changed; correct this, or name another file with --backup`,
  );
}

/** Returns the backup with new entries at its end. Keeps every entry that it has. */
function withEntries(backup: Backup, entries: readonly BackupEntry[]): Backup {
  const latest = new Map(backup.entries.map((entry) => [entry.id, entry]));
  const added = entries.filter((entry) => {
    const known = latest.get(entry.id);
    return known === undefined || !isDeepStrictEqual({ ...known, readAt: '' }, { ...entry, readAt: '' });
  });
  return { ...backup, entries: [...backup.entries, ...added] };
}

async function write(path: string, isNew: boolean, backup: Backup): Promise<void> {
  const text = `${JSON.stringify(backup, null, 2)}\n`;
  const folder = dirname(path);
  try {
    if (!isNew) await replaceFile(path, text);
    else if (!(await writeNew(path, text))) throw new Error('another process created the file');
  } catch (error) {
    const fix = 'nothing was changed in this step; choose another file with --backup';
    const reason = writeReasonIn(folder, error);
    throw new HeadgateError('backup-failed', `cannot write the backup ${path}: ${reason}; ${fix}`, { cause: error });
  }
}

/** @returns false if the name is taken */
async function writeNew(path: string, text: string): Promise<boolean> {
  const folder = dirname(path);
  const temporary = await writeTemporaryFile(folder, basename(path, '.json'), text);
  try {
    return await giveNewName(temporary, path);
  } finally {
    await rm(temporary, { force: true });
    await flushFolder(folder);
  }
}

function notStored(path: string): HeadgateError {
  return new HeadgateError(
    'backup-failed',
    `cannot write the backup ${path}: found another content than this run has read or written; nothing was changed in this step; run headgate again, or choose another file with --backup`,
  );
}

function empty(path: string): HeadgateError {
  return new HeadgateError(
    'backup-empty',
    `cannot use the backup ${path}: found no pool in it, expected at least one; an empty backup proves nothing; name the backup that headgate pools migrate --apply wrote with --backup`,
  );
}
