// Makes several statements one change: all of them, or none.
import type { DatabaseSync } from 'node:sqlite';

/** Runs a change in a transaction, or as a part of the current one. @returns what the change returns; if it throws, nothing has changed */
export function inTransaction<T>(db: DatabaseSync, change: () => T): T {
  if (db.isTransaction) return change();
  db.exec('BEGIN');
  try {
    const result = change();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
