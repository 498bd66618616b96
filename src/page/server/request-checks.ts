// Decides which requests the server of the page answers: only those of its own page. A browser sends requests of any page to this machine, so that each
// check is independent: the address that was asked for, the page that asks, the token of this process, the form of the body.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PageError } from './page-error.ts';

/** Bytes of a question. Ours: a filter of the platform has at most 30 kB, a job little more. */
export const MAX_QUESTION_BYTES: number = 1024 * 1024;

/** The header fields of every response. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The policy of the page: nothing leaves this machine, nothing runs but the assets. @param nonce of the style element of the editor */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A name or an address with a port, as a browser writes it. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const ORIGIN = /^(?:null|[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)$/i;

/** Checks the address that a request asks for. @throws PageError */
export function checkHost(request: IncomingMessage, port: number): void {
  const hosts = valuesOf(request, 'host');
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !HOST.test(host))
    throw new PageError(400, 'bad-host', 'cannot answer: found an invalid Host header');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host.replace(/:\d+$/, '')) || !host.endsWith(`:${port}`))
    throw new PageError(
      403,
      'other-host',
      'cannot answer: found another host in the Host header, expected the address that headgate open has printed',
    );
}

/** Checks that no page of another site asks for an asset: navigations alone may come from anywhere. @throws PageError */
export function checkAssetRequest({ headers }: IncomingMessage): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  if (mode === 'navigate' && destination === 'document') return;
  throw otherPage();
}

/** Checks that a question comes from the page itself, and knows the token. @throws PageError */
export function checkQuestion(request: IncomingMessage, tokenHash: Buffer): void {
  const { host, 'sec-fetch-site': site, 'content-type': type } = request.headers;
  const origins = valuesOf(request, 'origin');
  const [origin = ''] = origins;
  if (origins.length > 1 || (origins.length === 1 && !ORIGIN.test(origin)))
    throw new PageError(400, 'bad-origin', 'cannot answer: found an invalid Origin header');
  if (origin !== `http://${host}` || site !== 'same-origin') throw otherPage();
  const [authorization = ''] = valuesOf(request, 'authorization');
  const [, token = ''] = /^Bearer ([\w-]+)$/.exec(authorization) ?? [];
  if (!timingSafeEqual(hashOf(token), tokenHash))
    throw new PageError(
      401,
      'wrong-token',
      'cannot answer: the token is missing or of another run; open the address that headgate open has printed',
    );
  if (!/^application\/json(?:; *charset=utf-8)?$/i.test(type ?? ''))
    throw new PageError(415, 'bad-type', 'cannot answer: found another content type, expected application/json');
}

/** A hash has the same size for every token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Reads the body. Takes all of a larger one, so that the browser reads the answer. @throws PageError */
export async function readBody(request: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_QUESTION_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > MAX_QUESTION_BYTES) {
    const found = bytes.toLocaleString('en-US');
    const expected = MAX_QUESTION_BYTES.toLocaleString('en-US');
    throw new PageError(
      413,
      'too-large',
      `cannot read the question: found ${found} bytes, expected at most ${expected}; a filter that the platform accepts is much shorter`,
    );
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The same sentence.
  }
  throw new PageError(400, 'bad-question', 'cannot read the question: found something else, expected a JSON object');
}

function otherPage(): PageError {
  return new PageError(
    403,
    'other-page',
    'cannot answer: the request is of another page, expected one of the page that headgate open serves',
  );
}

/** The values of a header field, each occurrence by itself. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
}
