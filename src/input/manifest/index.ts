// The manifest of an index: which objects it has, in which rows of which parts. Loads SQLite: what starts fast imports it on use.
export { coverageOf, listedSince, type StoredListing } from './coverage.ts';
export {
  type IndexedObject,
  indexWriteError,
  lockIndex,
  Manifest,
  type ObjectState,
  type StoredRun,
} from './manifest.ts';
