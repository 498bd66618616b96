// The two protocols that a bucket is read by, for tests that must hold for both: the source to name, and the answers of a server.
import { listingOf, type S3Answer, type S3Request, s3ErrorBody } from './s3-errors-server.ts';

/** A protocol. */
export interface BucketProtocol {
  name: string;
  /** Beginning of the codes of its failures. */
  code: string;
  /** A source at a server of {@link startS3ErrorsServer}. */
  source(endpoint: string, prefix?: string): string;
  /** Beginning of the names of its objects. */
  nameStart(endpoint: string): string;
  /** The key that a request is for; empty for a listing. */
  keyOf(request: S3Request): string;
  /** The body of an error; the edge script answers with a short text. */
  errorBody(code: string): string;
  /** Answers listings of these keys, page by page. */
  listingOf(keys: readonly string[]): (request: S3Request) => S3Answer;
}

const S3: BucketProtocol = {
  name: 'S3',
  code: 's3',
  source: (endpoint, prefix = '') =>
    `s3://b/${prefix}?region=a&endpoint=${endpoint}&access-key-id=K&secret-access-key=S`,
  nameStart: () => 's3://b/',
  keyOf: ({ key }) => key,
  errorBody: s3ErrorBody,
  listingOf,
};

const EDGE: BucketProtocol = {
  name: 'the edge script',
  code: 'edge',
  source: (endpoint, prefix = '') => `${endpoint}/${prefix}`,
  nameStart: (endpoint) => `${endpoint}/`,
  keyOf: ({ path }) => decodeURIComponent(path.slice(1)),
  errorBody: (code) => code,
  listingOf: (keys) => (request) => {
    const { query } = request;
    const asked = new URLSearchParams();
    const names = { prefix: 'prefix', delimiter: 'delimiter', limit: 'max-keys', cursor: 'continuation-token' };
    for (const [own, ofS3] of Object.entries(names)) {
      const value = query.get(own);
      if (value !== null) asked.set(ofS3, value);
    }
    const xml = String(listingOf(keys)({ ...request, query: asked }).body);
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(pageOf(xml)) };
  },
};

/** All protocols. */
export const PROTOCOLS: readonly BucketProtocol[] = [S3, EDGE];

/** A page of a listing by S3 as the edge script writes it. Keys in it have no escapes. */
export function pageOf(xml: string): EdgeListing {
  const texts = (name: string, text = xml): string[] =>
    [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner]) => inner!);
  const [cursor] = texts('NextContinuationToken');
  return {
    objects: texts('Contents').map((entry) => ({
      key: texts('Key', entry)[0]!,
      size: Number(texts('Size', entry)[0]),
      etag: texts('ETag', entry)[0]!.replaceAll('"', ''),
      uploaded: '2026-11-01T00:00:00.000Z',
    })),
    prefixes: texts('CommonPrefixes').flatMap((entry) => texts('Prefix', entry)),
    truncated: cursor !== undefined,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** A page of a listing by the edge script. */
export interface EdgeListing {
  objects: { key: string; size: number; etag: string; uploaded: string }[];
  prefixes: string[];
  truncated: boolean;
  cursor?: string;
}
