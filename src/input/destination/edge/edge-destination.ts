// A bucket behind the edge script as a destination. Sends each request once: list, read, head.
import { z } from 'zod';
import { HeadgateError, printPlural } from '../../../base/index.ts';
import { bucketDestination } from '../bucket/bucket-destination.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import type { BucketPage, BucketTerms, BucketTransport } from '../bucket/bucket-transport.ts';
import { listedObject } from '../bucket/bucket-tree.ts';
import { type HttpResponse, objectResponse } from '../bucket/http-client.ts';
import { endedEarly } from '../bucket/request-failure.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import type { EdgeLocation } from '../location/location.ts';
import { hasDotSegment, pathOfKey } from '../location/object-url.ts';
import { ObjectReadError } from '../object-finding.ts';
import { decodedBody, requestStored } from './edge-body.ts';
import { createEdgeClient, type EdgeClient } from './edge-client.ts';
import { edgeFailure } from './edge-failure.ts';
import { EdgeResponseError } from './edge-response-error.ts';

/** Opens a bucket. Sends no request before the bucket is listed. */
export async function edgeDestination(location: EdgeLocation, limits: DestinationLimits): Promise<Destination> {
  const rules: RetryRules = {
    forMs: location.retryForMs ?? limits.retryForMs,
    attempts: Number.POSITIVE_INFINITY,
    isPaced: true,
  };
  const health = new BucketHealth(rules, limits);
  const client = await createEdgeClient(location, limits, () => health.recordResponse());
  return bucketDestination({ location, transport: edgeTransport(client, location), limits, health });
}

const EDGE_TERMS: BucketTerms = {
  listingCode: 'edge-listing',
  deniedCode: 'edge-denied',
  truncated: 'truncated',
  token: 'cursor',
  server: 'the script, and what is in front of it',
};

/** Creates the transport of a bucket. */
function edgeTransport(client: EdgeClient, location: EdgeLocation): BucketTransport {
  return {
    terms: EDGE_TERMS,
    nameOf: (key) => `${location.origin}/${pathOfKey(client.hideKey(key))}`,
    failureOf: (error, request) => edgeFailure(error, location, request),
    async listPage({ prefix, delimiter, keys, token }, signal) {
      const query = [`prefix=${encodeURIComponent(prefix)}`, `limit=${keys}`];
      if (delimiter !== undefined) query.push(`delimiter=${encodeURIComponent(delimiter)}`);
      if (token !== undefined) query.push(`cursor=${encodeURIComponent(token)}`);
      const response = await client.send({ method: 'GET', path: `/?list&${query.join('&')}`, signal });
      const text = await client.readText(response);
      const parsed = parseEdgePage(text, prefix);
      if ('page' in parsed) return parsed.page;
      if (parsed.path === '' && isCut(text, response)) throw endedEarly(printPlural(Buffer.byteLength(text), 'byte'));
      throw parsed.path === ''
        ? EdgeResponseError.ofContent(response, text)
        : EdgeResponseError.ofJson(response, parsed.path);
    },
    async getObject(request, signal) {
      checkKey(request.key);
      const { response, isCompressed, isProven } = await requestStored(client, request, signal);
      if (![200, 204, 206].includes(response.status)) throw await client.readError(response);
      const stored = { ...objectResponse(response), isResumable: isProven };
      // The length of a compressed body is not that of the object.
      return isCompressed ? { ...stored, contentLength: undefined, body: decodedBody(response, client) } : stored;
    },
    async headObject(key, signal) {
      checkKey(key);
      const response = await client.send({ method: 'HEAD', path: `/${pathOfKey(key)}`, signal });
      response.body.destroy();
      const { status, headers } = response;
      if (status === 404) throw noObject(location);
      if (status !== 200) throw EdgeResponseError.ofContent(response, '');
      const length = headers['content-length'];
      return listedObject(key, length === undefined ? undefined : Number(length), headers.etag);
    },
  };
}

/** Whether a page without a length may have been cut: only the end of the connection ends its body. */
function isCut(text: string, { headers }: HttpResponse): boolean {
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !hasEnd && /^\{"objects":/.test(text);
}

/** The error for a public object that does not exist, after the listing was rejected. */
function noObject({ authKey, display }: EdgeLocation): HeadgateError {
  const [key, fix] =
    authKey === undefined
      ? ['no key to list those that begin with it', 'set HEADGATE_EDGE_KEY']
      : ['a key that the script rejects, so it lists none that begin with it', 'correct HEADGATE_EDGE_KEY'];
  return new HeadgateError(
    'no-objects',
    `cannot read ${display}: there is no public object of this name (HTTP 404), and ${key}; check the name, or ${fix}`,
  );
}

/** @throws ObjectReadError for a key that no URL can contain */
function checkKey(key: string): void {
  if (!hasDotSegment(key)) return;
  throw new ObjectReadError(
    'object-name',
    'the key has the segment . or .., which no URL can contain; read the bucket by its S3 API',
  );
}

/** Bytes of a key. docs/edge.md, "Requests". */
const LONGEST_KEY = 1024;
/** Objects, and prefixes, of a page. docs/edge.md, "Requests". */
const MOST_ENTRIES = 1000;
/** An entity tag of R2 has up to 40 characters. */
const LONGEST_ETAG = 256;
/** A cursor of R2 contains a key. Characters. */
const LONGEST_CURSOR = 16 * 1024;

const KEY = z.string().refine((key) => Buffer.byteLength(key) <= LONGEST_KEY);

/** Limited, because a listing holds what its pages contain. */
const PAGE = z.object({
  objects: z
    .array(z.object({ key: KEY, size: z.int().nonnegative(), etag: z.string().max(LONGEST_ETAG) }))
    .max(MOST_ENTRIES),
  prefixes: z.array(KEY).max(MOST_ENTRIES),
  truncated: z.boolean(),
  cursor: z.string().max(LONGEST_CURSOR).optional(),
});

/**
 * Parses a page.
 * @param prefix keys without it are dropped: they belong to another request
 * @returns the path of the first value that is missing, too long or of another type, if the text is not a page
 */
function parseEdgePage(text: string, prefix: string): { page: BucketPage } | { path: string } {
  const value = parseJson(text);
  if (value === undefined) return { path: '' };
  const parsed = PAGE.safeParse(value);
  if (!parsed.success) return { path: printPath(parsed.error.issues[0]?.path ?? []) };
  const { objects, prefixes, truncated, cursor } = parsed.data;
  return {
    page: {
      objects: objects
        .filter(({ key }) => key.startsWith(prefix))
        .map(({ key, size, etag }) => listedObject(key, size, etag)),
      folders: prefixes.filter((folder) => folder.startsWith(prefix) && folder !== prefix),
      isTruncated: truncated,
      token: cursor,
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
}
