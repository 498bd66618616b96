// Reads log sources: locations, listings pruned by time, object bytes as stored and inflated. Knows nothing of lines.
export { onRetrying } from './bucket/request-tries.ts';
export { corruptMember, type InflateDamage, TRAILING, TRUNCATED } from './compression/inflate-exactly.ts';
export { inflateZstd } from './compression/inflate-zstd.ts';
export type {
  Destination,
  IndexedSource,
  Listing,
  ListOptions,
  ListProgress,
  OpenOptions,
  OtherSources,
  StoredObject,
} from './destination.ts';
export { checkContent, HEAD_BYTES } from './foreign-content.ts';
export {
  covers,
  identifierOf,
  isAtPlace,
  listKnown,
  type Place,
  placeOf,
  rootOf,
  stampOrNull,
  withoutSecrets,
} from './index-files/stored-keys.ts';
export { DEFAULT_SLACK_MS, dayOfFolder, objectSpan } from './listing/day-folder.ts';
export { parseObjectKey } from './listing/object-key.ts';
export { type BatchTimes, type ObjectName, printObjectName } from './listing/object-name.ts';
export { freeDescriptors } from './local/descriptors.ts';
export { folderPartsOf } from './local/folder-destination.ts';
export { makeFolder } from './local/make-folder.ts';
export { yieldToEventLoop } from './local/yield-to-event-loop.ts';
export { checkDestinationConf, type DestinationFinding } from './location/check-destination-conf.ts';
export { type Parameters, parseParameters } from './location/destination-parameters.ts';
export {
  DATE_PLACEHOLDER,
  isBucket,
  type Location,
  type LocationOptions,
  type S3Location,
} from './location/location.ts';
export { hasDotSegment } from './location/object-url.ts';
export { isServiceOfVendor } from './location/parse-bucket-location.ts';
export { parseDestinationConf, parseLocation } from './location/parse-location.ts';
export { isAddress, parseWriteLocation } from './location/parse-write-location.ts';
export { redactLocation } from './location/redact-location.ts';
export { destinationKind, otherSchemeReason } from './location/schemes.ts';
export { suggestPath } from './location/suggest-path.ts';
export {
  DIFFERS_WHEN_READ_AGAIN,
  isBadBytes,
  isCorrupt,
  isForeignContent,
  isUnavailable,
  type ObjectFinding,
  ObjectReadError,
} from './object-finding.ts';
export { keepIndex, openDestination } from './open-destination.ts';
export { checkedContent, readObject } from './read-object.ts';
export {
  type BucketWriter,
  type BytesWriter,
  type OpenUpload,
  openBucketWriter,
  openBytesWriter,
} from './s3/bucket-writer.ts';
export { SniffedStream, skipBytes } from './sniffed-stream.ts';
export { isPlain, openStored, type StoredBytes } from './stored-object.ts';
