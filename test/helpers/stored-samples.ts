// Reads the samples of the checkout with as little of the program's own code as possible.
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type JsonObject, parseJson } from '../../src/base/index.ts';

/** Folder of the samples. */
export const SAMPLES = resolve(import.meta.dirname, '../../samples');

/** All files below a folder, by their paths with slashes, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** One stored object of a job. */
export interface StoredObject {
  /** `20261101/20261101T000000Z_….log.gz`. */
  key: string;
  text: string;
}

/** The objects of a job in the order of their keys. @param prefix of their keys */
export function storedObjects(job: string, prefix = ''): StoredObject[] {
  const folder = join(SAMPLES, 'logs', job);
  return filesBelow(folder)
    .filter((key) => key.startsWith(prefix) && key.endsWith('.log.gz'))
    .map((key) => ({ key, text: gunzipSync(readFileSync(join(folder, key))).toString() }));
}

/** Stored bytes below which an object is small. */
const SMALL_BYTES = 20_000;

/** Copies the small objects of the three days of all-requests into a folder: 15 of 39 objects, but only a ninth of the lines. */
export function copySmallObjects(folder: string): void {
  const filter = (path: string): boolean => {
    const file = statSync(path);
    return file.isDirectory() || (path.endsWith('.log.gz') && file.size < SMALL_BYTES);
  };
  cpSync(join(SAMPLES, 'logs/all-requests'), folder, { recursive: true, filter });
}

/** The lines of a text whose every line ends in LF. */
export function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

/** A line as an exact record. */
export function recordOf(line: string): JsonObject {
  const value = parseJson(line);
  if (!(value instanceof Map)) throw new TypeError(`no object: ${line.slice(0, 80)}`);
  return value;
}
