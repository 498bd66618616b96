// Selects the objects under a source that may contain events of a time range, with one algorithm for buckets and
// folders. Prunes by day folder where possible and by name where the name contains times; keeps an object it cannot
// judge. Checks every name of a wanted folder: a name reveals neither the length of later objects nor which of them
// lack a time, so starting after the first ones could lose logs. A bucket pays one request per 1,000 names for it.

import { isIndexFile } from '../../columns/index.ts';
import type { Listing } from '../destination.ts';
import { DATE_PLACEHOLDER } from '../location/location.ts';
import { dayOfFolder, isDayWanted, type ObjectSpan } from './day-folder.ts';
import { looksLikeLog, mayBeLog, parseObjectKey } from './object-key.ts';
import { ObjectList } from './object-list.ts';
import type { ListedObject, ListedPlace } from './object-tree.ts';

/**
 * Levels of folders that are searched for days before the rest is listed as a whole: `<day>/` and `<job>/<day>/`. Each
 * level costs a bucket one request per folder.
 */
const DAY_FOLDER_LEVELS = 2;

/** The objects found; counts as in `Listing`. */
export interface FoundObjects extends Pick<Listing, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'> {
  kept: ObjectList;
  /** An example of a skipped key, for a message. */
  skippedKey?: string;
  /** Names that look like logs. */
  logNames: number;
}

/** Creates an empty result. */
export function emptyFound(): FoundObjects {
  return { kept: new ObjectList(), listed: 0, pruned: 0, prunedFolders: 0, skipped: 0, logNames: 0 };
}

/** A place and a span to list. */
export interface ListRequest extends Pick<ListedPlace, 'tree' | 'template' | 'where'> {
  span: ObjectSpan;
  /** Called for each object and folder. @param key its key */
  onFound(found: FoundObjects, key: string): void;
  /** Receives the objects, so that those found before an error are known. */
  found: FoundObjects;
}

/** Lists the objects under a template. A bounded span opens only the day folders it needs. */
export async function listObjects(request: ListRequest): Promise<void> {
  const { template, span } = request;
  const isBounded = span.since !== undefined || span.until !== undefined;
  const date = template.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) await (isBounded ? listDays : listMatching)(request, template.slice(0, date));
  else if (isBounded) await listLevel(request, template, DAY_FOLDER_LEVELS);
  else await listBelow(request, template);
}

/** Handles `{DATE}` with a bounded span: lists the existing day folders, then opens those in the span. */
async function listDays(request: ListRequest, base: string): Promise<void> {
  const days = new Set<string>();
  for await (const { key } of request.tree.children(base)) {
    const day = dayAfter(base, key);
    if (day !== undefined) days.add(day);
  }
  for (const day of days) {
    if (!isDayWanted(day, request.span)) pruneFolder(request);
    else await listBelow(request, request.template.replaceAll(DATE_PLACEHOLDER, day));
  }
}

/**
 * Handles `{DATE}` without a span: lists everything after the part before `{DATE}` and keeps the keys that fit the
 * template.
 */
async function listMatching(request: ListRequest, base: string): Promise<void> {
  for await (const object of request.tree.below(base)) {
    const day = dayAfter(base, object.key);
    if (day === undefined) continue;
    const prefix = request.template.replaceAll(DATE_PLACEHOLDER, day);
    if (object.key.startsWith(prefix) || (object.isUnreadable && prefix.startsWith(object.key))) judge(request, object);
  }
}

function dayAfter(base: string, key: string): string | undefined {
  return dayOfFolder(key.slice(base.length, base.length + 'YYYYMMDD'.length));
}

async function listLevel(request: ListRequest, prefix: string, levels: number): Promise<void> {
  request.onFound(request.found, prefix);
  for await (const entry of request.tree.children(prefix)) {
    if (entry.kind === 'object') {
      judge(request, entry);
      continue;
    }
    const day = dayOfFolder(entry.key.slice(entry.key.lastIndexOf('/', entry.key.length - 2) + 1, -1));
    if (day !== undefined && !isDayWanted(day, request.span)) pruneFolder(request);
    else if (day === undefined && levels > 1) await listLevel(request, entry.key, levels - 1);
    else await listBelow(request, entry.key);
  }
}

async function listBelow(request: ListRequest, prefix: string): Promise<void> {
  request.onFound(request.found, prefix);
  for await (const object of request.tree.below(prefix)) judge(request, object);
}

function judge({ tree, template, where, span, found, onFound }: ListRequest, object: ListedObject): void {
  found.listed += 1;
  const key = object.key.slice(rootLength(template));
  // The extension of a folder is not a file type.
  const isLog = object.isUnreadable ? mayBeLog(key.slice(0, -1), 'bucket') : mayBeLog(key, where);
  if (!isLog) {
    found.skipped += 1;
    if (found.skippedKey === undefined || isIndexFile(object.key)) found.skippedKey = object.key;
  } else if (!isWanted(object.key, span)) found.pruned += 1;
  else found.kept.add(tree.sizeOf === undefined ? object : { ...object, bytes: tree.sizeOf(object.key) });
  if (looksLikeLog(key, where)) found.logNames += 1;
  onFound(found, object.key);
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

function pruneFolder({ found }: ListRequest): void {
  found.pruned += 1;
  found.prunedFolders += 1;
}
