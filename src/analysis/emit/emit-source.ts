// The sources of --emit: the canonical name of each source object, and the check that the target folder is outside the sources. Writes
// nothing.
import { resolve } from 'node:path';
import { isInside, realPathOf } from '../../base/file/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { StoredObject } from '../../input/destination/index.ts';

const BUCKET = /^[a-z][a-z0-9]+:\/\//;

/** Returns the same name for every spelling of a source: `s3://bucket/key`, an absolute path, or `stdin`. */
export function canonicalName(object: StoredObject): string {
  return isFile(object) ? resolve(object.name) : object.name;
}

/** Whether an object is a local file, not in a bucket or a pipe. */
function isFile({ name, singleUse = false }: StoredObject): boolean {
  return !singleUse && !BUCKET.test(name);
}

/**
 * Checks that a folder is outside the sources.
 * @param folder of `--emit`; need not exist yet
 * @throws HeadgateError `emit-into-source` if the folder is, contains or is below the source of an object
 */
export function checkOutsideSources(folder: string, objects: readonly StoredObject[]): void {
  const real = realPathOf(folder);
  for (const source of new Set(objects.filter(isFile).map(sourceOf))) {
    const relation = relationOf(real, realPathOf(source));
    if (relation === undefined) continue;
    throw new HeadgateError(
      'emit-into-source',
      `cannot write to --emit ${folder}: the folder ${relation} the source ${source}; use another folder`,
    );
  }
}

/** Returns the folder in which an object was listed, or the file if the source names it. */
function sourceOf({ name, key }: StoredObject): string {
  return name === key ? name : name.slice(0, -key.length) || '.';
}

function relationOf(folder: string, source: string): string | undefined {
  if (folder === source) return 'is';
  if (isInside(source, folder)) return 'contains';
  return isInside(folder, source) ? 'is below' : undefined;
}
