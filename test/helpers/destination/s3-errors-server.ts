// A server on loopback with the S3 answers that a test defines: errors, closed connections, silence.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from '../listen.ts';

/** A received request. */
export interface S3Request {
  method: string;
  /** Path as it was sent. */
  path: string;
  /** Decoded path without bucket and leading slash; empty for a listing. */
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Number of earlier requests. */
  index: number;
  /** Resolves when its connection is closed or its answer is sent. */
  closed: Promise<void>;
}

/** An answer and its faults. */
export interface S3Answer {
  /** @default 200 */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Closes the connection after this many bytes of the body. */
  cutAfter?: number;
  /** Sends nothing after this many bytes of the body; the connection stays open. */
  silentAfter?: number;
  /** Delays the answer. Milliseconds. */
  delayMs?: number;
  /** Resets the connection without an answer. */
  isReset?: boolean;
  /** Whether to send no answer. */
  isMute?: boolean;
  /** Whether to repeat an informational response and send no other. */
  isHinting?: boolean;
}

/** A running server. */
export interface S3ErrorsServer {
  endpoint: string;
  requests: S3Request[];
  stop(): Promise<void>;
}

/** Starts a server. */
export async function startS3ErrorsServer(answer: (request: S3Request) => S3Answer): Promise<S3ErrorsServer> {
  const requests: S3Request[] = [];
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request: S3Request = {
      method: incoming.method ?? '',
      path: url.pathname,
      key: decodeURIComponent(url.pathname).split('/').slice(2).join('/'),
      query: url.searchParams,
      headers: incoming.headers,
      index: requests.length,
      closed: new Promise((resolve) => response.once('close', resolve)),
    };
    requests.push(request);
    const { status = 200, headers = {}, body = '', cutAfter, silentAfter, delayMs, ...faults } = answer(request);
    const { isReset, isMute, isHinting } = faults;
    if (isMute === true) return;
    if (isHinting === true) {
      const hints = setInterval(() => incoming.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      return void incoming.socket.once('close', () => clearInterval(hints));
    }
    if (isReset === true) return void incoming.socket.resetAndDestroy();
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const bytes = Buffer.from(body);
    response.writeHead(status, { 'content-length': String(bytes.length), ...headers });
    const stop = cutAfter ?? silentAfter;
    if (stop === undefined) response.end(request.method === 'HEAD' ? undefined : bytes);
    else {
      // The bytes must be sent before the connection closes.
      response.write(bytes.subarray(0, stop), () => {
        if (cutAfter !== undefined) setImmediate(() => response.destroy());
      });
      if (stop === 0) response.flushHeaders();
    }
  });
  const { origin, stop } = await listen(server);
  return { endpoint: origin, requests, stop };
}

/** Answers listings of these keys as a bucket does: in order, page by page, with folders grouped on request. */
export function listingOf(keys: readonly string[]): (request: S3Request) => S3Answer {
  const sorted = [...keys].sort();
  return ({ query }) => {
    const under = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const delimiter = query.get('delimiter');
    const objects: string[] = [];
    const folders = new Set<string>();
    let last = after;
    let isTruncated = false;
    for (const key of sorted) {
      if (!key.startsWith(under)) continue;
      const cut = delimiter === null ? -1 : key.indexOf(delimiter, under.length);
      const entry = cut < 0 ? key : key.slice(0, cut + 1);
      // A folder of the previous page is not listed again.
      if (entry <= after || folders.has(entry)) continue;
      isTruncated = objects.length + folders.size === Number(query.get('max-keys'));
      if (isTruncated) break;
      if (cut < 0) objects.push(entry);
      else folders.add(entry);
      last = entry;
    }
    const more = [
      `<IsTruncated>${isTruncated}</IsTruncated>`,
      isTruncated ? `<NextContinuationToken>${last}</NextContinuationToken>` : '',
      ...[...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`),
    ];
    return { body: s3ListBody(objects, more.join('')) };
  };
}

/** Returns the body of an S3 error. */
export function s3ErrorBody(code: string, more = '', message = `Message of ${code}`): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>1</RequestId></Error>`;
}

/** Returns the body of a listing. @param bytes size of each object */
export function s3ListBody(keys: readonly string[], more = '<IsTruncated>false</IsTruncated>', bytes = 3): string {
  const contents = keys
    .map((key) => `<Contents><Key>${key}</Key><Size>${bytes}</Size><ETag>"e"</ETag></Contents>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>b</Name><Prefix></Prefix>${more}${contents}</ListBucketResult>`;
}
