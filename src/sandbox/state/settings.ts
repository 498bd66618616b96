// Settings of the service that survive a restart: free texts by name.
import type { DatabaseSync } from 'node:sqlite';

/** Named texts. */
export interface Settings {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** Prepares the statements of {@link Settings}. */
export function createSettings(db: DatabaseSync): Settings {
  const get = db.prepare('SELECT value FROM settings WHERE name = ?');
  const set = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  return {
    get: (name) => (get.get(name) as { value: string } | undefined)?.value,
    set: (name, value) => void set.run(name, value),
  };
}
