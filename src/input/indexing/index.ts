// Builds an index, and updates it: lists what has changed, reads it in threads, stores parts. Loads SQLite and, to write, the Arrow library.
export {
  buildIndex,
  checkFolder,
  checkSettings,
  checkSources,
  type IndexBuild,
  type IndexChanges,
} from './build-index.ts';
