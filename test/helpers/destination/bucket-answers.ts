// What a bucket answers by the two protocols that it is read by: pages of listings, and errors.
import type { HttpAnswer, ReceivedRequest } from '../http-server.ts';

/** A protocol, for tests that must hold for both. */
export interface BucketProtocol {
  name: string;
  /** Beginning of the codes of its failures. */
  code: string;
  /** A source at a server. */
  source(origin: string, prefix?: string): string;
  /** Beginning of the names of its objects. */
  nameStart(origin: string): string;
  /** The key that a request is for; empty for a listing. */
  keyOf(request: ReceivedRequest): string;
  /** The body of an error; the edge script answers with a short text. */
  errorBody(code: string): string;
  /** Answers listings of these keys, page by page. */
  listingOf(keys: readonly string[]): (request: ReceivedRequest) => HttpAnswer;
}

/** Both protocols. */
export const PROTOCOLS: readonly BucketProtocol[] = [
  {
    ...{
      name: 'S3',
      code: 's3',
      nameStart: () => 's3://b/',
      keyOf: ({ key }) => key,
      errorBody: s3ErrorBody,
      listingOf,
    },
    source: s3Source,
  },
  {
    ...{ name: 'the edge script', code: 'edge', nameStart: (origin) => `${origin}/`, errorBody: (code) => code },
    source: (origin, prefix = '') => `${origin}/${prefix}`,
    keyOf: ({ path }) => decodeURIComponent(path.slice(1)),
    listingOf:
      (keys) =>
      ({ query }) => {
        const { objects, folders, next } = pageOf(keys, query, { after: ['cursor'], most: 'limit' });
        const uploaded = '2026-11-01T00:00:00.000Z';
        const body = {
          objects: objects.map((key) => ({ key, size: BYTES, etag: 'e', uploaded })),
          ...{ prefixes: folders, truncated: next !== undefined, cursor: next },
        };
        return { body };
      },
  },
];

/** Size of each listed object. */
const BYTES = 3;

/** A source in the bucket `b` of a server. */
export function s3Source(origin: string, prefix = ''): string {
  return `s3://b/${prefix}?region=a&endpoint=${origin}&access-key-id=K&secret-access-key=S`;
}

/** Answers listings of these keys by the S3 API. */
export function listingOf(keys: readonly string[]): (request: ReceivedRequest) => HttpAnswer {
  return ({ query }) => {
    const after = ['continuation-token', 'start-after'];
    const { objects, folders, next } = pageOf(keys, query, { after, most: 'max-keys' });
    const more = [
      `<IsTruncated>${next !== undefined}</IsTruncated>`,
      next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`,
      ...folders.map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`),
    ];
    return { body: s3ListBody(objects, more.join('')) };
  };
}

/** A page as a bucket lists it: in order, with folders grouped on request. @param names of the parameters of the request */
function pageOf(keys: readonly string[], query: URLSearchParams, names: { after: readonly string[]; most: string }) {
  const under = query.get('prefix') ?? '';
  const after = names.after.map((name) => query.get(name)).find((text) => text !== null) ?? '';
  const delimiter = query.get('delimiter');
  const entries = keys
    .filter((key) => key.startsWith(under))
    .map((key) => {
      const cut = delimiter === null ? -1 : key.indexOf(delimiter, under.length);
      return { entry: cut < 0 ? key : key.slice(0, cut + 1), isFolder: cut >= 0 };
    });
  // A folder of the previous page is not listed again.
  const rest = [...new Map(entries.map((one) => [one.entry, one])).values()]
    .filter(({ entry }) => entry > after)
    .sort((a, b) => (a.entry < b.entry ? -1 : 1));
  const most = query.get(names.most);
  const page = rest.slice(0, most === null ? rest.length : Number(most));
  const [objects, folders] = [false, true].map((wanted) =>
    page.filter(({ isFolder }) => isFolder === wanted).map(({ entry }) => entry),
  );
  return { objects: objects!, folders: folders!, next: page.length < rest.length ? page.at(-1)?.entry : undefined };
}

/** Returns the body of an S3 error. */
export function s3ErrorBody(code: string, more = '', message = `Message of ${code}`): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>1</RequestId></Error>`;
}

/** Returns the body of a listing. @param bytes size of each object */
export function s3ListBody(keys: readonly string[], more = '<IsTruncated>false</IsTruncated>', bytes = BYTES): string {
  const contents = keys
    .map((key) => `<Contents><Key>${key}</Key><Size>${bytes}</Size><ETag>"e"</ETag></Contents>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>b</Name><Prefix></Prefix>${more}${contents}</ListBucketResult>`;
}
