// Location → Destination: the one place that knows every kind.
import { DESTINATION_LIMITS, type Destination, type DestinationLimits } from './destination.ts';
import { fileDestination, stdinDestination } from './local/file-destination.ts';
import { folderDestination } from './local/folder-destination.ts';
import type { Location } from './location/location.ts';

/** Options of {@link openDestination}. */
export interface OpenDestinationOptions {
  /** What `-` reads. @default process.stdin */
  stdin?: AsyncIterable<Uint8Array>;
  /** Times and sizes other than {@link DESTINATION_LIMITS}. */
  limits?: Partial<DestinationLimits>;
}

/** Opens a place to read from. Nothing is asked of it before its `list` or `open`. */
export async function openDestination(location: Location, options: OpenDestinationOptions = {}): Promise<Destination> {
  switch (location.kind) {
    case 's3': {
      // The SDK is loaded for buckets only.
      const { s3Destination } = await import('./s3/s3-destination.ts');
      return s3Destination(location, { ...DESTINATION_LIMITS, ...options.limits });
    }
    case 'folder':
      return folderDestination(location);
    case 'file':
      return fileDestination(location);
    case 'stdin':
      return stdinDestination(location, options.stdin);
  }
}
