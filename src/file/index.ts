// Files that are complete or absent at any time.
export { flushFolder, giveNewName, replaceFile, writeReasonIn, writeTemporaryFile } from './complete-file.ts';
