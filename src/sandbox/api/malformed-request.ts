// The answers to requests that never reach a route, because the server cannot parse them.
import { maxHeaderSize, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { printCount } from '../../base/index.ts';
import { errorEnvelope } from './envelope.ts';
import { CODES, messageAt } from './request/api-error.ts';

const EXPECTED = `expected HTTP/1.1, a valid URL, and at most ${printCount(maxHeaderSize)} bytes of headers`;
const ENVELOPE = JSON.stringify(
  errorEnvelope([messageAt(CODES.malformedRequest, `cannot parse the request: ${EXPECTED}`)]),
);
/** Statuses by the code of a parser's error; all others are 400. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers a request whose URL or Host header is invalid. */
export function answerMalformed(): Response {
  return new Response(ENVELOPE, { status: 400, headers: { 'content-type': 'application/json' } });
}

/** Makes a server answer what its parser rejects with the envelope. */
export function answerParserErrors(server: Server): void {
  const reject = (socket: Duplex, status = '400 Bad Request'): void => {
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(ENVELOPE)}\r\nConnection: close\r\n\r\n${ENVELOPE}`,
    );
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) reject(socket, STATUSES[error.code ?? '']);
    else socket.destroy();
  });
  server.on('connect', (_request, socket) => reject(socket));
}
