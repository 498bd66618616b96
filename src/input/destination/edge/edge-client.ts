// Sends requests to the edge script, each once. Follows redirects within one origin only: the key belongs to it. Imports the HTTP
// client only when a bucket is used.
import type { Readable } from 'node:stream';
import { printCount } from '../../../base/index.ts';
import { MAX_CONNECTIONS } from '../bucket/bucket-transport.ts';
import { ANSWER_BYTES, readBody } from '../bucket/read-timeout.ts';
import type { DestinationLimits } from '../destination.ts';
import type { EdgeLocation } from '../location/location.ts';
import { isLocalTls } from '../location/parse-edge-location.ts';
import { EdgeResponseError } from './edge-response-error.ts';
import { hideKey } from './hide-key.ts';

/** Redirects to follow for one request. */
export const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Bytes of a response with an error status that {@link EdgeResponseError} judges. */
const ERROR_BYTES = 64 * 1024;

/**
 * Longest wait for a TLS connection to this machine. A plain HTTP server may wait for the rest of what it takes for a request line, for ever.
 * Milliseconds.
 */
export const LOCAL_TLS_MS = 5000;

/** A request. */
export interface EdgeRequest {
  method: 'GET' | 'HEAD';
  /** Path and query of a URL. */
  path: string;
  headers?: Record<string, string>;
  signal: AbortSignal | undefined;
}

/** The beginning of a response that is not a redirect. */
export interface EdgeResponse {
  status: number;
  /** By lower-case name; repeated headers are joined. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Readable;
}

/** Sends requests to one origin. */
export interface EdgeClient {
  /** @throws EdgeResponseError for a redirect that is not followed; the error of the connection */
  send(request: EdgeRequest): Promise<EdgeResponse>;
  /** Reads the body of a response with status 200 as text. @throws EdgeResponseError for another status, or if it is too long */
  readText(response: EdgeResponse, signal: AbortSignal | undefined): Promise<string>;
  /** Reads the error of a response. */
  readError(response: EdgeResponse, signal: AbortSignal | undefined): Promise<EdgeResponseError>;
  /** Replaces the key in text of the server, for messages. */
  hideKey(text: string): string;
}

/** Creates the client of an origin. @param onAnswer called when a response begins */
export async function createEdgeClient(
  { origin, authKey }: EdgeLocation,
  limits: DestinationLimits,
  onAnswer: () => void,
): Promise<EdgeClient> {
  const { Agent } = await import('undici');
  const agent = new Agent({
    connect: { timeout: isLocalTls(origin) ? Math.min(limits.connectMs, LOCAL_TLS_MS) : limits.connectMs },
    // Until the response begins; readBody watches for silence within it, because a body may wait for a slow reader.
    headersTimeout: limits.silenceMs,
    bodyTimeout: 0,
    connections: MAX_CONNECTIONS,
  });
  const common = {
    'user-agent': 'headgate',
    // An object is read as it is stored.
    'accept-encoding': 'identity',
    ...(authKey && { 'x-custom-auth-key': authKey }),
  };

  const sendOnce = async ({ method, path, headers, signal }: EdgeRequest): Promise<EdgeResponse> => {
    const over = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // Each informational response (1xx) restarts the timer of the HTTP client, so that a server that repeats them would never end.
    const onInfo = (): void => {
      timer ??= setTimeout(() => over.abort(noResponse(limits.silenceMs)), limits.silenceMs);
    };
    try {
      const response = await agent.request({
        origin,
        path,
        method,
        onInfo,
        headers: { ...common, ...headers },
        signal: AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]),
      });
      onAnswer();
      // A body that is discarded ends with an error that no code awaits.
      response.body.on('error', () => {});
      return { status: response.statusCode, headers: joined(response.headers), body: response.body };
    } finally {
      clearTimeout(timer);
    }
  };

  const readText = async ({ body }: EdgeResponse, most: number, signal: AbortSignal | undefined): Promise<string> =>
    (await readBody(body, most, limits, signal)).toString('utf8');

  const readError = async (response: EdgeResponse, signal: AbortSignal | undefined): Promise<EdgeResponseError> =>
    EdgeResponseError.ofContent(response, await readText(response, ERROR_BYTES, signal));

  return {
    async send(request) {
      let { path } = request;
      for (let redirects = 0; ; redirects += 1) {
        const response = await sendOnce({ ...request, path });
        if (!REDIRECTS.has(response.status)) return response;
        response.body.destroy();
        const target = targetOf(response, origin + path);
        if (target?.origin !== origin) throw EdgeResponseError.ofRedirect(response, target);
        if (redirects === MAX_REDIRECTS) throw EdgeResponseError.ofRedirectLoop(response);
        path = target.pathname + target.search;
      }
    },
    async readText(response, signal) {
      if (response.status !== 200) throw await readError(response, signal);
      const text = await readText(response, ANSWER_BYTES, signal);
      if (Buffer.byteLength(text) > ANSWER_BYTES) throw EdgeResponseError.ofContent(response, text);
      return text;
    },
    readError,
    hideKey: (text) => hideKey(text, authKey),
  };
}

function noResponse(silenceMs: number): Error {
  const message = `only informational responses in ${printCount(silenceMs)} ms`;
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}

function targetOf({ headers }: EdgeResponse, base: string): URL | undefined {
  return (headers.location === undefined ? null : URL.parse(headers.location, base)) ?? undefined;
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
