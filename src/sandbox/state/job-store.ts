// The Logpush jobs of the zone and of the account. Each change is one transaction.
import type { DatabaseSync } from 'node:sqlite';
import type { JobConfig, JobScope, StoredJob } from './job-config.ts';
import { printSeconds } from './service-time.ts';

/** Jobs by scope. Ids are positive integers and never used twice. */
export interface JobStore {
  /** In the order of their ids. */
  list(scope: JobScope): StoredJob[];
  get(scope: JobScope, id: number): StoredJob | undefined;
  count(scope: JobScope): number;
  /** @param destination identity of the destination */
  create(scope: JobScope, config: JobConfig, destination: string): StoredJob;
  /** Replaces the configuration. @returns undefined if there is no such job */
  update(scope: JobScope, id: number, config: JobConfig, destination: string): StoredJob | undefined;
  /** @returns whether there was such a job */
  delete(scope: JobScope, id: number): boolean;
  /** See `PushSource`. A job that was deleted meanwhile is ignored. */
  delivered(id: number, untilMs: number): void;
  failed(id: number, atMs: number, message: string): void;
}

interface Row {
  id: number;
  config: string;
  destination: string;
  last_complete: string | null;
  last_error: string | null;
  error_message: string | null;
}

const COLUMNS = 'id, config, destination, last_complete, last_error, error_message';

/** Prepares the statements of {@link JobStore}. @param onChange called after each change of a configuration */
export function createJobStore(db: DatabaseSync, onChange: () => void): JobStore {
  const list = db.prepare(`SELECT ${COLUMNS} FROM jobs WHERE scope = ? ORDER BY id`);
  const get = db.prepare(`SELECT ${COLUMNS} FROM jobs WHERE scope = ? AND id = ?`);
  const count = db.prepare('SELECT count(*) AS jobs FROM jobs WHERE scope = ?');
  const create = db.prepare(`INSERT INTO jobs (scope, config, destination) VALUES (?, ?, ?) RETURNING ${COLUMNS}`);
  const update = db.prepare(
    `UPDATE jobs SET config = ?, destination = ? WHERE scope = ? AND id = ? RETURNING ${COLUMNS}`,
  );
  const remove = db.prepare('DELETE FROM jobs WHERE scope = ? AND id = ?');
  const delivered = db.prepare(
    'UPDATE jobs SET last_complete = ?, last_error = NULL, error_message = NULL WHERE id = ?',
  );
  const failed = db.prepare('UPDATE jobs SET last_error = ?, error_message = ? WHERE id = ?');

  const jobFrom = (row: unknown): StoredJob => {
    const { id, config, destination, last_complete, last_error, error_message } = row as Row;
    return {
      id,
      config: JSON.parse(config) as JobConfig,
      destination,
      lastComplete: last_complete,
      lastError: last_error,
      errorMessage: error_message,
    };
  };
  const found = (row: unknown): StoredJob | undefined => (row === undefined ? undefined : jobFrom(row));
  return {
    list: (scope) => list.all(scope).map(jobFrom),
    get: (scope, id) => found(get.get(scope, id)),
    count: (scope) => (count.get(scope) as { jobs: number }).jobs,
    create: (scope, config, destination) => {
      const row = create.get(scope, JSON.stringify(config), destination);
      onChange();
      return jobFrom(row);
    },
    update: (scope, id, config, destination) => {
      const row = update.get(JSON.stringify(config), destination, scope, id);
      if (row !== undefined) onChange();
      return found(row);
    },
    delete: (scope, id) => {
      const { changes } = remove.run(scope, id);
      if (changes > 0) onChange();
      return changes > 0;
    },
    delivered: (id, untilMs) => void delivered.run(printSeconds(untilMs), id),
    failed: (id, atMs, message) => void failed.run(printSeconds(atMs), message, id),
  };
}
