// The layout of a state file, and the numbers that mark a file as one. A change of the layout needs a new version.

/** Marks an SQLite file as a state of the sandbox (`PRAGMA application_id`). The letters "HGSB". */
export const APPLICATION_ID = 0x48475342;
/** Version of the layout (`PRAGMA user_version`). */
export const STATE_VERSION = 1;

/**
 * Creates all tables. `AUTOINCREMENT`: SQLite never gives the id of a deleted job to a new one. Times of rulesets are
 * microseconds, all other times milliseconds since 1970.
 */
export const SCHEMA = `
  CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE rulesets (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    phase TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX entry_points ON rulesets (phase) WHERE kind = 'zone';
  CREATE TABLE ruleset_versions (
    ruleset INTEGER NOT NULL REFERENCES rulesets (seq) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    description TEXT NOT NULL,
    last_updated INTEGER NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (ruleset, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL,
    config TEXT NOT NULL,
    destination TEXT NOT NULL,
    last_complete TEXT,
    last_error TEXT,
    error_message TEXT
  ) STRICT;
  CREATE INDEX jobs_of_scope ON jobs (scope);
  CREATE TABLE ownership (
    scope TEXT NOT NULL,
    destination TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (scope, destination)
  ) STRICT, WITHOUT ROWID;
`;

/** Creates the tables that a state does not have yet. `seq` is the order of creation. Each `body` is a JSON object. */
export const LATER_SCHEMA = `
  CREATE TABLE IF NOT EXISTS transformers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    dataset TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS transformer_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    transformer INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    code TEXT NOT NULL,
    UNIQUE (transformer, version)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS pools (id TEXT PRIMARY KEY, name TEXT NOT NULL, monitor TEXT, body TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS pools_by_name ON pools (name, id);
  CREATE TABLE IF NOT EXISTS policies (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS webhooks (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS silences (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS history (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
`;
