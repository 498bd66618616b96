// Connects the API to a server of node:http.
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { answerMalformed } from './malformed-request.ts';

/** Creates the listener. It answers every request, also one whose address is no URL. */
export function createRequestListener(api: Hono): RequestListener {
  return getRequestListener(api.fetch, {
    // For requests without a Host header. The API does not use the host.
    hostname: 'localhost',
    errorHandler: answerMalformed,
    // The sandbox is a library: with the server's own classes, `instanceof Response` is false for each answer of `fetch`.
    overrideGlobalObjects: false,
  });
}
