// An HTTP server on loopback: waits with requests until their handler is there, and stops without cutting an answer.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HeadgateError, writeReason } from '../base/index.ts';
import { answerParserErrors } from './api/malformed-request.ts';

/** No other machine can reach it. */
const LOOPBACK = '127.0.0.1';
/** Time for answers in progress when the server stops. Milliseconds. */
const GRACE_MS = 2000;
/** Interval between looks for connections that became idle. Milliseconds. */
const IDLE_CHECK_MS = 20;

/** A listening server. */
export interface LocalServer {
  /** `http://127.0.0.1:8791` */
  readonly origin: string;
  readonly port: number;
  /** Sets the handler. Requests before that wait. */
  handle(listener: RequestListener): void;
  /** Finishes answers in progress, then closes all connections. */
  stop(): Promise<void>;
}

/** What listens. */
interface LocalService {
  /** For messages: `the sandbox`. */
  name: string;
  /** Makes a server answer what its parser rejects. */
  answerParserErrors: (server: Server) => void;
}

/**
 * Starts to listen.
 * @param port 0 selects a free port
 * @throws HeadgateError `port-in-use`, `port-refused`
 */
export async function listenLocally(
  port: number,
  service: LocalService = { name: 'the sandbox', answerParserErrors },
): Promise<LocalServer> {
  const handler = Promise.withResolvers<RequestListener>();
  const listener: RequestListener = async (request, response) => (await handler.promise)(request, response);
  // The handler answers a request without a Host header, and one with an unknown expectation.
  const server = createServer({ requireHostHeader: false }, listener).on('checkExpectation', listener);
  service.answerParserErrors(server);
  await new Promise<void>((resolve, reject) => {
    // Stays: a connection that cannot be accepted, for lack of descriptors, is an error event, too.
    server.on('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, service)));
    server.listen({ port, host: LOOPBACK }, resolve);
  });
  const { port: found } = server.address() as AddressInfo;
  return {
    origin: `http://${LOOPBACK}:${found}`,
    port: found,
    handle: handler.resolve,
    stop: () =>
      new Promise((resolve) => {
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
      }),
  };
}

function listenError(error: NodeJS.ErrnoException, port: number, { name }: LocalService): HeadgateError {
  if (error.code === 'EADDRINUSE') {
    return new HeadgateError(
      'port-in-use',
      `cannot start ${name}: port ${port} is already in use; choose another port, or 0 for any free one`,
    );
  }
  const reason = error.code === 'EACCES' ? 'this user may not use it' : writeReason(error);
  return new HeadgateError(
    'port-refused',
    `cannot start ${name}: cannot listen on port ${port}: ${reason}; choose another port`,
  );
}
