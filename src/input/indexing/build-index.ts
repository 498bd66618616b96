// Builds an index or updates it. An object is in the index once all parts with its rows are; a build that was killed is continued by the next one.
import { accessSync, constants, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isInside, realPathOf } from '../../base/file/index.ts';
import { type Count, HeadgateError, printCount, type TimeRange, writeReason } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { isIndex, isIndexFile, MANIFEST_FILE, type PartEntry, PartFile, selectRows } from '../columns/index.ts';
import {
  covers,
  DEFAULT_SLACK_MS,
  folderPartsOf,
  identifierOf,
  isAddress,
  isAtPlace,
  isBucket,
  type Location,
  listKnown,
  makeFolder,
  objectSpan,
  type Place,
  placeOf,
  stampOrNull,
  withoutSecrets,
} from '../destination/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import { type IndexedObject, indexWriteError, lockIndex, Manifest, type StoredListing } from '../manifest/index.ts';
import { emptyTotal, type Progress, type ReadingFlags, type ReadTotal, startProgress } from '../objects/index.ts';
import type { Problem } from '../scan/index.ts';
import type { SourceListing, SourceObject } from '../sources/index.ts';
import { readObjects, type WorkerPlan, workerEntry } from '../threads/index.ts';
import { IndexPass, type LineKinds } from './index-pass.ts';
import { writePart } from './part-writer.ts';

/** The module that a worker thread starts with. */
const INDEX_WORKER: URL = workerEntry('index-worker', import.meta.url);
/** Only the owner lists the folder. */
const OWNER_ONLY = 0o700;
/** Lines in columns take this many times as long as in a replay. Measured. */
const SLOWNESS = 4;

/** The data of a thread. */
export type IndexPlan = WorkerPlan & { folder: string };

/** The index, and what to read into it. */
export interface IndexRequest {
  folder: string;
  dataset: Dataset;
  listing: SourceListing;
  /** What was listed. */
  locations: readonly Location[];
  /** When listing began. */
  listedAt: Date;
  range: TimeRange;
  slackMs: number | undefined;
  reading: ReadingFlags;
  /** Fields whose values are not stored. @default those of the index; none */
  without: readonly string[] | undefined;
  /** Whether sources without an object, of which the index has objects, lose them. Else they reject the build. */
  prune: boolean;
  signal: AbortSignal;
  threads: number;
  /** As in `readObjects`. */
  bytesPerThread?: number | undefined;
  /** Called with the objects that are not in the index yet, before one is read. */
  onListing: (listing: SourceListing) => void;
  onProgress: (progress: Progress) => void;
}

/** What a build has changed. Objects. */
export interface IndexChanges {
  /** Were read, and were not in the index before, or not completely. */
  added: Count;
  /** Had changed, and were read again. */
  replaced: Count;
  /** Do not exist any more. */
  removed: Count;
  /** Were in the index already. */
  unchanged: Count;
  /** Changed while they were read: not in the index. */
  changing: Count;
  /** Parts of the index that were damaged; their objects were read again. */
  damagedParts: Count;
  /** Lines that are no record, of the objects that were read. */
  malformed: Count;
  /** The objects that could not be read completely, with the first problem of each. */
  lost: Problem[];
}

/** What a build has changed and read. */
export interface IndexBuild {
  changes: IndexChanges;
  lines: LineKinds;
  total: ReadTotal;
}

/**
 * Builds an index or updates it. Leaves no new index without a record, unless it was interrupted.
 * @throws HeadgateError `index-in-use`, `index-invalid`, `index-settings`, `index-folder`, `index-write`, and those of reading
 */
export async function buildIndex(request: IndexRequest): Promise<IndexBuild> {
  const { folder } = request;
  checkFolder(folder);
  const [isNew, isNewFolder] = [!isIndex(folder), !existsSync(folder)];
  let isEmpty = false;
  try {
    await makeFolder(folder);
    if (!isIndex(folder)) await chmod(folder, OWNER_ONLY);
  } catch (error) {
    throw createError(folder, error);
  }
  const lock = lockIndex(folder);
  try {
    const manifest = openManifest(request);
    try {
      const build = await update(manifest, request);
      isEmpty = isNew && build.lines.records === 0 && !request.signal.aborted;
      return build;
    } catch (error) {
      const isFull = error instanceof HeadgateError && error.code === 'index-write';
      isEmpty = isNew && !isFull && manifest.parts().size === 0;
      throw error;
    } finally {
      manifest.close();
      if (isEmpty) removeFiles(folder);
    }
  } finally {
    lock.close('remove');
    if (isEmpty && isNewFolder) rmdirSync(folder);
  }
}

function removeFiles(folder: string): void {
  for (const name of readdirSync(folder))
    if (isIndexFile(name) || name.startsWith(MANIFEST_FILE)) rmSync(join(folder, name));
}

async function update(manifest: Manifest, request: IndexRequest): Promise<IndexBuild> {
  const { folder, dataset, reading, signal, threads, bytesPerThread, onProgress } = request;
  const listed = byIdentity(request.listing);
  const identities = identitiesOf(manifest);
  const gone = await goneObjects(manifest, request, listed, identities);
  const damagedParts = removeDamaged(manifest, listed, gone, identities);
  const { items, changed, ...changes } = compare(manifest, request, listed, gone, identities);
  removeUnused(manifest);
  const bytes = items.reduce((sum, { object }) => sum + (object.bytes ?? 0), 0);
  request.onListing({ ...request.listing, objects: items, bytes });
  const total = emptyTotal();
  const lines: LineKinds = { records: 0, malformed: 0, blank: 0 };
  const plan: IndexPlan = { datasetName: dataset.name, reading, folder };
  if (items.length > 0) {
    // The pass has a kernel of its own from the beginning.
    await compileKernelOnce().catch(() => undefined);
    const pass = new IndexPass(folder, dataset);
    const threadsRead = await readObjects(items, {
      ...{ verb: 'index', entry: INDEX_WORKER, plan, pass, total, signal, threads, bytesPerThread, onProgress },
      slowness: SLOWNESS,
      splits: false,
      progress: startProgress(items.length, bytes),
      result: () => pass.finish(),
    });
    for (const { lines: read, failure } of threadsRead) {
      if (failure !== undefined) throw new HeadgateError(failure.code, failure.message);
      for (const kind of ['records', 'malformed', 'blank'] as const) lines[kind] += read[kind];
    }
  }
  // An object that changed may have lines of both versions.
  const stamps = new Map(manifest.objects().map(({ name, stamp }) => [name, stamp]));
  const changing = items.filter(
    ({ object, destination }) => stampOrNull(destination.location, object) !== stamps.get(object.name),
  );
  manifest.change(() => {
    for (const { object } of changing) manifest.setState(object.name, 'waiting');
    manifest.removeOpenRuns();
  });
  removeOldRows(manifest);
  removeUnused(manifest);
  const waiting = new Set(manifest.objects().flatMap(({ name, state }) => (state === 'waiting' ? [name] : [])));
  const read = items.filter(({ object }) => !waiting.has(object.name));
  const replaced = read.filter(({ object }) => changed.has(object.name)).length;
  const added = read.length - replaced;
  const { malformed } = lines;
  const { lost } = total;
  return {
    changes: { ...changes, added, replaced, damagedParts, changing: changing.length, malformed, lost },
    ...{ lines, total },
  };
}

/** The listed objects by their identity, in order. */
type ListedObjects = ReadonlyMap<string, SourceObject>;

function byIdentity({ objects }: SourceListing): ListedObjects {
  const identifiers = new Map<Location, ReturnType<typeof identifierOf>>();
  const listed = new Map<string, SourceObject>();
  for (const item of objects) {
    const { location } = item.destination;
    const identify = identifiers.get(location) ?? identifierOf(location);
    identifiers.set(location, identify);
    listed.set(identify(item.object), item);
  }
  return listed;
}

/**
 * Removes what has changed or is gone from the index, and adds what is to be read.
 * @param gone names of objects
 * @returns the objects to be read, and the names of those among them that the index had
 * @throws HeadgateError `index-source` for an object that has the name of another one
 */
function compare(
  manifest: Manifest,
  request: IndexRequest,
  listed: ListedObjects,
  gone: ReadonlySet<string>,
  { places, identityOf, objects }: Identities,
) {
  const { listing, locations: given, prune } = request;
  const known = objects();
  const changed = new Set<string>();
  let unchanged = 0;
  const items: SourceObject[] = [];
  const identityByName = new Map(manifest.objects().map((object) => [object.name, identityOf(object)]));
  const left = new Set<number>();
  const idOf = (location: Location): number => manifest.addLocation(withoutSecrets(location));
  manifest.change(() => {
    for (const { name, location } of manifest.objects()) {
      if (!gone.has(name)) continue;
      manifest.remove(name);
      identityByName.delete(name);
      left.add(location);
    }
    for (const [identity, item] of listed) {
      const { object, destination } = item;
      const location = idOf(destination.location);
      if ((identityByName.get(object.name) ?? identity) !== identity) {
        throw new HeadgateError(
          'index-source',
          `cannot index ${destination.location.display}: the index has another object with the name ${object.name}, from another server or folder; name another folder with --out`,
        );
      }
      identityByName.set(object.name, identity);
      const stamp = stampOrNull(destination.location, object);
      const before = known.get(identity);
      // The lines of a file that cannot be checked stay.
      const isUnknown = stamp === null && !isBucket(destination.location);
      const isSame = before !== undefined && (isUnknown || (stamp !== null && before.stamp === stamp));
      const { name, key, bytes = null, etag = null } = object;
      // A source that has it through a link leaves it to the one that has it at its place.
      const isLinked =
        before !== undefined &&
        before.location !== location &&
        isAtPlace(places.get(before.location)!, before, identity) &&
        !isAtPlace(placeOf(destination.location), object, identity);
      const at = isLinked ? before : { location, name, key };
      const isMoved = before !== undefined && before.location !== at.location;
      if (isMoved) left.add(before.location);
      if (isSame && before.state !== 'waiting') {
        if (isMoved) manifest.relocate(before.name, at);
        unchanged += 1;
        continue;
      }
      if (before !== undefined && before.state !== 'waiting') changed.add(at.name);
      if (before !== undefined) manifest.remove(before.name);
      manifest.addWaiting({ location: at.location, name: at.name, key: at.key, bytes, etag, stamp });
      items.push(isLinked ? { ...item, object: { ...object, name: at.name } } : item);
    }
    if (changed.size + gone.size > 0) manifest.changeRevision();
    const found = new Map(given.map((location) => [idOf(location), location]));
    // A source that this one contains, or is another spelling of it.
    const isCovered = (id: number): boolean => given.some((location) => covers(placeOf(location), places.get(id)!));
    for (const id of left) if (!found.has(id) && isCovered(id)) manifest.removeUnusedLocation(id);
    // What is not read yet is known.
    manifest.addListings(listingsOf(found, request));
    // With --prune, a source without an object is gone for good.
    if (prune) for (const location of listing.empty ?? []) manifest.removeUnusedLocation(idOf(location));
  });
  return { removed: gone.size, unchanged, items, changed };
}

/** How the objects of an index are identified before it changes. */
interface Identities {
  /** By location. */
  places: ReadonlyMap<number, Place>;
  identityOf(object: IndexedObject): string;
  /** The objects by their identity. Of two that have become one file, as a folder was replaced by a link, the one at its place. */
  objects(): ReadonlyMap<string, IndexedObject>;
}

function identitiesOf(manifest: Manifest): Identities {
  const locations = [...manifest.locations<Location>()];
  const places = new Map(locations.map(([id, location]) => [id, placeOf(location)]));
  const identifiers = new Map(locations.map(([id, location]) => [id, identifierOf(location)]));
  const identityOf = (object: IndexedObject): string => identifiers.get(object.location)!(object);
  const objects = (): Map<string, IndexedObject> => {
    const found = new Map<string, IndexedObject>();
    for (const object of manifest.objects()) {
      const identity = identityOf(object);
      const other = found.get(identity);
      if (other === undefined || !isAtPlace(places.get(other.location)!, other, identity)) found.set(identity, object);
    }
    return found;
  };
  return { places, identityOf, objects };
}

/**
 * Returns the names of the objects that do not exist any more. Changes nothing.
 * @throws HeadgateError `index-source` for a source that has no object any more: a disk that is not mounted looks like it
 */
async function goneObjects(
  manifest: Manifest,
  { listing, locations, range, slackMs, prune }: IndexRequest,
  listed: ListedObjects,
  { places, identityOf, objects: knownObjects }: Identities,
): Promise<ReadonlySet<string>> {
  const keyOf = (location: Location): string => JSON.stringify(withoutSecrets(location));
  // What is in a folder that could not be listed may exist.
  const unlisted = [...listed.keys()].filter((identity) => identity.endsWith('/'));
  const empty = new Set((listing.empty ?? []).map(keyOf));
  /** Names of the objects that are not listed, by key, of each location. Another one may have had them. */
  const known = new Map(
    locations.map((location) => {
      const { root, inside } = placeOf(location);
      return [inside, { root, names: new Map<string, string>() }];
    }),
  );
  const byIdentity = knownObjects();
  for (const [identity, { name, key, location }] of byIdentity) {
    if (listed.has(identity) || unlisted.some((folder) => identity.startsWith(folder))) continue;
    known.get(places.get(location)!.inside)?.names.set(key, name);
    for (let end = identity.indexOf('/') + 1; end > 0; end = identity.indexOf('/', end) + 1) {
      const place = known.get(identity.slice(0, end));
      place?.names.set(identity.slice(place.root.length), name);
    }
  }
  // Of two objects that have become one file, one is read.
  const isOther = (object: IndexedObject, identity: string): boolean =>
    listed.has(identity) && byIdentity.get(identity)!.name !== object.name;
  const gone = new Set(
    manifest.objects().flatMap((object) => (isOther(object, identityOf(object)) ? [object.name] : [])),
  );
  for (const location of locations) {
    const { names } = known.get(placeOf(location).inside)!;
    const objects = [...names].map(([key, name]) => ({ key, name }));
    // Objects outside the range of this listing may exist.
    const found = await listKnown(location, objects, range, { slackMs }).catch(() => undefined);
    const missing = [...(found?.objects ?? [])];
    if (missing.length > 0 && !prune && empty.has(keyOf(location))) {
      const [folder, count] = [manifest.folder, printCount(missing.length)];
      throw new HeadgateError(
        'index-source',
        `cannot update the index ${folder}: found no object in ${location.display}, of which the index has ${count}, expected at least one; the index stays as it is; restore the source, or pass --prune to remove its lines`,
      );
    }
    for (const { name } of missing) gone.add(name);
  }
  return gone;
}

/** What the listing of a build covers. */
function listingsOf(
  listed: ReadonlyMap<number, Location>,
  { listedAt, range, slackMs = DEFAULT_SLACK_MS }: IndexRequest,
): StoredListing[] {
  const at = listedAt.toISOString();
  return [...listed].map(([location, { kind }]) => {
    // A file is listed for every time range.
    const { since, until } = kind === 'file' ? {} : objectSpan(range, slackMs);
    return { location, at, since: since?.toString() ?? null, until: until?.toString() ?? null };
  });
}

/** @throws HeadgateError `index-source` for a source that cannot be read again, is an index, or contains the index or is in it */
export function checkSources(folder: string, locations: readonly Location[]): void {
  for (const location of locations) {
    const reason = reasonAgainst(location, realPathOf(folder));
    if (reason !== undefined) throw new HeadgateError('index-source', `cannot index ${location.display}: ${reason}`);
  }
}

/** @param out real path of the index */
function reasonAgainst(location: Location, out: string): string | undefined {
  const { kind } = location;
  if (kind === 'index') return 'it is an index; name the source of its objects';
  if (kind === 'stdin' || (kind === 'file' && location.singleUse))
    return 'it can be read only once; save the lines to a file';
  if (kind !== 'file' && kind !== 'folder') return undefined;
  const { root, template } = kind === 'folder' ? folderPartsOf(location.path) : { root: location.path, template: '' };
  const source = realPathOf(root);
  if (isInside(source, out)) return `it is in the index ${out}; name a source outside the index`;
  // With {DATE}, only the folders of days are listed.
  if (kind === 'folder' && template === '' && isInside(out, source))
    return `the index ${out} is in this folder; name a folder outside the source with --out, or move the index there`;
  return undefined;
}

/** @throws HeadgateError `index-settings` for an index of another dataset, or without other fields */
export function checkSettings(
  { folder, settings }: Manifest,
  dataset: Dataset,
  without: readonly string[] | undefined,
): void {
  const differences = [
    settings.dataset === dataset.name ? [] : [`the dataset ${settings.dataset}`, `the dataset ${dataset.name}`],
    without === undefined || String(sorted(without)) === String(settings.without)
      ? []
      : [describeWithout(settings.without), describeWithout(without)],
  ];
  const difference = differences.find(({ length }) => length > 0);
  if (difference === undefined) return;
  throw new HeadgateError(
    'index-settings',
    `cannot update the index ${folder}: found ${difference[0]}, expected ${difference[1]}; name another folder, or the settings of the index`,
  );
}

function openManifest({ folder, dataset, without }: IndexRequest): Manifest {
  if (!isIndex(folder)) return Manifest.create(folder, { dataset: dataset.name, without: sorted(without ?? []) });
  const manifest = Manifest.open(folder, 'write');
  try {
    // Another build may have created it meanwhile.
    checkSettings(manifest, dataset, without);
    return manifest;
  } catch (error) {
    manifest.close();
    throw error;
  }
}

function describeWithout(fields: readonly string[]): string {
  return fields.length === 0 ? 'an index with all fields' : `an index without ${sorted(fields).join(', ')}`;
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Checks that a folder is an index or can become one. Changes nothing. @throws HeadgateError `index-folder`, `index-write` */
export function checkFolder(folder: string): void {
  if (isIndex(folder)) return;
  if (isAddress(folder))
    throw new HeadgateError(
      'index-folder',
      `cannot create the index ${folder}: found an address, expected a folder of this machine; name a folder with --out`,
    );
  try {
    // A build that was killed before it had a manifest leaves its lock, and a manifest without its name.
    const isLeft = (name: string): boolean => /^(?:building\.sqlite|index\.sqlite\.new)/.test(name);
    const others = existsSync(folder) ? readdirSync(folder).filter((name) => !isLeft(name)) : [];
    if (others.length > 0) {
      const part = others.find(isIndexFile);
      const found = part
        ? `${part} of an index without a valid manifest ${MANIFEST_FILE}, expected an index or a new folder; restore the manifest, or name another folder with --out`
        : `a folder with other files, such as ${others[0]}, expected an index or a new folder; name another folder with --out`;
      throw new HeadgateError('index-folder', `cannot create the index ${folder}: found ${found}`);
    }
    let parent = resolve(folder);
    while (!existsSync(parent)) parent = dirname(parent);
    // The dot rejects a file.
    accessSync(`${parent}/.`, constants.W_OK);
  } catch (error) {
    throw createError(folder, error);
  }
}

function createError(folder: string, error: unknown): HeadgateError {
  if (error instanceof HeadgateError) return error;
  const reason = writeReason(error, 'name another folder with --out');
  return new HeadgateError('index-write', `cannot create the index ${folder}: ${reason}`);
}

/**
 * Removes the parts whose files are damaged: their objects are read again. Reads only files that have changed since the manifest was written.
 * @returns their number
 * @throws HeadgateError `index-source` if one has an object that exists and is not read again: a query may need only what is intact
 */
function removeDamaged(
  manifest: Manifest,
  listed: ListedObjects,
  gone: ReadonlySet<string>,
  { objects }: Identities,
): number {
  const { folder } = manifest;
  const { mtimeMs } = statSync(join(folder, MANIFEST_FILE));
  const damaged = [...manifest.parts()].filter(([, part]) => isDamaged(folder, part, mtimeMs));
  if (damaged.length === 0) return 0;
  const readAgain = new Set([...objects()].flatMap(([id, { name }]) => (listed.has(id) ? [name] : [])));
  for (const [id, { file }] of damaged) {
    const left = manifest.runsIn(id).find(({ name }) => !readAgain.has(name) && !gone.has(name));
    if (left !== undefined)
      throw new HeadgateError(
        'index-source',
        `cannot update the index ${folder}: found ${file} damaged, expected its objects, such as ${left.name}, among those of the update; the index stays as it is; run headgate index --out ${folder}, without sources and times`,
      );
  }
  manifest.change(() => {
    for (const [id] of damaged) manifest.removePart(id);
    manifest.changeRevision();
  });
  return damaged.length;
}

function isDamaged(folder: string, part: PartEntry, writtenMs: number): boolean {
  const found = statSync(join(folder, part.file), { throwIfNoEntry: false });
  if (found?.size !== part.size) return true;
  if (found.ctimeMs <= writtenMs) return false;
  try {
    new PartFile(folder, part).check();
    return false;
  } catch {
    return true;
  }
}

/** Replaces the parts with rows of objects that are not in the index any more: nothing of these objects stays. */
function removeOldRows(manifest: Manifest): void {
  const { folder } = manifest;
  const keptRows = manifest.rowsInRuns();
  for (const [id, stored] of manifest.parts()) {
    const kept = keptRows.get(id) ?? 0;
    if (kept === 0 || kept === stored.rows) continue;
    const rows = new Uint32Array(kept);
    let at = 0;
    const runs = manifest.runsIn(id).map((run) => {
      const from = at;
      for (let row = run.from; row < run.to; row += 1, at += 1) rows[at] = row;
      return { ...run, from, to: at };
    });
    try {
      const part = writePart(folder, selectRows(new PartFile(folder, stored), rows), runs);
      manifest.change(() => {
        manifest.replacePart(id, part, runs);
        manifest.changeRevision();
      });
    } catch (error) {
      throw error instanceof HeadgateError ? error : indexWriteError(folder, error);
    }
  }
}

/** Removes the parts that no object needs, and files of builds that were killed. */
function removeUnused(manifest: Manifest): void {
  manifest.change(() => manifest.removeUnusedParts());
  const used = new Set([...manifest.parts().values()].map(({ file }) => file));
  for (const file of readdirSync(manifest.folder)) {
    if (/^\.?part-.*\.(?:arrow|tmp)$/.test(file) && !used.has(file))
      rmSync(join(manifest.folder, file), { force: true });
  }
}
