// Where logs lie and how they are read: sources, listings pruned by time, bytes as stored and inflated. Knows nothing of lines.
export { DEFAULT_SLACK_MS, MAX_BATCH_SPAN_MS } from './day-folder.ts';
export {
  DESTINATION_LIMITS,
  type Destination,
  type DestinationLimits,
  type Listing,
  type ListOptions,
  type StoredObject,
} from './destination.ts';
export {
  DATE_PLACEHOLDER,
  type FileLocation,
  type FolderLocation,
  type Location,
  type LocationOptions,
  type S3Location,
  type StdinLocation,
} from './location.ts';
export { type ObjectFinding, type ObjectFindingCode, ObjectReadError } from './object-finding.ts';
export { classifyKey, type ObjectKey, parseObjectKey } from './object-key.ts';
export { type OpenDestinationOptions, openDestination } from './open-destination.ts';
export { parseLocation } from './parse-location.ts';
export { type ReadObjectOptions, readObject } from './read-object.ts';
export { redactLocation } from './redact-location.ts';
