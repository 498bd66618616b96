// Where answers too large for Redis are stored: a folder that all machines share, or a bucket. Every process uses its own credentials.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { replaceFile } from '../../base/file/index.ts';
import { HeadgateError, readReason, writeReason } from '../../base/index.ts';
import {
  isAddress,
  type Location,
  ObjectReadError,
  openBytesWriter,
  openDestination,
  parseWriteLocation,
  type S3Location,
} from '../destination/index.ts';

/** A place for answers. Names have a slash: run and shard. */
export interface PartialPlace {
  location: Location;
  /** Creates a folder, so that --allow of a worker can name it. @throws HeadgateError `partials-failed` */
  create(): Promise<void>;
  put(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** @returns undefined if it has none @throws HeadgateError `partials-failed`; as `Destination.open` */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removes the answers of a run from a folder; a bucket needs a lifecycle rule. @throws HeadgateError `partials-failed` */
  remove(run: string): Promise<void>;
}

/** Opens a place. @param text folder, or address of a bucket without keys @throws HeadgateError `usage`, as `parseWriteLocation` */
export async function openPartialPlace(text: string): Promise<PartialPlace> {
  return isAddress(text) ? bucketPlace(await parseWriteLocation(text, {}, '--partials')) : folderPlace(resolve(text));
}

function folderPlace(path: string): PartialPlace {
  const fail = (action: string, reasonOf: typeof readReason) => (error: unknown) => {
    throw new HeadgateError('partials-failed', `cannot ${action} ${path}: ${reasonOf(error)}`);
  };
  const failToStore = fail('store an answer in', writeReason);
  const make = async (folder: string) => void (await mkdir(folder, { recursive: true, mode: 0o700 }));
  return {
    location: { kind: 'folder', path, display: path },
    create: () => make(path).catch(failToStore),
    put: async (name, bytes) => {
      const file = join(path, name);
      await make(dirname(file))
        .then(() => replaceFile(file, bytes))
        .catch(failToStore);
    },
    get: (name) =>
      readFile(join(path, name)).catch((error: NodeJS.ErrnoException) => {
        return error.code === 'ENOENT' ? undefined : fail('read an answer from', readReason)(error);
      }),
    remove: (run) =>
      rm(join(path, run), { recursive: true, force: true }).catch(
        fail('remove the answers of a run from', writeReason),
      ),
  };
}

async function bucketPlace(location: S3Location): Promise<PartialPlace> {
  const { prefix, scheme, bucket } = location;
  const keyOf = (name: string): string => `${prefix}${prefix === '' || prefix.endsWith('/') ? '' : '/'}${name}`;
  const writer = await openBytesWriter(location);
  const source = await openDestination(location);
  return {
    location,
    create: async () => {},
    put: (name, bytes, signal) => writer.putBytes(keyOf(name), bytes, 'application/octet-stream', signal),
    get: async (name) => {
      const key = keyOf(name);
      try {
        const chunks = source.open({ name: `${scheme}://${bucket}/${key}`, key });
        return Buffer.concat(await Array.fromAsync(chunks, (chunk) => chunk.slice()));
      } catch (error) {
        if (error instanceof ObjectReadError && error.code === 'object-gone') return undefined;
        throw error;
      }
    },
    remove: async () => {},
  };
}
