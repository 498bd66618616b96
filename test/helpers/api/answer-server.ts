// An HTTP server that gives fixed answers in place of the API, and records what it receives.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from '../listen.ts';

/** An answer. */
export interface FixedAnswer {
  /** @default 200 */
  status?: number;
  /** An object becomes JSON. @default empty */
  body?: unknown;
  /** @default JSON for an object, none for a text */
  headers?: Record<string, string>;
}

export interface AnswerServer {
  /** `http://127.0.0.1:<port>/client/v4` */
  baseURL: string;
  received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[];
  /** The next requests receive these answers; the last one repeats. Forgets what was received. */
  answer(...answers: FixedAnswer[]): void;
  stop(): Promise<void>;
}

/** The envelope with a result. @param rest other keys, such as `result_info` */
export function succeeds(result: unknown, rest: object = {}): FixedAnswer {
  return { body: { success: true, errors: [], messages: [], result, ...rest } };
}

/** The envelope with an error. @param headers beside that for JSON */
export function fails(status: number, code: number | undefined, message?: string, headers = {}): FixedAnswer {
  return {
    ...{ status, headers: { 'content-type': 'application/json', ...headers } },
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  };
}

/** Starts the server. */
export async function startAnswerServer(): Promise<AnswerServer> {
  let next: FixedAnswer[] = [];
  const received: AnswerServer['received'] = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    received.push({ method: incoming.method!, url: incoming.url!, headers: incoming.headers, body: text });
    const { status = 200, body = '', headers } = (next.length > 1 ? next.shift() : next[0]) ?? {};
    const isText = typeof body === 'string';
    response.writeHead(status, headers ?? (isText ? {} : { 'content-type': 'application/json' }));
    response.end(isText ? body : JSON.stringify(body));
  });
  const { origin, stop } = await listen(server);
  return {
    baseURL: `${origin}/client/v4`,
    received,
    answer: (...answers) => {
      next = answers;
      received.length = 0;
    },
    stop,
  };
}
