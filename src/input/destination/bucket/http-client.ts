// Sends requests for objects over connections that stay open, each request once: the protocols add addresses, headers and redirects. Imports
// the HTTP library only when a bucket is used.
import type { Readable } from 'node:stream';
import { printCount } from '../../../base/index.ts';
import type { DestinationLimits } from '../destination.ts';
import { MAX_CONNECTIONS, type ObjectRequest, type ObjectResponse } from './bucket-transport.ts';

/** A request. */
export interface HttpRequest {
  method: 'GET' | 'HEAD';
  /** Scheme, host and port. */
  origin: string;
  /** Path and query of a URL. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal | undefined;
}

/** The beginning of a response. */
export interface HttpResponse {
  status: number;
  /** By lower-case name; repeated headers are joined. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Readable;
}

/** Sends a request once. @throws the error of the connection */
export type SendHttp = (request: HttpRequest) => Promise<HttpResponse>;

/** Headers of every request. An object is read as it is stored. */
const COMMON_HEADERS = { 'user-agent': 'headgate', 'accept-encoding': 'identity' };

/** Creates a client. @param onAnswer called when a response begins */
export async function createHttpClient(
  { connectMs, silenceMs }: Pick<DestinationLimits, 'connectMs' | 'silenceMs'>,
  onAnswer: () => void,
): Promise<SendHttp> {
  const { Agent } = await import('undici');
  const agent = new Agent({
    connect: { timeout: connectMs },
    // Until the response begins; readBody watches for silence within it, because a body may wait for a slow reader.
    headersTimeout: silenceMs,
    bodyTimeout: 0,
    connections: MAX_CONNECTIONS,
  });
  return async ({ headers, signal, ...request }) => {
    const over = new AbortController();
    // AbortSignal.any takes longer, and leaves more to collect.
    const abort = (): void => over.abort(signal?.reason);
    const unlisten = (): void => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    let timer: NodeJS.Timeout | undefined;
    // Each informational response (1xx) restarts the timer of the HTTP library, so that a server that repeats them would never end.
    const onInfo = (): void => {
      timer ??= setTimeout(() => over.abort(noResponse(silenceMs)), silenceMs);
    };
    try {
      const response = await agent.request({
        ...request,
        onInfo,
        headers: { ...COMMON_HEADERS, ...headers },
        signal: over.signal,
      });
      onAnswer();
      // A body that is discarded ends with an error that no code awaits.
      response.body.on('error', () => {}).on('close', unlisten);
      return { status: response.statusCode, headers: joined(response.headers), body: response.body };
    } catch (error) {
      unlisten();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Returns the headers that request an object from an offset, on conditions. */
export function objectHeaders({ at, ifMatch, ifUnmodifiedSince }: ObjectRequest): Record<string, string> {
  return {
    ...(at > 0 && { range: `bytes=${at}-` }),
    ...(ifMatch && { 'if-match': ifMatch }),
    ...(ifUnmodifiedSince && { 'if-unmodified-since': ifUnmodifiedSince.toUTCString() }),
  };
}

/** Returns a response with the stored bytes of an object. */
export function objectResponse({ status, headers, body }: HttpResponse): ObjectResponse {
  const length = headers['content-length'];
  return {
    status,
    etag: headers.etag,
    modified: dateOf(headers['last-modified']),
    contentRange: headers['content-range'],
    contentLength: length === undefined ? undefined : Number(length),
    body,
  };
}

function noResponse(silenceMs: number): Error {
  const message = `only informational responses in ${printCount(silenceMs)} ms`;
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
