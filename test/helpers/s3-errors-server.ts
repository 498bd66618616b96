// A server on loopback that answers like S3 whatever a test tells it to: errors, cut connections, silence.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came in. */
export interface S3Request {
  method: string;
  /** Decoded path without bucket and leading slash; empty for a listing. */
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** How many came before it. */
  index: number;
  /** Resolves when its connection is closed or its answer is out. */
  closed: Promise<void>;
}

/** What to answer. */
export interface S3Answer {
  /** @default 200 */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Break the connection after so many bytes of the body. */
  cutAfter?: number;
  /** Say nothing more after so many bytes of the body; the connection stays. */
  silentAfter?: number;
  /** Do not answer at all. */
  isMute?: boolean;
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
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request: S3Request = {
      method: incoming.method ?? '',
      key: decodeURIComponent(url.pathname).split('/').slice(2).join('/'),
      query: url.searchParams,
      headers: incoming.headers,
      index: requests.length,
      closed: new Promise((resolve) => response.once('close', resolve)),
    };
    requests.push(request);
    const { status = 200, headers = {}, body = '', cutAfter, silentAfter, isMute } = answer(request);
    if (isMute === true) return;
    const bytes = Buffer.from(body);
    response.writeHead(status, { 'content-length': String(bytes.length), ...headers });
    const stop = cutAfter ?? silentAfter;
    if (stop === undefined) response.end(request.method === 'HEAD' ? undefined : bytes);
    else {
      // The bytes must be on their way before the connection goes.
      response.write(bytes.subarray(0, stop), () => {
        if (cutAfter !== undefined) setImmediate(() => response.destroy());
      });
      if (stop === 0) response.flushHeaders();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body of an S3 error. */
export function s3ErrorBody(code: string, more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Message of ${code}</Message>${more}<RequestId>1</RequestId></Error>`;
}

/** The body of a listing. */
export function s3ListBody(keys: readonly string[], more = '<IsTruncated>false</IsTruncated>'): string {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>3</Size><ETag>"e"</ETag></Contents>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>b</Name><Prefix></Prefix>${more}${contents}</ListBucketResult>`;
}
