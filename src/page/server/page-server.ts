// Serves the page on loopback: its assets from memory, and the answers of the question thread. Never opens a file for a request. A browser sends
// requests of any page to this machine, so that each check is independent: the address that was asked for, the page that asks, the token of this
// process, the form of the body.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { extname, join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { z } from 'zod';
import { listenLocally } from '../../sandbox/index.ts';
import { REQUEST } from '../question-schemas.ts';
import { type Failure, failureOf, PageError } from './page-error.ts';
import type { QuestionThread } from './question-thread.ts';

/** Bytes of the token and of a nonce. */
const TOKEN_BYTES = 32;
const NONCE_BYTES = 16;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Bytes of a request, whose questions each have the state. Ours: a filter of the platform has at most 30 kB, a job little more. */
export const MAX_REQUEST_BYTES: number = 8 * 1024 * 1024;

/** The header fields of every response. */
const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A running server. */
export interface PageServer {
  /** With the token, which every question needs. */
  readonly address: string;
  readonly port: number;
  stop(): Promise<void>;
}

type Bound = { Bindings: HttpBindings };
/** What answers. */
type Answering = Pick<QuestionThread, 'ask' | 'stop'>;

/**
 * Starts the server.
 * @param folder of the built page
 * @param noncePlaceholder in its HTML
 * @throws HeadgateError `port-in-use`, `port-refused`
 */
export async function startServer(
  thread: Answering,
  { port, folder, noncePlaceholder }: { port: number; folder: string; noncePlaceholder: string },
): Promise<PageServer> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const server = await listenLocally(port, { name: 'the page', answerParserErrors });
  const app = createApp(thread, server.port, hashOf(token), { assets: readAssets(folder), noncePlaceholder });
  server.handle(
    getRequestListener(app.fetch, {
      // For a request without a Host header, which the checks reject.
      hostname: 'localhost',
      errorHandler: () => responseOf({ status: 400, body: { error: { code: 'bad-request', message: MALFORMED } } }),
      overrideGlobalObjects: false,
    }),
  );
  return {
    address: `${server.origin}/#token=${token}`,
    port: server.port,
    stop: async () => {
      await Promise.all([server.stop(), thread.stop()]);
    },
  };
}

const MALFORMED = 'cannot parse the request: expected HTTP/1.1 and a valid address';

function createApp(
  thread: Answering,
  port: number,
  tokenHash: Buffer,
  { assets, noncePlaceholder }: { assets: ReturnType<typeof readAssets>; noncePlaceholder: string },
): Hono<Bound> {
  const app = new Hono<Bound>();
  app.use(async ({ env: { incoming } }, next) => {
    checkHost(incoming, port);
    await next();
  });
  app.post('/api', async (context) => {
    const { incoming } = context.env;
    checkQuestion(incoming, tokenHash);
    const questions = await readQuestions(incoming);
    const { signal } = context.req.raw;
    const answers = new ReadableStream<Uint8Array>({
      async start(response) {
        await Promise.all(
          questions.map(async ({ name, question }, index) => {
            const answer = await thread.ask(name, question, signal);
            const json = 'failure' in answer ? JSON.stringify(answer.failure.body) : answer.json;
            if (!signal.aborted) response.enqueue(Buffer.from(`{"index":${index},"answer":${json}}\n`));
          }),
        );
        if (!signal.aborted) response.close();
      },
    });
    return new Response(answers, { headers: { ...SAFE_HEADERS, 'content-type': 'application/x-ndjson' } });
  });
  app.get('*', (context) => {
    checkAssetRequest(context.env.incoming);
    // The path as the client has sent it: nothing decodes it, so that it is a name of the map or nothing.
    const [path = ''] = (context.env.incoming.url ?? '').split('?');
    const asset = assets.get(path);
    if (asset === undefined) throw new PageError(404, 'not-found', 'cannot answer: there is nothing at this path');
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const isPage = path === '/';
    const body = isPage ? asset.body.toString('utf8').replaceAll(noncePlaceholder, nonce) : new Uint8Array(asset.body);
    const headers = {
      ...SAFE_HEADERS,
      'content-type': asset.mediaType,
      'content-security-policy': contentPolicy(nonce),
    };
    return new Response(body, { headers });
  });
  app.all('*', () => {
    throw new PageError(
      405,
      'bad-method',
      'cannot answer: found another method, expected GET for the page and POST for questions',
    );
  });
  app.onError((error) => responseOf(failureOf(error)));
  return app;
}

function responseOf({ status, body }: Failure): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...SAFE_HEADERS, 'content-type': 'application/json', 'content-security-policy': contentPolicy('') },
  });
}

/** Reads the files of the page: the only ones that are ever sent. */
function readAssets(folder: string) {
  return new Map(
    globSync('**/*.*', { cwd: folder }).map((name) => {
      const path = name === 'index.html' ? '/' : `/${name.replaceAll('\\', '/')}`;
      const mediaType = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
      return [path, { body: readFileSync(join(folder, name)), mediaType }] as const;
    }),
  );
}

/** Ends connections of another protocol, and those that ask for one: the page has no WebSocket. */
function answerParserErrors(server: Server): void {
  const reject = (socket: { writable?: boolean; end(text: string): unknown; destroy(): unknown }): void => {
    if (socket.writable === false) socket.destroy();
    else socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  server.on('clientError', (_error, socket) => reject(socket));
  server.on('connect', (_request: IncomingMessage, socket) => reject(socket));
  server.on('upgrade', (_request: IncomingMessage, socket) => reject(socket));
}

/** The policy of the page: nothing leaves this machine, nothing runs but the assets. @param nonce of the style element of the editor */
function contentPolicy(nonce: string): string {
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
function checkHost(request: IncomingMessage, port: number): void {
  const hosts = request.headersDistinct.host ?? [];
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
function checkAssetRequest({ headers }: IncomingMessage): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  if (mode === 'navigate' && destination === 'document') return;
  throw otherPage();
}

/** Checks that a question comes from the page itself, and knows the token. @throws PageError */
function checkQuestion(request: IncomingMessage, tokenHash: Buffer): void {
  const { host, 'sec-fetch-site': site, 'content-type': type } = request.headers;
  const { origin: origins = [], authorization: [authorization = ''] = [] } = request.headersDistinct;
  const [origin = ''] = origins;
  if (origins.length > 1 || (origins.length === 1 && !ORIGIN.test(origin)))
    throw new PageError(400, 'bad-origin', 'cannot answer: found an invalid Origin header');
  if (origin !== `http://${host}` || site !== 'same-origin') throw otherPage();
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
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Reads the body. Takes all of a larger one, so that the browser reads the answer. @throws PageError */
async function readQuestions(request: AsyncIterable<Uint8Array>): Promise<z.infer<typeof REQUEST>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_REQUEST_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > MAX_REQUEST_BYTES) {
    const found = bytes.toLocaleString('en-US');
    const expected = MAX_REQUEST_BYTES.toLocaleString('en-US');
    throw new PageError(
      413,
      'too-large',
      `cannot read the questions: found ${found} bytes, expected at most ${expected}; a filter that the platform accepts is much shorter`,
    );
  }
  try {
    return REQUEST.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    const message = 'cannot read the questions: found something else, expected a JSON array of {"name", "question"}';
    throw new PageError(400, 'bad-question', message);
  }
}

function otherPage(): PageError {
  return new PageError(
    403,
    'other-page',
    'cannot answer: the request is of another page, expected one of the page that headgate open serves',
  );
}
