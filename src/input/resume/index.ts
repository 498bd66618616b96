// The file of --resume. Loads SQLite: verbs import it on use.
export { openRunFile, type Resumed, type ResumedRun, type RunFacets, type StoredRuns } from './run-file.ts';
