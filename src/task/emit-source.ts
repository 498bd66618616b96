// Where what --emit writes about was read: the name that tells a source object from every other however its source was spelled, and
// whether the folder lies apart from the sources. Writes nothing.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { StoredObject } from '../destination/index.ts';
import { emitIntoSource } from './emit-file.ts';

const BUCKET = /^[a-z][a-z0-9]+:\/\//;

/** `s3://bucket/key`, an absolute path, or `stdin`. */
export function canonicalName(object: StoredObject): string {
  return isFile(object) ? resolve(object.name) : object.name;
}

/** Neither in a bucket nor a pipe. */
function isFile({ name, once = false }: StoredObject): boolean {
  return !once && !BUCKET.test(name);
}

/** Looks at where sources lie, each once. */
export class SourcesApart {
  readonly #folder: string;
  readonly #seen = new Set<string>();

  /** @param folder of `--emit` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws HeadgateError `emit-into-source` where the folder is, holds or lies below the source of the object */
  check(object: StoredObject): void {
    if (!isFile(object)) return;
    const { name, key } = object;
    const source = name === key ? name : name.slice(0, -key.length) || '.';
    if (this.#seen.has(source)) return;
    const [folder, place] = [realPathOf(this.#folder), realPathOf(source)];
    const how = relationOf(folder, place);
    if (how !== undefined) throw emitIntoSource(this.#folder, how, source);
    this.#seen.add(source);
  }
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

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
