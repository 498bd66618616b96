// Files that are complete or absent at any time.
export {
  flushFolder,
  giveNewName,
  replaceFile,
  writeNewFileSync,
  writeReasonIn,
  writeTemporaryFile,
} from './complete-file.ts';
export { isInside, realPathOf } from './real-path.ts';
export { inodeOf, readSqliteHeader, SQLITE, type SqliteError, type SqliteHeader, sqliteCode } from './sqlite-file.ts';
