// Lists the sources of the command line, or the destinations of the jobs: the objects to be read, each once, in order.
import { resolve } from 'node:path';
import { abortable, HeadgateError, type Items, mapItems, type TimeRange } from '../../base/index.ts';
import type { Job, OutputOptions } from '../../language/job/index.ts';
import { wrapperKeysOf } from '../../language/output/index.ts';
import {
  covers,
  type Destination,
  type IndexedSource,
  identifierOf,
  isAtPlace,
  type Listing,
  type ListProgress,
  type Location,
  type LocationOptions,
  type OtherSources,
  openDestination,
  type Place,
  parseDestinationConf,
  placeOf,
  type StoredObject,
  stampOrNull,
} from '../destination/index.ts';
import type { SourceTotal } from '../scan/index.ts';
import { parseSources } from './parse-sources.ts';

/** Where to read, as given by the user. */
export interface SourceRequest {
  /** Sources of the command line; if empty, the jobs' destinations are read. */
  sources: readonly string[];
  /** @default those that the sources name */
  locations?: readonly Location[] | undefined;
  range: TimeRange;
  /** How far batches may lag after their events. Milliseconds. @default DEFAULT_SLACK_MS of src/input/destination */
  slackMs: number | undefined;
  /** Stops listing and reading. */
  signal: AbortSignal;
  /** Options of the command line for a bucket; they take precedence over those in the source. */
  connection: LocationOptions;
  /** Called often while sources are listed. @default nothing is */
  onListProgress?: ((progress: ListProgress) => void) | undefined;
}

/** Part of a file, from the start of a line to the end of a line. Bytes. */
export interface LineRange {
  start: number;
  /** After the last byte. */
  end: number;
}

/** A source, and how its objects are read. */
export interface Source {
  destination: Destination;
  /** Of a job that writes CSV to this source: how CSV is read. Lines of JSON need no options. */
  outputOptions: OutputOptions | undefined;
  /** Why the object cannot be read if it turns out to be CSV: two jobs would have written different CSV. @default it can */
  csvConflict?: string | undefined;
  /** Whether a job that may have pushed the lines has a record_template. @default false */
  isOfTemplate?: boolean | undefined;
  /** Keys from a record to its fields, one list for each wrapping of the jobs. @default records contain their fields directly */
  unwrap?: readonly (readonly string[])[] | undefined;
}

/** An object with its source. */
export interface SourceObject extends Source {
  object: StoredObject;
  /** The part of a large file to read. @default all */
  range?: LineRange | undefined;
  /** Digits in the names of the files that --emit writes for the object. @default those of its own name */
  emitHash?: string | undefined;
}

/** What will be read, and what was skipped. */
export interface SourceListing {
  objects: Items<SourceObject>;
  /** Those that were listed, indexes last, in the order in which they were named. */
  sources: Source[];
  /** Bytes as stored, as far as known. */
  bytes: number;
  listed: number;
  pruned: number;
  /** How many of `pruned` are day folders that were not listed. */
  prunedFolders: number;
  skipped: number;
  /** Messages on empty sources, and on those that may be the wrong ones. */
  warnings: string[];
  /** Sources without an object. @default none */
  empty?: Location[];
  /** The indexes among the sources. @default none */
  indexes?: IndexedSource[];
  /** The listing was interrupted: there may be more. @default false */
  isPartial?: boolean;
}

/** Returns what a report states of a listing. */
export function listedTotal({
  listed,
  pruned,
  prunedFolders,
  skipped,
  indexes,
}: SourceListing): Pick<SourceTotal, 'listed' | 'pruned' | 'prunedFolders' | 'skipped' | 'indexes'> {
  return { listed, pruned, prunedFolders, skipped, ...(indexes && { indexes }) };
}

/** The code of the error of a listing that was interrupted. */
export const INTERRUPTED = 'interrupted';

/**
 * Lists all sources.
 * @throws HeadgateError when there is no source, or one cannot be reached or contains no object; `interrupted` (of the same kind)
 * when the signal was aborted, with the number of objects found so far
 */
export async function listSources(request: SourceRequest, jobs: readonly Job[]): Promise<SourceListing> {
  const { signal } = request;
  let latest: ListProgress = { objects: 0, listed: 0, at: '' };
  const onListProgress = (progress: ListProgress): void => {
    latest = progress;
    request.onListProgress?.(progress);
  };
  try {
    return await abortable(listAll({ ...request, onListProgress }, jobs), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const { objects, at } = latest;
    const found = objects === 1 ? '1 object' : `${objects.toLocaleString('en-US')} objects`;
    throw new HeadgateError(
      INTERRUPTED,
      `interrupted while listing${at === '' ? '' : ` ${folderOf(at)}`}: found ${found} so far, read none`,
      { kind: 'interrupted' },
    );
  }
}

/** Lists all sources; if the signal is aborted, returns the objects found so far. @throws as {@link listSources} */
export async function listSourcesSoFar(request: SourceRequest, jobs: readonly Job[]): Promise<SourceListing> {
  return listAll({ ...request, mayBePartial: true }, jobs);
}

/** The folder that a name is in. */
export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1) || name;
}

/** Parameters of {@link listAll}. */
interface ListAllRequest extends SourceRequest {
  mayBePartial?: boolean;
}

async function listAll(request: ListAllRequest, jobs: readonly Job[]): Promise<SourceListing> {
  const listing: SourceListing = {
    objects: [],
    sources: [],
    bytes: 0,
    listed: 0,
    pruned: 0,
    prunedFolders: 0,
    skipped: 0,
    warnings: [],
  };
  const byIdentity = new Map<string, SourceObject>();
  const doubts: string[] = [];
  const isOfTemplate = jobs.some(({ outputOptions }) => outputOptions.record_template !== undefined);
  const unwrap = wrappingsOf(jobs);
  const known = request.locations;
  const chosen =
    known?.map(({ display }) => ({ source: display, outputOptions: undefined })) ??
    chooseSources(request.sources, jobs);
  // A job that has pushed nothing yet does not stop the others; a source on the command line must exist.
  const mayBeEmpty = request.sources.length === 0 && chosen.length > 1;
  const texts = chosen.map(({ source }) => source);
  const locations =
    known ??
    (await (request.sources.length > 0
      ? parseSources(texts, request.connection)
      : Promise.all(texts.map((text) => parseDestinationConf(text, request.connection)))));
  /** The objects of sources that are no index. */
  const live = new Map<string, SourceObject>();
  const elsewhere: OtherSources = {
    versionOf(identity) {
      const item = live.get(identity);
      return item && stampOrNull(item.destination.location, item.object);
    },
    includes: (location) => [...places.values()].some((place) => covers(place, placeOf(location))),
  };
  const indexedBy = new Map<Destination, IndexedSource>();
  const places = new Map<Destination, Place>();
  const isIndex = (index: number): boolean => locations[index]!.kind === 'index';
  const hasIndex = locations.some(({ kind }) => kind === 'index');
  const ordered = [...chosen.entries()].sort(([a], [b]) => Number(isIndex(a)) - Number(isIndex(b)));
  for (const [index, { source: _, ...csv }] of ordered) {
    const destination = await openDestination(locations[index]!);
    const source = { destination, ...csv, isOfTemplate, unwrap };
    listing.sources.push(source);
    const found = await listOne(destination, request, elsewhere).catch((error: unknown) => {
      if (!mayBeEmpty || !(error instanceof HeadgateError) || error.code !== 'no-objects') throw error;
      listing.warnings.push(error.message);
      listing.empty = [...(listing.empty ?? []), destination.location];
      return undefined;
    });
    if (found === undefined) continue;
    listing.listed += found.listed;
    listing.pruned += found.pruned;
    listing.prunedFolders += found.prunedFolders;
    listing.skipped += found.skipped;
    if (found.doubt !== undefined) doubts.push(found.doubt);
    const { location } = destination;
    const { indexed } = found;
    if (indexed !== undefined) {
      const isNamedAgain = [...indexedBy.values()].some(({ index }) => resolve(index) === resolve(indexed.index));
      indexedBy.set(destination, indexed);
      if (!isNamedAgain) listing.indexes = [...(listing.indexes ?? []), indexed];
    }
    if (found.isPartial === true) listing.isPartial = true;
    // One source: a million objects stay in the compact list of the destination.
    if (chosen.length === 1) {
      listing.objects = mapItems(found.objects, (object) => ({ ...source, object }));
      break;
    }
    const [identify, place] = [identifierOf(location), placeOf(location)];
    places.set(destination, place);
    for (const object of found.objects) {
      const identity = destination.identityOf?.(object) ?? identify(object);
      const item = { ...source, object };
      const known = byIdentity.get(identity);
      const isOfIndex = isIndex(index);
      // An index lists what another source has only in the same version and in columns, which take less time to read.
      const isPreferred =
        isOfIndex &&
        known !== undefined &&
        (live.get(identity) === known || answersFirst(indexed, indexedBy.get(known.destination)));
      // A source that has a file through a link leaves it to the one that has it at its place.
      const replacesLinked =
        !isOfIndex &&
        known !== undefined &&
        isAtPlace(place, object, identity) &&
        !isAtPlace(places.get(known.destination)!, known.object, identity);
      if (known === undefined || isPreferred || replacesLinked) byIdentity.set(identity, item);
      if (!isOfIndex && hasIndex && !live.has(identity)) live.set(identity, item);
    }
    if (listing.isPartial === true) break;
  }
  if (byIdentity.size === 0 && listing.warnings.length === chosen.length) {
    throw new HeadgateError('no-objects', listing.warnings.join('; '));
  }
  if (byIdentity.size > 0) {
    listing.objects = [...byIdentity.values()].sort((a, b) => (a.object.name < b.object.name ? -1 : 1));
  }
  listing.warnings.push(...doubts);
  for (const { object } of listing.objects) listing.bytes += object.bytes ?? 0;
  return listing;
}

function listOne(
  destination: Destination,
  { range, slackMs, signal, onListProgress, mayBePartial }: ListAllRequest,
  elsewhere: OtherSources,
): Promise<Listing> {
  return destination.list(range, { signal, mayBePartial, slackMs, onProgress: onListProgress, elsewhere });
}

/** Whether an index answers rather than another one that has the same object: it has all lines and values, or is newer. */
function answersFirst(index: IndexedSource | undefined, other: IndexedSource | undefined): boolean {
  if (index === undefined || other === undefined) return false;
  const isWhole = ({ waiting, without }: IndexedSource): boolean => waiting === 0 && without.length === 0;
  return isWhole(index) === isWhole(other) ? index.asOf > other.asOf : isWhole(index);
}

/** The error `no-source`. @param flag that takes a job */
export function noSourceError(flag = '--job'): HeadgateError {
  return new HeadgateError(
    'no-source',
    `cannot read logs: found no source, expected a folder, a file, - for standard input, a destination like s3://bucket/logs/{DATE}?region=eu-west-1, or ${flag} with a job that has a destination_conf`,
  );
}

interface ChosenSource extends Pick<SourceObject, 'outputOptions' | 'csvConflict'> {
  source: string;
}

function chooseSources(sources: readonly string[], jobs: readonly Job[]): ChosenSource[] {
  if (sources.length > 0) {
    const csv = csvOptionsOf(jobs);
    return sources.map((source) => ({ source, ...csv }));
  }
  const byDestination = Map.groupBy(jobs, ({ destinationConf }) => destinationConf);
  byDestination.delete(undefined);
  if (byDestination.size === 0) {
    throw noSourceError();
  }
  return [...byDestination].map(([source, ofSource]) => ({ source: source!, ...csvOptionsOf(ofSource) }));
}

/**
 * Derives how CSV is read from the jobs that may have written it. Jobs that write different CSV contradict each other only if an object is
 * CSV, which only reading it shows.
 */
function csvOptionsOf(jobs: readonly Job[]): Omit<ChosenSource, 'source'> {
  const [first, ...others] = jobs.filter(({ outputOptions }) => outputOptions.output_type === 'csv');
  if (first === undefined) return { outputOptions: undefined };
  const { outputOptions } = first;
  const shape = csvShape(outputOptions);
  const other = others.find((job) => csvShape(job.outputOptions) !== shape);
  if (other === undefined) return { outputOptions };
  const csvConflict = `cannot read the object as the CSV of two jobs: found ${first.name} and ${other.name} with different output_options, expected the same; replay them one at a time, or pass --input ndjson if it is not CSV`;
  return { outputOptions, csvConflict };
}

function csvShape({ field_names, field_delimiter, batch_prefix, batch_suffix }: OutputOptions): string {
  return JSON.stringify([field_names, field_delimiter, batch_prefix, batch_suffix]);
}

/** The distinct wrappings of the jobs' records; undefined if no job wraps them. */
function wrappingsOf(jobs: readonly Job[]): string[][] | undefined {
  const paths = new Set(jobs.map(({ outputOptions }) => JSON.stringify(wrapperKeysOf(outputOptions))));
  paths.delete('[]');
  return paths.size === 0 ? undefined : [...paths].map((path) => JSON.parse(path));
}
