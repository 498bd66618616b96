// From the sources of the command line (or the destinations of the jobs) to the objects to be read, each once, in order.
import { HeadgateError, type TimeRange } from '../base/index.ts';
import {
  type Destination,
  type LocationOptions,
  openDestination,
  parseLocation,
  type StoredObject,
} from '../destination/index.ts';
import type { Job, OutputOptions } from '../replay/index.ts';

/** Where to read, as given by the user. */
export interface SourceRequest {
  /** Sources of the command line; where there is none, the jobs' destinations are read. */
  sources: readonly string[];
  range: TimeRange;
  /** How far batches may trail behind their events. Milliseconds. @default DEFAULT_SLACK_MS of src/destination */
  slackMs: number | undefined;
  /** What the command line says of a bucket, before what the source itself says. */
  connection: LocationOptions;
}

/** An object with the destination it lies in. */
export interface SourceObject {
  destination: Destination;
  object: StoredObject;
  /** Of the job whose destination was read; tells the shape of the lines. */
  outputOptions: OutputOptions | undefined;
}

/** What will be read, and what was left out. */
export interface SourceListing {
  objects: SourceObject[];
  /** Bytes as stored, as far as known. */
  bytes: number;
  listed: number;
  pruned: number;
  /** How many of `pruned` are day folders that were not listed. */
  prunedFolders: number;
  skipped: number;
}

/**
 * Lists all sources.
 * @throws HeadgateError when there is none, one cannot be reached, or holds no object
 */
export async function listSources(request: SourceRequest, jobs: readonly Job[]): Promise<SourceListing> {
  const listing: SourceListing = { objects: [], bytes: 0, listed: 0, pruned: 0, prunedFolders: 0, skipped: 0 };
  const byName = new Map<string, SourceObject>();
  for (const { source, outputOptions } of chooseSources(request.sources, jobs)) {
    const location = await parseLocation(source, request.connection);
    const destination = await openDestination(location);
    const found = await destination.list(
      request.range,
      request.slackMs === undefined ? {} : { slackMs: request.slackMs },
    );
    listing.listed += found.listed;
    listing.pruned += found.pruned;
    listing.prunedFolders += found.prunedFolders;
    listing.skipped += found.skipped;
    for (const object of found.objects) byName.set(object.name, { destination, object, outputOptions });
  }
  listing.objects = [...byName.values()].sort((a, b) => (a.object.name < b.object.name ? -1 : 1));
  listing.bytes = listing.objects.reduce((sum, { object }) => sum + (object.bytes ?? 0), 0);
  return listing;
}

interface ChosenSource {
  source: string;
  outputOptions: OutputOptions | undefined;
}

function chooseSources(sources: readonly string[], jobs: readonly Job[]): ChosenSource[] {
  if (sources.length > 0) {
    const outputOptions = jobs.length === 1 ? jobs[0]!.outputOptions : undefined;
    return sources.map((source) => ({ source, outputOptions }));
  }
  const byDestination = new Map<string, ChosenSource>();
  for (const { destinationConf, outputOptions } of jobs) {
    if (destinationConf !== undefined) byDestination.set(destinationConf, { source: destinationConf, outputOptions });
  }
  if (byDestination.size === 0) {
    throw new HeadgateError(
      'no-source',
      'cannot read logs: found no source, wanted a folder, a file, - for standard input, or a destination like s3://bucket/logs/{DATE}?region=eu-west-1',
    );
  }
  return [...byDestination.values()];
}
