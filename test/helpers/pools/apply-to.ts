// Applies a migration to an account in memory, with backup and progress in a folder of its own.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplyRequest,
  applyMigration,
  type MigrationResult,
  type RestorePlan,
  type RoundsRequest,
  restorePolicies,
} from '../../../src/cloud/pools/index.ts';
import type { FakeAccount } from './fake-account.ts';

export const ACCOUNT = 'a'.repeat(32);

/** Returns the path of a backup in a new folder. */
export function newBackupPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'pools-')), 'backup.json');
}

/** Applies. @param backup as {@link newBackupPath} */
export function applyTo(fake: FakeAccount, backup: string, more: Partial<ApplyRequest> = {}): Promise<MigrationResult> {
  return applyMigration({ ...requestFor(fake, backup), webhooks: [], force: false, ...more });
}

/** Restores. */
export function restoreTo(
  fake: FakeAccount,
  backup: string,
  more: Partial<RoundsRequest<RestorePlan>> = {},
): Promise<MigrationResult> {
  return restorePolicies({ ...requestFor(fake, backup), ...more });
}

function requestFor(fake: FakeAccount, backup: string) {
  return {
    ...{ reader: fake.api, writer: fake.api, account: ACCOUNT, backup, delayMs: 0 },
    onStep: () => {},
    countRequests: () => fake.requests.length,
    signal: new AbortController().signal,
  };
}
