// Where logs lie and how they are read: sources, listings pruned by time, bytes as stored and inflated. Knows nothing of lines.
export { beyond } from './beyond.ts';
export { type BucketWriter, type OpenUpload, openBucketWriter } from './bucket-writer.ts';
export { DEFAULT_SLACK_MS, dayOfFolder } from './day-folder.ts';
export { freeDescriptors } from './descriptors.ts';
export type { Destination, Listing, ListOptions, ListProgress, OpenOptions, StoredObject } from './destination.ts';
export { checkContent, HEAD_BYTES } from './foreign-content.ts';
export { corruptMember, type InflateDamage, TRAILING, TRUNCATED } from './inflate-exactly.ts';
export { inflateZstd } from './inflate-zstd.ts';
export { letOthersRun } from './let-others-run.ts';
export { DATE_PLACEHOLDER, type Location, type LocationOptions, type S3Location } from './location.ts';
export { nearPathHint } from './near-path.ts';
export {
  DIFFERS_WHEN_READ_AGAIN,
  isBadBytes,
  isCorrupt,
  isForeignContent,
  type ObjectFinding,
  ObjectReadError,
} from './object-finding.ts';
export { parseObjectKey } from './object-key.ts';
export { openDestination } from './open-destination.ts';
export { parseLocation } from './parse-location.ts';
export { isAddress, parseWriteLocation } from './parse-write-location.ts';
export { checkedContent, readObject } from './read-object.ts';
export { redactLocation } from './redact-location.ts';
export { onRetrying } from './retrying.ts';
export { isPlain, openStored, type StoredBytes } from './stored-object.ts';
