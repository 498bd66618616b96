// Finds out whether a folder is still the one that it was, although another may have been created in its place.
import { closeSync, existsSync, fstatSync, openSync, statSync } from 'node:fs';

/** A folder that was there. */
export interface HeldFolder {
  /** Whether its path still leads to it. */
  isInPlace(): boolean;
  /** To be called once. */
  release(): void;
}

/** Holds a folder open: no other one receives its inode. Windows cannot open folders, and does not remove one that is in use. */
export function holdFolder(path: string): HeldFolder {
  if (process.platform === 'win32') return { isInPlace: () => existsSync(path), release: () => {} };
  const handle = openSync(path, 'r');
  const { dev, ino } = fstatSync(handle);
  return {
    isInPlace: () => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.ino === ino && found.dev === dev;
    },
    release: () => closeSync(handle),
  };
}
