// The layout of the progress file of a migration, and the numbers that mark a file as one. The file also is the lock against a second run.
//
//   run       one row: the account, and when the run started and ended. A run without an end did not finish: the next one continues it.
//   policies  one row for each creation, stored before its request: its content as it is sent, and the id from the answer. Policies of a
//             run that did not finish are reported as created by it; a creation without an id is looked up by its content.
//   pools     one row for each pool, stored before the request that removes its recipients. Counts what a continued run has cleared.
//
// What is to be created and cleared follows from the live account. The file only adds what the API does not show yet: a policy that was created
// and is not listed is read by its id, and a creation without an answer is looked up before it is repeated.

/** Marks an SQLite file as the progress of a migration (`PRAGMA application_id`). The letters "HGMP". */
export const APPLICATION_ID = 0x48474d50;
/** Version of the layout (`PRAGMA user_version`). */
export const PROGRESS_VERSION = 1;

/** Times are RFC 3339. */
export const SCHEMA = `
  CREATE TABLE run (account TEXT NOT NULL, started TEXT NOT NULL, ended TEXT) STRICT;
  CREATE TABLE policies (seq INTEGER PRIMARY KEY, content TEXT NOT NULL, name TEXT NOT NULL, id TEXT) STRICT;
  CREATE TABLE pools (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;
