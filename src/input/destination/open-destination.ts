// Location → Destination: the only file that knows every kind.

import { DESTINATION_LIMITS, type Destination, type DestinationLimits } from './destination.ts';
import type { KeptOptions } from './index-files/index-destination.ts';
import { fileDestination, stdinDestination } from './local/file-destination.ts';
import { folderDestination } from './local/folder-destination.ts';
import type { Location } from './location/location.ts';

/** Options of {@link openDestination}. */
export interface OpenDestinationOptions {
  /** The bytes that `-` reads. @default process.stdin */
  stdin?: AsyncIterable<Uint8Array>;
  /** Limits that replace those of {@link DESTINATION_LIMITS}. */
  limits?: Partial<DestinationLimits>;
}

/** Opens a source. Sends no request before `list` or `open` is called. */
export async function openDestination(location: Location, options: OpenDestinationOptions = {}): Promise<Destination> {
  switch (location.kind) {
    case 's3': {
      // Only such buckets load the SDK.
      const { s3Destination } = await import('./s3/s3-destination.ts');
      return s3Destination(location, { ...DESTINATION_LIMITS, ...options.limits });
    }
    case 'edge': {
      const { edgeDestination } = await import('./edge/edge-destination.ts');
      return edgeDestination(location, { ...DESTINATION_LIMITS, ...options.limits });
    }
    case 'folder':
      return folderDestination(location);
    case 'file':
      return fileDestination(location);
    case 'index': {
      // Loads SQLite.
      const { indexDestination } = await import('./index-files/index-destination.ts');
      return indexDestination(location, openDestination);
    }
    case 'stdin':
      return stdinDestination(location, options.stdin);
  }
}

/**
 * Keeps an index open in this thread as it is now: further questions find the columns that others have read, and do not compare it with its source
 * again. Another call sees what a build has changed since.
 * @param path of its folder, as in its location
 * @returns a text that changes with the index; undefined if its manifest cannot be read
 */
export async function keepIndex(path: string, options: KeptOptions): Promise<string | undefined> {
  const indexes = await import('./index-files/index-destination.ts');
  return indexes.keepIndex(path, options);
}
