// Where what --emit writes about was read: the name that tells a source object from every other however its source was spelled, and
// whether the folder lies apart from the sources. Writes nothing.
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import type { StoredObject } from '../../destination/index.ts';

const BUCKET = /^[a-z][a-z0-9]+:\/\//;

/** `s3://bucket/key`, an absolute path, or `stdin`. */
export function canonicalName(object: StoredObject): string {
  return isFile(object) ? resolve(object.name) : object.name;
}

/** Neither in a bucket nor a pipe. */
function isFile({ name, singleUse = false }: StoredObject): boolean {
  return !singleUse && !BUCKET.test(name);
}

/**
 * Looks at where sources lie, before anything is written.
 * @param folder of `--emit`; need not be there yet
 * @throws HeadgateError `emit-into-source` where the folder is, holds or lies below the source of an object
 */
export function checkOutsideSources(folder: string, objects: readonly StoredObject[]): void {
  const real = realPathOf(folder);
  for (const source of new Set(objects.filter(isFile).map(sourceOf))) {
    const how = relationOf(real, realPathOf(source));
    if (how === undefined) continue;
    throw new HeadgateError(
      'emit-into-source',
      `cannot write to --emit ${folder}: found a folder that ${how} the source ${source}, expected one apart from it, so that what is written is not read as what was pushed`,
    );
  }
}

/** The folder an object was listed in, or the file itself where that was named. */
function sourceOf({ name, key }: StoredObject): string {
  return name === key ? name : name.slice(0, -key.length) || '.';
}

function relationOf(folder: string, source: string): string | undefined {
  if (folder === source) return 'is';
  if (isBelow(source, folder)) return 'holds';
  return isBelow(folder, source) ? 'lies below' : undefined;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Without symbolic links, also of what is not there yet: below the nearest folder that is. */
function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realPathOf(above), basename(whole));
  }
}
