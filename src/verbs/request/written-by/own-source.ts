// Decides whether a source contains only what a job pushed itself: there, lines that its filter drops are missing.
import { resolve, sep } from 'node:path';
import {
  DATE_PLACEHOLDER,
  type Location,
  type LocationOptions,
  parseDestinationConf,
  parseLocation,
} from '../../../input/destination/index.ts';
import type { Job } from '../../../language/job/index.ts';

/** Whether every source is in the destination, or is an index of objects in it. False if either cannot be read. */
export async function isOwnSource(
  sources: readonly string[],
  destinationConf: string,
  connection: LocationOptions,
): Promise<boolean> {
  const [own] = await rootsOf(() => parseDestinationConf(destinationConf, connection));
  if (own === undefined || sources.length === 0) return false;
  for (const source of sources) {
    // No object is read here, so a key is neither needed nor asked for.
    const roots = await rootsOf(() => parseLocation(source, { ...connection, edgeKey: '' }));
    if (roots.length === 0 || !roots.every((root) => root !== undefined && isInside(root, own))) return false;
  }
  return true;
}

/** Whether the sources are in the destination of a job. Without sources, its destination is read. */
export async function isOwnSourceOf(
  job: Pick<Job, 'destinationConf'> | undefined,
  { sources, connection }: { sources: readonly string[]; connection: LocationOptions },
): Promise<boolean> {
  if (job?.destinationConf === undefined) return false;
  return sources.length === 0 || (await isOwnSource(sources, job.destinationConf, connection));
}

/** A place: its bucket or disk, and the path before `{DATE}`. */
interface Root {
  store: string;
  path: string;
}

/** The places of a location: of an index, those of the sources that it was built from. None if it cannot be read. */
async function rootsOf(parse: () => Promise<Location>): Promise<(Root | undefined)[]> {
  const location = await parse().catch(() => undefined);
  if (location?.kind !== 'index') return location === undefined ? [] : [placeOf(location)];
  const { Manifest } = await import('../../../input/manifest/index.ts');
  try {
    // What lists the index checks it.
    const manifest = Manifest.open(location.path, 'read', true);
    try {
      return [...manifest.locations<Location>().values()].map(placeOf);
    } finally {
      manifest.close();
    }
  } catch {
    return [];
  }
}

function placeOf(location: Location): Root | undefined {
  if (location.kind === 'stdin') return undefined;
  if (location.kind === 'edge') return { store: location.origin, path: pathOf(location.prefix) };
  if (location.kind !== 's3') return { store: 'disk', path: resolve(beforeDate(location.path)) };
  const { scheme, bucket, prefix, endpoint = '' } = location;
  return { store: `${scheme}://${endpoint}/${bucket}`, path: pathOf(prefix) };
}

function pathOf(prefix: string): string {
  return beforeDate(prefix).replace(/\/+$/, '');
}

function beforeDate(path: string): string {
  return path.split(DATE_PLACEHOLDER)[0]!;
}

function isInside(inner: Root, outer: Root): boolean {
  if (inner.store !== outer.store) return false;
  const end = outer.path.endsWith(sep) || outer.path === '' ? outer.path : `${outer.path}/`;
  return inner.path === outer.path || inner.path.startsWith(end);
}
