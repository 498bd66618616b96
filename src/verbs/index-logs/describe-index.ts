// What an index contains, as data, in the shape that `--format json` prints (version 1). Prints nothing.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Count, HeadgateError, printInstant, readReason } from '../../base/index.ts';
import { describeWithoutManifest, isIndex, isIndexFile } from '../../input/columns/index.ts';
import { type Location, rootOf } from '../../input/destination/index.ts';
import type { IndexChanges } from '../../input/indexing/index.ts';
import { coverageOf, listedSince, Manifest, type ObjectState } from '../../input/manifest/index.ts';

/** The result of `index`: what an index contains. */
export interface IndexReport {
  version: 1;
  /** Interrupted: some objects are not in the index yet. */
  partial: boolean;
  folder: string;
  dataset: string;
  /** When the oldest listing began that the index depends on; before one, when the index was created. RFC 3339. */
  asOf: string;
  /** Whether builds have listed all sources, without limits of time. */
  covered: boolean;
  /** Start of the time range of an update without one: the earliest that a build has listed. Null: an update lists everything. RFC 3339. */
  listedSince: string | null;
  /** Fields whose values are not stored. */
  without: string[];
  /** Where the objects are. */
  sources: string[];
  /** Those of them on this machine that no longer exist. */
  sourcesGone: string[];
  objects: {
    /** All of whose lines are in columns. */
    columns: Count;
    /** Not in columns: not NDJSON, damaged, or with lines that columns cannot contain. They are read where they are. */
    stored: Count;
    /** Listed and not read to their end: not in the index. */
    waiting: Count;
  };
  /** In columns. */
  lines: Count;
  /** Of the objects, as stored, as far as known. */
  objectBytes: Count;
  /** Of the files of the index. */
  indexBytes: Count;
  parts: Count;
  /** Those whose file is gone or has another size. */
  lostParts: Count;
  /** Absent with `--list`. */
  changes?: IndexChanges | undefined;
}

/** The error of a folder that is no index. */
export function noIndexError(action: 'read' | 'update', folder: string): HeadgateError {
  const rejected = (reason: string): HeadgateError =>
    new HeadgateError('index-missing', `cannot ${action} the index ${folder}: ${reason}`);
  try {
    // A build that was killed before it had a manifest leaves its lock alone.
    const isPart = (name: string): boolean => isIndexFile(name) && name.endsWith('.arrow');
    const part = existsSync(folder) ? readdirSync(folder).find(isPart) : undefined;
    if (part !== undefined) return rejected(describeWithoutManifest(part));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return rejected(readReason(error));
  }
  // A folder with other files is not one to write an index to.
  const fix = existsSync(folder) ? 'name the folder of --out' : `run headgate index <source> --out ${folder}`;
  return rejected(`found no index there, expected a folder that headgate index has written; ${fix}`);
}

/** Describes an index. @throws HeadgateError `index-missing`, `index-invalid` */
export function describeIndex(folder: string): IndexReport {
  if (!isIndex(folder)) throw noIndexError('read', folder);
  const manifest = Manifest.open(folder, 'read');
  try {
    const { settings, listings, created } = manifest;
    const stored = manifest.locations<Location>();
    const locations = [...stored.values()];
    const coverages = [...stored.keys()].map((id) =>
      coverageOf(
        listings.filter(({ location }) => location === id),
        {},
      ),
    );
    const all = manifest.objects();
    const count = (state: ObjectState): number => all.filter((object) => object.state === state).length;
    const runs = [...manifest.runs().values()].flat();
    const parts = [...manifest.parts().values()];
    const since = listedSince(listings, stored);
    return {
      version: 1,
      partial: false,
      ...{ folder, dataset: settings.dataset, without: settings.without },
      asOf: coverages.flatMap(({ asOf }) => asOf ?? []).sort()[0] ?? created,
      listedSince: since === undefined ? null : printInstant(since),
      covered: coverages.every(({ isComplete }) => isComplete),
      sources: locations.map(({ display }) => display),
      sourcesGone: locations.flatMap((one) => (isGone(one) ? one.display : [])),
      objects: { columns: count('columns'), stored: count('stored'), waiting: count('waiting') },
      lines: runs.reduce((sum, { from, to }) => sum + to - from, 0),
      objectBytes: all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      indexBytes: readdirSync(folder).reduce((sum, name) => sum + (sizeOf(join(folder, name)) ?? 0), 0),
      parts: parts.length,
      lostParts: parts.filter(({ file, size }) => sizeOf(join(folder, file)) !== size).length,
    };
  } finally {
    manifest.close();
  }
}

function isGone(location: Location): boolean {
  const root = rootOf(location);
  return root !== '' && !existsSync(root);
}

/** Undefined without the file: a build removes some at any time. */
function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
