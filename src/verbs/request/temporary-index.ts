// The index that a verb needs to answer several questions over the same lines: the one that is given, or a place for a temporary one. Builds nothing.

import { rmSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HeadgateError } from '../../base/index.ts';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../base/temporary/index.ts';
import type { Location, LocationOptions } from '../../input/destination/index.ts';
import { noSourceError, parseSources } from '../../input/sources/index.ts';
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { datasetOfIndexes } from './index-dataset.ts';

/** Read and write for the owner; and list, for a folder. */
const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/** Where the index of some sources is, or can be built. */
export interface IndexPlace {
  /** Creates a private folder for this run, at the first call. An index that exists needs none. */
  createFolder(): Promise<string>;
  /** Path of the index. */
  index: string;
  /** Whether it has to be built, and is removed with the folder. */
  isTemporary: boolean;
  dataset: string;
  /** The sources, with standard input saved to a file: it can be read only once. */
  sources: string[];
  locations: readonly Location[];
  /** Removes the folder. */
  remove(): void;
}

/**
 * Finds the index of some sources.
 * @param verb of the error: `open` @param dataset @default that of the index, else http_requests
 * @throws HeadgateError `no-source`, `several-sources`; as `parseSources`
 */
export async function placeOfIndex(
  verb: string,
  {
    sources,
    connection,
    dataset,
  }: { sources: readonly string[]; connection: LocationOptions; dataset: string | undefined },
): Promise<IndexPlace> {
  if (sources.length === 0) throw noSourceError(verb === 'suggest' ? '--from-job' : undefined);
  const folder = temporaryPath(tmpdir(), verb);
  let created: Promise<string> | undefined;
  const createFolder = (): Promise<string> => {
    if (created === undefined) registerTemporary(folder);
    created ??= Promise.all([mkdir(folder, { mode: OWNER_FOLDER }), clearAbandoned(tmpdir())]).then(() => folder);
    return created;
  };
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    releaseTemporary(folder);
  };
  try {
    const given = await Promise.all(
      sources.map(async (source) => (source === '-' ? saveInput(await createFolder()) : source)),
    );
    const locations = await parseSources(given, connection);
    const index = indexOf(locations, verb);
    return {
      ...{
        createFolder,
        index: index ?? join(await createFolder(), 'index'),
        isTemporary: index === undefined,
        sources: given,
        locations,
        remove,
      },
      dataset: dataset ?? (await datasetOfIndexes(sources)) ?? DEFAULT_DATASET,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The folder of the index that is the only source; undefined without an index. @throws HeadgateError `several-sources` */
function indexOf(locations: readonly Location[], verb: string): string | undefined {
  const index = locations.find(({ kind }) => kind === 'index');
  if (index?.kind !== 'index') return undefined;
  if (locations.length === 1) return index.path;
  throw new HeadgateError(
    'several-sources',
    `cannot ${verb} ${index.display} together with other sources: found an index, expected one index alone, or sources that are none; add them to the index with headgate index --out ${index.display}`,
  );
}

/** @returns the path of the file */
async function saveInput(folder: string): Promise<string> {
  const path = join(folder, 'stdin');
  const file = await open(path, 'wx', OWNER_FILE);
  await pipeline(process.stdin, file.createWriteStream());
  return path;
}
