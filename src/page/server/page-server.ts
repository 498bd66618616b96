// Serves the page on loopback: its assets from memory, and the answers of the question thread. Never opens a file for a request.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { extname, join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { listenLocally } from '../../sandbox/index.ts';
import { type Failure, failureOf, PageError } from './page-error.ts';
import type { QuestionThread } from './question-thread.ts';
import {
  checkAssetRequest,
  checkHost,
  checkQuestion,
  contentPolicy,
  hashOf,
  readBody,
  SAFE_HEADERS,
} from './request-checks.ts';

/** Bytes of the token and of a nonce. */
const TOKEN_BYTES = 32;
const NONCE_BYTES = 16;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** A file of the page. */
interface Asset {
  body: Buffer;
  mediaType: string;
}

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
  { assets, noncePlaceholder }: { assets: ReadonlyMap<string, Asset>; noncePlaceholder: string },
): Hono<Bound> {
  const app = new Hono<Bound>();
  app.use(async ({ env: { incoming } }, next) => {
    checkHost(incoming, port);
    await next();
  });
  app.post('/api/:name', async (context) => {
    const { incoming } = context.env;
    checkQuestion(incoming, tokenHash);
    const question = await readBody(incoming);
    const answer = await thread.ask(context.req.param('name'), question, context.req.raw.signal);
    if ('failure' in answer) return responseOf(answer.failure);
    return new Response(answer.json, { headers: { ...SAFE_HEADERS, 'content-type': 'application/json' } });
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
function readAssets(folder: string): Map<string, Asset> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const place = path.slice(folder.length).replaceAll('\\', '/');
      const mediaType = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
      return [place === '/index.html' ? '/' : place, { body: readFileSync(path), mediaType }];
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
