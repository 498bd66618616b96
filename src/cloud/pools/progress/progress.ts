// The progress of a migration: what was sent, stored before it is sent, so that a run that was killed can be continued and reported.
import type { DatabaseSync } from 'node:sqlite';
import { openProgressFile, progressPath, storing } from './progress-file.ts';

/** A creation that was sent. */
export interface Creation {
  /** As it was sent. */
  readonly content: string;
  readonly name: string;
  /** Undefined if the answer is not known. */
  readonly id: string | undefined;
}

/** The progress of a run, and of an earlier one that did not finish. */
export interface Progress {
  /** When the earlier run started that this one continues; undefined if the earlier run ended. RFC 3339. */
  readonly continues: string | undefined;
  /** Creations of the runs that this one continues. */
  readonly earlier: readonly Creation[];
  /** Stores that a policy is about to be created. @returns stores its id @throws HeadgateError `progress-failed` */
  create(content: string, name: string): (id: string) => void;
  /** Stores that pools are about to be cleared. @throws HeadgateError `progress-failed` */
  clear(pools: readonly { readonly id: string }[]): void;
  /** Ids of the pools of {@link clear}, of this run and of those that it continues. */
  readonly cleared: ReadonlySet<string>;
  /** Closes the file, and ends its lock. @param isFinished whether nothing is left to continue */
  close(isFinished: boolean): void;
}

/**
 * Opens the progress beside a backup. The file is the lock: only one run at a time has it.
 * @throws HeadgateError `progress-in-use`, `progress-invalid`, `progress-failed`
 */
export function openProgress(backupPath: string, account: string, now: Date = new Date()): Progress {
  const path = progressPath(backupPath);
  const { db, isNew, close } = openProgressFile(path, account);
  let isStored = false;
  const last = db.prepare('SELECT started, ended FROM run').get() as Run | undefined;
  const continues = last === undefined || last.ended !== null ? undefined : last.started;
  const earlier = continues === undefined ? [] : readCreations(db);
  const cleared = new Set(continues === undefined ? [] : readPools(db));
  // A run that changes nothing leaves no trace.
  const begin = (): void => {
    if (isStored) return;
    isStored = true;
    if (continues === undefined) startRun(db, account, now);
  };
  return {
    continues,
    earlier,
    cleared,
    create: (content, name) => {
      const seq = storing(path, () => {
        begin();
        return db.prepare('INSERT INTO policies (content, name) VALUES (?, ?)').run(content, name).lastInsertRowid;
      });
      const store = db.prepare('UPDATE policies SET id = ? WHERE seq = ?');
      return (id) => void storing(path, () => store.run(id, seq));
    },
    clear: (pools) => {
      storing(path, () => {
        begin();
        const insert = db.prepare('INSERT OR IGNORE INTO pools VALUES (?)');
        db.exec('BEGIN');
        for (const { id } of pools) insert.run(id);
        db.exec('COMMIT');
      });
      for (const { id } of pools) cleared.add(id);
    },
    close: (isFinished) => {
      const wasContinued = isStored || continues !== undefined;
      try {
        if (isFinished && wasContinued) db.prepare('UPDATE run SET ended = ?').run(new Date().toISOString());
      } catch {
        // The result of the run counts. The next run continues it, and finds nothing left to do.
      }
      close(isNew && !isStored ? 'remove' : 'keep');
    },
  };
}

interface Run {
  started: string;
  ended: string | null;
}

function startRun(db: DatabaseSync, account: string, now: Date): void {
  db.exec('BEGIN; DELETE FROM run; DELETE FROM policies; DELETE FROM pools');
  db.prepare('INSERT INTO run VALUES (?, ?, NULL)').run(account, now.toISOString());
  db.exec('COMMIT');
}

function readCreations(db: DatabaseSync): Creation[] {
  const rows = db.prepare('SELECT content, name, id FROM policies ORDER BY seq').all() as unknown as {
    content: string;
    name: string;
    id: string | null;
  }[];
  return rows.map(({ id, ...row }) => ({ ...row, id: id ?? undefined }));
}

function readPools(db: DatabaseSync): string[] {
  return (db.prepare('SELECT id FROM pools').all() as unknown as { id: string }[]).map(({ id }) => id);
}
