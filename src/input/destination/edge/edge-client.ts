// Sends requests to the edge script, each once. Follows redirects within one origin only: the key belongs to it.
import { createHttpClient, type HttpRequest, type HttpResponse } from '../bucket/http-client.ts';
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

/** A request to the origin. */
export type EdgeRequest = Omit<HttpRequest, 'origin'>;

/** Sends requests to one origin. */
export interface EdgeClient {
  /** @throws EdgeResponseError for a redirect that is not followed; the error of the connection */
  send(request: EdgeRequest): Promise<HttpResponse>;
  /** Reads the body of a response with status 200 as text. @throws EdgeResponseError for another status, or if it is too long */
  readText(response: HttpResponse): Promise<string>;
  /** Reads the error of a response. */
  readError(response: HttpResponse): Promise<EdgeResponseError>;
  /** Replaces the key in text of the server, for messages. */
  hideKey(text: string): string;
}

/** Creates the client of an origin. @param onAnswer called when a response begins */
export async function createEdgeClient(
  { origin, authKey }: EdgeLocation,
  limits: DestinationLimits,
  onAnswer: () => void,
): Promise<EdgeClient> {
  const connectMs = isLocalTls(origin) ? Math.min(limits.connectMs, LOCAL_TLS_MS) : limits.connectMs;
  const sendHttp = await createHttpClient({ ...limits, connectMs }, onAnswer);
  const keyHeader = authKey && { 'x-custom-auth-key': authKey };

  const readText = async ({ body }: HttpResponse, most: number): Promise<string> =>
    (await readBody(body, most, limits)).toString('utf8');

  const readError = async (response: HttpResponse): Promise<EdgeResponseError> =>
    EdgeResponseError.ofContent(response, await readText(response, ERROR_BYTES));

  return {
    async send(request) {
      let { path } = request;
      const headers = { ...keyHeader, ...request.headers };
      for (let redirects = 0; ; redirects += 1) {
        const response = await sendHttp({ ...request, origin, path, headers });
        if (!REDIRECTS.has(response.status)) return response;
        response.body.destroy();
        const target = targetOf(response, origin + path);
        if (target?.origin !== origin) throw EdgeResponseError.ofRedirect(response, target);
        if (redirects === MAX_REDIRECTS) throw EdgeResponseError.ofRedirectLoop(response);
        path = target.pathname + target.search;
      }
    },
    async readText(response) {
      if (response.status !== 200) throw await readError(response);
      const text = await readText(response, ANSWER_BYTES);
      if (Buffer.byteLength(text) > ANSWER_BYTES) throw EdgeResponseError.ofContent(response, text);
      return text;
    },
    readError,
    hideKey: (text) => hideKey(text, authKey),
  };
}

function targetOf({ headers }: HttpResponse, base: string): URL | undefined {
  return (headers.location === undefined ? null : URL.parse(headers.location, base)) ?? undefined;
}
