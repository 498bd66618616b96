// Tables for pools and notifications. They came after the first version of a state: a file without them receives them when it is opened, and
// an older headgate ignores them.

/** Creates the tables that a state does not have yet. `seq` is the order of creation. Each `body` is a JSON object. */
export const ALERTING_SCHEMA = `
  CREATE TABLE IF NOT EXISTS pools (id TEXT PRIMARY KEY, name TEXT NOT NULL, monitor TEXT, body TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS pools_by_name ON pools (name, id);
  CREATE TABLE IF NOT EXISTS policies (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS webhooks (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS silences (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS history (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
`;
