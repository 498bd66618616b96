// A bucket, and the requests that each protocol of one implements: a page of a listing, the bytes of an object, and what a failure means. A transport sends each request once: it does not retry, page or resume.
import type { Readable } from 'node:stream';
import type { DestinationLimits } from '../destination.ts';
import type { ListedObject } from '../listing/object-tree.ts';
import type { BucketLocation } from '../location/location.ts';
import type { BucketHealth } from './bucket-health.ts';
import type { FailedRequest, RequestFailure } from './request-failure.ts';

/** Maximum number of connections: one per object read at a time, and one for listing. */
export const MAX_CONNECTIONS = 129;

/** A bucket and the way to it. */
export interface Bucket<Location extends BucketLocation = BucketLocation> {
  location: Location;
  transport: BucketTransport;
  limits: DestinationLimits;
  /** Shared by all requests. */
  health: BucketHealth;
}

/** A page of a listing to request. */
export interface PageRequest {
  prefix: string;
  /** Groups keys by the text up to this character after the prefix. @default no groups */
  delimiter?: string | undefined;
  /** Maximum number of keys. */
  keys: number;
  /** From the page before. @default the first page */
  token?: string | undefined;
}

/** A page of a listing. */
export interface BucketPage {
  /** Objects whose key begins with the prefix. */
  objects: ListedObject[];
  /** Prefixes of grouped keys, each ending in the delimiter. */
  folders: string[];
  /** Requests the next page. Absent or empty on the last page. */
  token?: string | undefined;
  /** Whether the response states that another page follows. */
  isTruncated: boolean;
}

/** An object to request from an offset, on conditions. */
export interface ObjectRequest {
  key: string;
  /** Offset of the first byte; 0 requests the whole object. A response may begin before it. */
  at: number;
  /** Stored size, as far as it is known. */
  bytes?: number | undefined;
  /** Entity tag that the object must have, with quotes. */
  ifMatch?: string | undefined;
  ifUnmodifiedSince?: Date | undefined;
}

/** The beginning of a response with the bytes of an object. */
export interface ObjectResponse {
  /** HTTP status, if known. */
  status: number | undefined;
  /** As in the response, with quotes. */
  etag?: string | undefined;
  modified?: Date | undefined;
  /** `bytes <first>-<last>/<size>` of a response with status 206. */
  contentRange?: string | undefined;
  /** Number of bytes of the body; absent if the response does not state it. */
  contentLength?: number | undefined;
  /** Absent if the response has none. */
  body: Readable | undefined;
  /**
   * Whether a part of the object may follow bytes of this response. Otherwise reading resumes with the whole object.
   * @default true
   */
  isResumable?: boolean;
}

/** Sends requests to one bucket, each once. Errors have any form; {@link failureOf} classifies them. */
export interface BucketTransport {
  /** The words of this protocol. */
  readonly terms: BucketTerms;
  /** Key → name, for reports. */
  nameOf(key: string): string;
  listPage(request: PageRequest, signal: AbortSignal | undefined): Promise<BucketPage>;
  getObject(request: ObjectRequest, signal: AbortSignal | undefined): Promise<ObjectResponse>;
  /**
   * Requests what a listing would contain about an object.
   * @throws HeadgateError `no-objects` if a response shows that there is no such object
   */
  headObject(key: string, signal: AbortSignal | undefined): Promise<ListedObject>;
  /** Classifies an error that one of the above has thrown, or that the body of an object ended with. */
  failureOf(error: unknown, request: FailedRequest): RequestFailure;
}

/** Codes, and words for messages, that differ between protocols. */
export interface BucketTerms {
  /** Code of a listing that does not end. */
  listingCode: string;
  /** Code of a server that does not list: an object named in full may still be readable. */
  deniedCode: string;
  /** Name of the field that is true in each page but the last. */
  truncated: string;
  /** Name of the field with the token of the next page. */
  token: string;
  /** What to check if responses contradict each other. */
  server: string;
}
