// Applies a migration to an account in memory, with backup and progress in a folder of its own.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApplyRequest, applyMigration, type MigrationResult } from '../../../src/migrate/index.ts';
import type { FakeAccount } from './fake-account.ts';

export const ACCOUNT = 'a'.repeat(32);

/** Returns the path of a backup in a new folder. */
export function newBackupPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'pools-')), 'backup.json');
}

/** Applies. @param backup as {@link newBackupPath} */
export function applyTo(fake: FakeAccount, backup: string, more: Partial<ApplyRequest> = {}): Promise<MigrationResult> {
  return applyMigration({
    ...{ reader: fake.api, writer: fake.api, account: ACCOUNT, backup, webhooks: [], force: false },
    onStep: () => {},
    delayMs: 0,
    countRequests: () => fake.requests.length,
    signal: new AbortController().signal,
    ...more,
  });
}
