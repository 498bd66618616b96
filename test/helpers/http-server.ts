// The HTTP server of the tests, on a free port of loopback: records each request, and answers as a test decides, or with a fault.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** A received request. */
export interface ReceivedRequest {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  /** Path as it was sent. */
  path: string;
  query: URLSearchParams;
  /** Decoded path without its first segment, the bucket. Empty for a listing. */
  key: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Number of earlier requests. */
  index: number;
  /** Resolves when its connection is closed or its answer is sent. */
  closed: Promise<void>;
}

/**
 * An answer, and how to deliver it. Positions are bytes of the body; `start` is before the status line, `headers` after the headers.
 */
export interface HttpAnswer {
  /** @default 200 */
  status?: number;
  /** @default JSON for an object, none for other bodies */
  headers?: Record<string, string>;
  /** An object becomes JSON. @default empty */
  body?: unknown;
  /** Resets the connection at this position. */
  resetAt?: 'start' | 'headers' | number;
  /** Closes the connection at this position. */
  cutAt?: number;
  /** Ends the body at this position, as if it were complete: without a Content-Length. */
  endAt?: number;
  /** Sends nothing after this position; the connection stays open. */
  stallAt?: 'start' | 'headers' | number;
  /** Sends single bytes after this position, this many milliseconds apart. */
  trickle?: { at: number; everyMs: number };
  /** Omits the Content-Length; the end of the connection ends the body. */
  isUnmeasured?: boolean;
  /** Bytes to send instead of HTTP. */
  raw?: string;
  /** Repeats an informational response, and sends no other. */
  isHinting?: boolean;
  /** Delays the answer until this resolves. */
  when?: Promise<unknown>;
}

/** A running server. */
export interface HttpServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  requests: ReceivedRequest[];
  /** Ends all connections. */
  stop(): Promise<void>;
}

/** Starts a server. @param answer called when the body of a request has arrived @default an empty HTTP 200 */
export async function startHttpServer(
  answer: (request: ReceivedRequest) => HttpAnswer | Promise<HttpAnswer> = () => ({}),
): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '/', headers } = incoming;
    const { pathname: path, searchParams: query } = new URL(url, 'http://localhost');
    const key = decodeURIComponent(path).split('/').slice(2).join('/');
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const request = { ...{ method, url, path, query, key, headers, body: '' }, index: requests.length, closed };
    requests.push(request);
    try {
      for await (const chunk of incoming.setEncoding('utf8')) request.body += chunk;
    } catch {
      return; // The client has ended the connection.
    }
    const { when, ...delivery } = await answer(request);
    await when;
    deliver(response, delivery);
  });
  // Only a fault closes a connection, whatever the load of the machine.
  server.keepAliveTimeout = 0;
  const { origin, stop } = await listen(server);
  return { origin, requests, stop };
}

function deliver(response: ServerResponse, { status = 200, body = '', ...how }: HttpAnswer): void {
  const { resetAt, cutAt, endAt, stallAt, trickle, isUnmeasured = endAt !== undefined, raw, isHinting } = how;
  const socket = response.socket!;
  if (resetAt === 'start') return void socket.resetAndDestroy();
  if (stallAt === 'start') return;
  if (raw !== undefined) return void socket.end(raw);
  if (isHinting === true) return void repeat(response, 20, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
  const isBytes = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = Buffer.from(isBytes ? (body as string) : JSON.stringify(body));
  if (isUnmeasured) response.useChunkedEncodingByDefault = false;
  else response.setHeader('content-length', bytes.length);
  response.writeHead(status, how.headers ?? (isBytes ? {} : { 'content-type': 'application/json' }));
  const places = [resetAt, cutAt, endAt, stallAt, trickle?.at].map((place) => (place === 'headers' ? 0 : place));
  const place = places.find((one) => one !== undefined);
  if (place === undefined) return void response.end(bytes);
  response.flushHeaders();
  let sent = place;
  const then = (): void => {
    if (resetAt !== undefined) setImmediate(() => socket.resetAndDestroy());
    else if (cutAt !== undefined) setImmediate(() => response.destroy());
    else if (endAt !== undefined) response.end();
    else if (trickle !== undefined)
      repeat(response, trickle.everyMs, () => response.write(bytes.subarray(sent, ++sent)));
  };
  if (place === 0) then();
  else response.write(bytes.subarray(0, place), then);
}

/** Until the connection is closed. */
function repeat(response: ServerResponse, everyMs: number, send: () => void): void {
  const timer = setInterval(send, everyMs);
  response.once('close', () => clearInterval(timer));
}
