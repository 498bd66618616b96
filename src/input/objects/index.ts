// Reads objects into a pass: several in flight, inflated, fed to the kernel or the record reader. Progress and totals.
export { type EmitSource, type Emitter, emitFailed, type ObjectEmission } from './emitter.ts';
export { feedObject, type ObjectEnd, type ObjectReader } from './feed-object.ts';
export { fetchAhead } from './fetch-small.ts';
export { InFlight, readInFlight, storedBytes } from './in-flight.ts';
export { withInflater } from './inflater-pool.ts';
export { type NonLogFile, notLogsError, rejectForeignContent, rejectNonLogs } from './not-logs.ts';
export { type Progress, startProgress } from './progress.ts';
export { readInflated } from './read-inflated.ts';
export { countNotLogs, noteUnreadable, type PassReading, type PassTarget, readIntoPass } from './read-into-pass.ts';
export { addTotal, emptyTotal, FileParts, type ReadTotal, withoutFailed } from './read-total.ts';
export { isMarkupRead, type ReadingFlags, readerOptionsOf } from './reader-options.ts';
