// Parses a backup. Rejects the file as a whole if a part of it is not as headgate writes it: a backup that is read in part hides the loss.
import { z } from 'zod';
import { HeadgateError } from '../../base/index.ts';
import type { Backup } from './backup.ts';

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

/**
 * Parses the text of a backup.
 * @param path for messages
 * @throws HeadgateError `backup-invalid`
 */
export function parseBackup(text: string, path: string, account: string): Backup {
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
