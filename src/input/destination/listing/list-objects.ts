// Selects the objects under a source that may contain events of a time range, with one algorithm for buckets and
// folders. Prunes by day folder where possible and by name where the name contains times; keeps an object it cannot
// judge. Checks every name of a wanted folder: a name reveals neither the length of later objects nor which of them
// lack a time, so starting after the first ones could lose logs. A bucket pays one request per 1,000 names for it.
import { DATE_PLACEHOLDER } from '../location/location.ts';
import { dayOfFolder, isDayWanted, type ObjectSpan } from './day-folder.ts';
import { classifyKey, looksLikeLog, parseObjectKey } from './object-key.ts';
import { ObjectSorter } from './object-list.ts';
import type { ListedObject, ObjectTree } from './object-tree.ts';

/**
 * Levels of folders that are searched for days before the rest is listed as a whole: `<day>/` and `<job>/<day>/`. Each
 * level costs a bucket one request per folder.
 */
const DAY_FOLDER_LEVELS = 2;

/** The objects found; counts as in `Listing`. */
export interface FoundObjects {
  kept: ObjectSorter;
  listed: number;
  pruned: number;
  prunedFolders: number;
  skipped: number;
  /** An example of a skipped key, for a message. */
  skippedKey?: string;
  /** Names that look like logs. */
  logNames: number;
}

/** Creates an empty result. */
export function emptyFound(): FoundObjects {
  return { kept: new ObjectSorter(), listed: 0, pruned: 0, prunedFolders: 0, skipped: 0, logNames: 0 };
}

/** A tree, a prefix and a span to list. */
export interface ListRequest {
  tree: ObjectTree;
  /** Prefix of the keys; may contain `{DATE}`. */
  template: string;
  span: ObjectSpan;
  where: 'bucket' | 'folder';
  /** Called for each object and folder. @param key its key */
  onFound(found: FoundObjects, key: string): void;
  /** Receives the objects, so that those found before an error are known. */
  found: FoundObjects;
}

/** Lists the objects under a template. A bounded span opens only the day folders it needs. */
export async function listObjects(request: ListRequest): Promise<FoundObjects> {
  const { found } = request;
  const isBounded = request.span.since !== undefined || request.span.until !== undefined;
  const date = request.template.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) await (isBounded ? listDays : listMatching)(request, request.template.slice(0, date), found);
  else if (isBounded) await listLevel(request, request.template, DAY_FOLDER_LEVELS, found);
  else await listBelow(request, request.template, found);
  return found;
}

/** Handles `{DATE}` with a bounded span: lists the existing day folders, then opens those in the span. */
async function listDays(request: ListRequest, base: string, found: FoundObjects): Promise<void> {
  const days = new Set<string>();
  for await (const entry of request.tree.children(base)) {
    const day = dayOfFolder(entry.key.slice(base.length, base.length + 8));
    if (day !== undefined) days.add(day);
  }
  for (const day of days) {
    if (isDayWanted(day, request.span)) {
      await listBelow(request, request.template.replaceAll(DATE_PLACEHOLDER, day), found);
    } else pruneFolder(found);
  }
}

/**
 * Handles `{DATE}` without a span: lists everything after the part before `{DATE}` and keeps the keys that fit the
 * template.
 */
async function listMatching(request: ListRequest, base: string, found: FoundObjects): Promise<void> {
  for await (const object of request.tree.below(base)) {
    const day = dayOfFolder(object.key.slice(base.length, base.length + 8));
    if (day === undefined) continue;
    const prefix = request.template.replaceAll(DATE_PLACEHOLDER, day);
    if (object.key.startsWith(prefix) || (object.isRefused && prefix.startsWith(object.key))) {
      judge(request, object, found);
    }
  }
}

async function listLevel(request: ListRequest, prefix: string, levels: number, found: FoundObjects): Promise<void> {
  request.onFound(found, prefix);
  for await (const entry of request.tree.children(prefix)) {
    if (entry.kind === 'object') {
      judge(request, entry, found);
      continue;
    }
    const day = dayOfFolder(entry.key.slice(entry.key.lastIndexOf('/', entry.key.length - 2) + 1, -1));
    if (day !== undefined && !isDayWanted(day, request.span)) pruneFolder(found);
    else if (day === undefined && levels > 1) await listLevel(request, entry.key, levels - 1, found);
    else await listBelow(request, entry.key, found);
  }
}

async function listBelow(request: ListRequest, prefix: string, found: FoundObjects): Promise<void> {
  request.onFound(found, prefix);
  for await (const object of request.tree.below(prefix)) judge(request, object, found);
}

function judge(request: ListRequest, object: ListedObject, found: FoundObjects): void {
  found.listed += 1;
  const key = object.key.slice(rootLength(request.template));
  // The extension of a folder is not a file type.
  const kind = object.isRefused ? classifyKey(key.slice(0, -1), 'bucket') : classifyKey(key, request.where);
  if (kind === 'skipped') {
    found.skipped += 1;
    found.skippedKey ??= object.key;
  } else if (isWanted(object.key, request.span)) found.kept.add(object);
  else found.pruned += 1;
  if (looksLikeLog(key, request.where)) found.logNames += 1;
  request.onFound(found, object.key);
}

/** Length of the folder that the user named: names inside it are judged, its own name is not. */
function rootLength(template: string): number {
  const date = template.indexOf(DATE_PLACEHOLDER);
  return template.lastIndexOf('/', date < 0 ? template.length : date) + 1;
}

/** Keeps a name without both times: its events are unknown. */
function isWanted(key: string, span: ObjectSpan): boolean {
  if (span.since === undefined && span.until === undefined) return true;
  const { start, end } = parseObjectKey(key) ?? {};
  if (start === undefined || end === undefined) return true;
  return (span.since === undefined || end >= span.since) && (span.until === undefined || start < span.until);
}

function pruneFolder(found: FoundObjects): void {
  found.pruned += 1;
  found.prunedFolders += 1;
}
