// An HTTP server between the program and a bucket that injects faults into answers: by the number of a request, by its
// key, or by chance with a seed. Passes all other answers on unchanged.
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { mix32 } from '../../../src/base/index.ts';
import { type HttpAnswer, type HttpServer, startHttpServer } from '../http-server.ts';

/** A received request. */
export interface FaultRequest {
  action: 'list' | 'get';
  /** Decoded key; empty for a listing. */
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Number of earlier requests of this action. */
  index: number;
  /** Number of earlier requests for this key, or of this action for a listing. */
  turn: number;
}

/** A complete answer. */
export interface BucketAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Injects a fault. @returns undefined to leave the answer unchanged */
export type Fault = (request: FaultRequest, answer: BucketAnswer) => HttpAnswer | undefined;

/** Answers a request before a fault is injected. */
export type Origin = (path: string, headers: IncomingHttpHeaders, query: URLSearchParams) => Promise<BucketAnswer>;

/** Starts a server in front of an origin. */
export function startFaultServer(origin: Origin, fault: Fault): Promise<HttpServer> {
  const turns = new Map<string, number>();
  const counts = { list: 0, get: 0 };
  return startHttpServer(async ({ url, path, query, headers }) => {
    const action = query.has('list-type') || query.has('list') ? 'list' : 'get';
    // The last two segments of a path: folder and name.
    const key = action === 'list' ? '' : decodeURIComponent(path.split('/').slice(-2).join('/'));
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const index = counts[action]++;
    const answer = await origin(url, headers, query);
    return { ...answer, ...fault({ action, key, query, headers, index, turn }, answer) };
  });
}

/** Caches the answers of a bucket, for all clients. Requests keep their signature. */
export function rememberedOrigin(endpoint: string): Origin {
  const known = new Map<string, Promise<BucketAnswer>>();
  return (path, headers) => {
    const id = JSON.stringify([path, headers.range, headers['if-match']]);
    const answer = known.get(id) ?? ask(new URL(path, endpoint), headers);
    known.set(id, answer);
    return answer;
  };
}

/** Asks over a connection of its own: the bucket closes idle ones, perhaps just as a request is sent. */
async function ask(url: URL, { connection: _, ...headers }: IncomingHttpHeaders): Promise<BucketAnswer> {
  const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  const kept = Object.entries(answer.headers).filter(
    ([name]) => !/^(content-length|transfer-encoding|connection|date)$/.test(name),
  );
  const copied = Object.fromEntries(kept) as Record<string, string>;
  return { status: answer.statusCode!, headers: copied, body: await buffer(answer) };
}

/** Injects a fault into a random share of answers, the same ones for the same seed. */
export function byChance(share: number, seed: number, fault: Fault): Fault {
  return (request, answer) =>
    mix32(mix32(seed) + request.index * 2 + (request.action === 'get' ? 1 : 0)) < share * 2 ** 32
      ? fault(request, answer)
      : undefined;
}
