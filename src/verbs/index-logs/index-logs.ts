// Builds an index of logs, updates it, or describes it. Reads the index afterwards, so that a report states what is there. Prints nothing.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import { isIndex, lacksManifest, NO_MANIFEST } from '../../input/columns/index.ts';
import type { Location } from '../../input/destination/index.ts';
import { buildIndex, checkFolder, checkSettings, checkSources } from '../../input/indexing/index.ts';
import { Manifest, type ObjectState } from '../../input/manifest/index.ts';
import { listSources, parseSources, type SourceListing } from '../../input/sources/index.ts';
import { checkFieldNames, type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import type { IndexReport } from './index-report.ts';

/** The index, and the logs to read into it. */
export interface IndexLogsRequest extends Omit<LogsRequest, 'nullAs' | 'reading'>, ThreadsRequest {
  /** Folder of the index. */
  out: string;
  /** Name of the dataset. @default that of the index, else http_requests */
  dataset?: string | undefined;
  /** Fields whose values are not stored. @default those of the index, else none */
  without?: readonly string[] | undefined;
  /** Called before anything is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

/**
 * Builds an index, or updates it. Without sources, those of the index are read again.
 * @throws HeadgateError `unknown-field`, `no-objects`, `index-in-use`, `index-source`, `index-invalid`, `index-settings`, `index-folder`, `index-write`, and those of sources
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
  const { out, without, onListing = () => {} } = request;
  const logs = resolveLogs(request);
  // Listing a bucket takes long: mistakes are reported before.
  checkFolder(out);
  const known = isIndex(out) ? Manifest.open(out, 'read') : undefined;
  let [dataset, stored]: [Dataset | undefined, Location[] | undefined] = [undefined, undefined];
  try {
    dataset = getDataset(request.dataset ?? known?.settings.dataset ?? DEFAULT_DATASET);
    checkFieldNames(without ?? [], dataset, 'leave out the values of');
    if (known !== undefined) {
      checkSettings(known, dataset, without);
      if (logs.sources.length === 0) stored = locationsOf(known);
    }
  } finally {
    known?.close();
  }
  const locations = logs.sources.length > 0 ? await parseSources(logs.sources, logs.connection) : stored;
  checkSources(out, locations ?? []);
  const listedAt = new Date();
  const listing = await listSources({ ...logs, locations }, []);
  onListing(listing);
  const { total, ...changes } = await buildIndex({ ...logs, folder: out, dataset, listing, listedAt, without });
  return { ...describeIndex(out), partial: logs.signal.aborted, changes: { ...changes, lost: total.lost } };
}

/** Describes an index. @throws HeadgateError `index-missing`, `index-invalid` */
export function describeIndex(folder: string): IndexReport {
  if (lacksManifest(folder))
    throw new HeadgateError('index-missing', `cannot read the index ${folder}: ${NO_MANIFEST}`);
  if (!isIndex(folder)) {
    throw new HeadgateError(
      'index-missing',
      `cannot read the index ${folder}: found no index there, expected a folder that headgate index has written; run headgate index <source> --out ${folder}`,
    );
  }
  const manifest = Manifest.open(folder, 'read');
  try {
    const { settings, asOf } = manifest;
    const all = manifest.objects();
    const count = (state: ObjectState): number => all.filter((object) => object.state === state).length;
    const runs = [...manifest.runs().values()].flat();
    return {
      version: 1,
      partial: false,
      ...{ folder, dataset: settings.dataset, asOf, without: settings.without },
      sources: [...manifest.locations().values()].map((content) => (JSON.parse(content) as Location).display),
      objects: { columns: count('columns'), stored: count('stored'), waiting: count('waiting') },
      lines: runs.reduce((sum, { first, last }) => sum + last - first, 0),
      objectBytes: all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      indexBytes: readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
      parts: manifest.parts().size,
    };
  } finally {
    manifest.close();
  }
}

/** The locations of an index, to list them again. @throws HeadgateError `index-source` */
function locationsOf(manifest: Manifest): Location[] {
  return [...manifest.locations().values()].map((content) => {
    const location: Location = JSON.parse(content);
    if (location.kind !== 'folder' && location.kind !== 'file') return location;
    // Names of objects begin as the user wrote the path.
    if (resolve(location.display) === location.path) return { ...location, path: location.display };
    throw new HeadgateError(
      'index-source',
      `cannot update the index ${manifest.folder}: its source ${location.display} was named in another working directory; run the command there (the source is ${location.path})`,
    );
  });
}
