// Builds an index of logs, or updates it. Reads the index afterwards, so that a report states what is there. Loads SQLite and the Arrow library on use.
// Prints nothing.
import { dirname, resolve } from 'node:path';
import { HeadgateError, printInstant } from '../../base/index.ts';
import { isIndex } from '../../input/columns/index.ts';
import type { Location } from '../../input/destination/index.ts';
import type { IndexBuild } from '../../input/indexing/index.ts';
import type { Manifest } from '../../input/manifest/index.ts';
import { emptyTotal } from '../../input/objects/index.ts';
import { listSources, parseSources, type SourceListing } from '../../input/sources/index.ts';
import { checkFieldNames, type Dataset, DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { datasetOfFlag } from '../request/named-filters.ts';
import { noRecordsError } from '../request/no-answer/no-records-error.ts';
import type { IndexReport } from './describe-index.ts';

/** The index, and the logs to read into it. */
export interface IndexLogsRequest extends Omit<LogsRequest, 'nullAs' | 'reading'>, ThreadsRequest {
  /** Folder of the index. */
  out: string;
  /** Name of the dataset. @default that of the index, else http_requests */
  dataset?: string | undefined;
  /** Fields whose values are not stored. @default those of the index, else none */
  without?: readonly string[] | undefined;
  /** Removes the lines of sources that have no object any more. @default such a source rejects the update */
  prune?: boolean | undefined;
  /** Called with the objects that are not in the index yet, before one is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

/**
 * Builds an index, or updates it. Without sources, those of the index are read again: without `since` from the earliest time on that a build has listed.
 * @throws HeadgateError `unknown-field`, `no-objects`, `no-records` for a new index of no object, `index-missing`, `index-in-use`, `index-source`, `index-invalid`, `index-settings`, `index-folder`, `index-write`, and those of sources
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { indexLogs, replay } from 'headgate';
 *
 * const out = join(mkdtempSync(join(tmpdir(), 'index-')), 'logs.index');
 * const { lines, objects } = await indexLogs({ sources: ['samples/logs/all-requests'], out });
 * console.log(lines, objects.columns); // => 19575 39
 * const report = await replay({ sources: [out], filters: ['EdgeResponseStatus >= 500'] });
 * console.log(report.lines.read === lines); // => true
 * ```
 */
export async function indexLogs(request: IndexLogsRequest): Promise<IndexReport> {
  const { out, without, prune = false, onListing = () => {} } = request;
  const logs = resolveLogs(request);
  const [{ buildIndex, checkFolder, checkSettings, checkSources }, manifests, { describeIndex, noIndexError }] =
    await Promise.all([
      import('../../input/indexing/index.ts'),
      import('../../input/manifest/index.ts'),
      import('./describe-index.ts'),
    ]);
  // Listing a bucket takes long: mistakes are reported before.
  checkFolder(out);
  if (logs.sources.length === 0 && !isIndex(out)) throw noIndexError('update', out);
  const known = isIndex(out) ? manifests.Manifest.open(out, 'read') : undefined;
  let [dataset, stored]: [Dataset | undefined, Location[] | undefined] = [undefined, undefined];
  try {
    dataset = datasetOfFlag(request.dataset ?? known?.settings.dataset ?? DEFAULT_DATASET);
    checkFieldNames(without ?? [], dataset, 'leave out the values of');
    checkKeepsTime(without ?? [], dataset);
    if (known !== undefined) {
      checkSettings(known, dataset, without);
      if (logs.sources.length === 0) {
        stored = locationsOf(known);
        const earliest = manifests.listedSince(known.listings, known.locations<Location>());
        const { since = earliest, until } = logs.range;
        if (since !== undefined && until !== undefined && until <= since)
          throw new HeadgateError(
            'index-settings',
            `cannot update the index ${out}: found --until ${printInstant(until)}, expected a time after ${printInstant(since)}, since when its builds have listed; pass --since to extend it`,
          );
        // An update that reads all that a bucket has would be a surprise.
        if (since !== undefined) logs.range = { ...logs.range, since };
      }
    }
  } finally {
    known?.close();
  }
  const locations = logs.sources.length > 0 ? await parseSources(logs.sources, logs.connection) : (stored ?? []);
  checkSources(out, locations);
  const listedAt = new Date();
  const listed = listSources({ ...logs, ...(locations.length > 0 && { locations }) }, []);
  const listing = await (stored === undefined ? listed : listed.catch(rejectUnlisted(out)));
  // An update may find nothing new. A new index of nothing answers no question.
  if (known === undefined && listing.objects.length === 0 && !logs.signal.aborted) throw nothingIn(listing, request);
  const build = await buildIndex({
    ...logs,
    folder: out,
    dataset,
    listing,
    locations,
    listedAt,
    without,
    prune,
    onListing,
  });
  const isPartial = logs.signal.aborted;
  if (known === undefined && build.lines.records === 0 && !isPartial) throw nothingIn(listing, request, build);
  return { ...describeIndex(out), partial: isPartial, changes: build.changes };
}

/** @throws HeadgateError `index-settings` for the event time, by which an index selects lines: it would have its values nevertheless */
function checkKeepsTime(without: readonly string[], { name, eventTime: { field } }: Dataset): void {
  if (!without.includes(field)) return;
  throw new HeadgateError(
    'index-settings',
    `cannot leave out the values of ${field}: found the event time of ${name}, by which an index selects lines, expected other fields; remove it from --without`,
  );
}

function nothingIn(
  { pruned, prunedFolders }: SourceListing,
  { range }: IndexLogsRequest,
  { total, lines }: Pick<IndexBuild, 'total' | 'lines'> = NOTHING_READ,
): HeadgateError {
  return noRecordsError('index', {
    ...{ ...total, pruned: pruned + prunedFolders, problems: [], range },
    lines: { read: 0, outside: 0, malformed: lines.malformed, blank: lines.blank },
  })!;
}

const NOTHING_READ = { total: emptyTotal(), lines: { records: 0, malformed: 0, blank: 0 } };

/** Returns what rejects an update whose sources cannot be listed: an index outlives its source. */
function rejectUnlisted(out: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof HeadgateError) || error.kind === 'interrupted') throw error;
    const { code, message, kind, details } = error;
    const stays = `the index ${out} stays as it is, and commands still take it as their source, such as headgate replay ${out}`;
    throw new HeadgateError(code, `${message}; ${stays}`, { kind, details, cause: error });
  };
}

/** The locations of an index, to list them again. @throws HeadgateError `index-source` */
function locationsOf(manifest: Manifest): Location[] {
  return [...manifest.locations<Location>().values()].map((location) => {
    if (location.kind !== 'folder' && location.kind !== 'file') return location;
    // Names of objects begin as the user wrote the path.
    if (resolve(location.display) === location.path) return { ...location, path: location.display };
    const above = dirname(location.path);
    const there = resolve(above, location.display) === location.path ? above : undefined;
    throw new HeadgateError(
      'index-source',
      `cannot update the index ${manifest.folder}: its source ${location.display} was named in another working directory; run the command ${there === undefined ? 'there' : `in ${there}, with --out ${resolve(manifest.folder)}`} (the source is ${location.path})`,
    );
  });
}
