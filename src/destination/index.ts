// Where logs lie and how they are read: sources, listings pruned by time, bytes as stored and inflated. Knows nothing of lines.
export { beyond } from './beyond.ts';
export { DEFAULT_SLACK_MS, dayOfFolder } from './day-folder.ts';
export type { Destination, Listing, ListOptions, ListProgress, OpenOptions, StoredObject } from './destination.ts';
export { corruptMember, type InflateDamage, TRAILING, TRUNCATED } from './inflate-exactly.ts';
export type { Location, LocationOptions } from './location.ts';
export { nearPathHint } from './near-path.ts';
export { type ObjectFinding, ObjectReadError } from './object-finding.ts';
export { parseObjectKey } from './object-key.ts';
export { openDestination } from './open-destination.ts';
export { parseLocation } from './parse-location.ts';
export { readObject } from './read-object.ts';
export { openStored, type StoredBytes } from './stored-object.ts';
