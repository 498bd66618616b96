// SQLite files that one process has open at a time. Loads SQLite: what starts fast imports it on use.
export {
  type DatabaseKind,
  type LockedDatabase,
  openLockedDatabase,
  storeReason,
} from './locked-database.ts';
