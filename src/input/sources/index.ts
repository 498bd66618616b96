// What is read: destinations and files as users name them, listed and sorted by time.
export { parseSources } from './parse-sources.ts';
export {
  folderOf,
  INTERRUPTED,
  type LineRange,
  listedTotal,
  listSources,
  listSourcesSoFar,
  noSourceError,
  type SourceListing,
  type SourceObject,
  type SourceRequest,
} from './sources.ts';
