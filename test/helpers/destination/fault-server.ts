// An HTTP server between the program and a bucket that injects faults into answers: by the number of a request, by its
// key, or by chance with a seed. Passes all other answers on unchanged.
import { createServer, request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { mix32 } from '../../../src/base/index.ts';
import { listen } from '../listen.ts';

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

/**
 * An answer, and how to deliver it. Positions are bytes of the body; `start` is before the status line, `headers` after
 * the headers.
 */
export interface Delivery extends BucketAnswer {
  /** Resets the connection at this position. */
  resetAt?: 'start' | 'headers' | number;
  /** Ends the body at this position, as if it were complete: without a Content-Length. */
  endAt?: number;
  /** Sends nothing after this position; the connection stays open. */
  stallAt?: 'start' | 'headers' | number;
  /** Sends single bytes after this position, this many milliseconds apart. */
  trickle?: { at: number; everyMs: number };
  /** Omits the Content-Length; the end of the connection ends the body. */
  isUnmeasured?: boolean;
  /** Bytes to send instead of HTTP. */
  raw?: string;
  /** Delays the answer until this resolves. */
  when?: Promise<unknown>;
}

/** Injects a fault. @returns undefined to leave the answer unchanged */
export type Fault = (request: FaultRequest, answer: BucketAnswer) => Partial<Delivery> | undefined;

/** Answers a request before a fault is injected. */
export type Origin = (path: string, headers: IncomingHttpHeaders, query: URLSearchParams) => Promise<BucketAnswer>;

/** A running server. */
export interface FaultServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  requests: FaultRequest[];
  stop(): Promise<void>;
}

/** Starts a server in front of an origin. */
export async function startFaultServer(origin: Origin, fault: Fault): Promise<FaultServer> {
  const requests: FaultRequest[] = [];
  const turns = new Map<string, number>();
  const counts = { list: 0, get: 0 };
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const action = url.searchParams.has('list-type') || url.searchParams.has('list') ? 'list' : 'get';
    // The last two segments of a path: folder and name.
    const key = action === 'list' ? '' : decodeURIComponent(url.pathname.split('/').slice(-2).join('/'));
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const index = counts[action];
    counts[action] += 1;
    const request: FaultRequest = { action, key, query: url.searchParams, headers: incoming.headers, index, turn };
    requests.push(request);
    const answer = await origin(incoming.url ?? '/', incoming.headers, url.searchParams);
    const delivery = { ...answer, ...fault(request, answer) };
    await delivery.when;
    deliver(response, delivery, timers);
  });
  const { origin: address, stop } = await listen(server);
  return {
    origin: address,
    requests,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      return stop();
    },
  };
}

function deliver(response: ServerResponse, delivery: Delivery, timers: Set<NodeJS.Timeout>): void {
  const { status, headers, body, resetAt, endAt, stallAt, trickle, isUnmeasured, raw } = delivery;
  const socket = response.socket!;
  if (resetAt === 'start') return void socket.resetAndDestroy();
  if (stallAt === 'start') return;
  if (raw !== undefined) return void socket.end(raw);
  if (isUnmeasured === true || endAt !== undefined) response.useChunkedEncodingByDefault = false;
  else response.setHeader('content-length', body.length);
  response.writeHead(status, headers);
  const places = [resetAt, stallAt, endAt, trickle?.at].map((place) => (place === 'headers' ? 0 : place));
  const place = places.find((one) => one !== undefined);
  if (place === undefined) return void response.end(body);
  response.flushHeaders();
  const then = (): void => {
    if (resetAt !== undefined) setImmediate(() => socket.resetAndDestroy());
    else if (endAt !== undefined) response.end();
    else if (trickle !== undefined) timers.add(drip(response, body.subarray(place), trickle.everyMs));
  };
  if (place === 0) then();
  else response.write(body.subarray(0, place), then);
}

function drip(response: ServerResponse, rest: Buffer, everyMs: number): NodeJS.Timeout {
  let at = 0;
  const timer = setInterval(() => {
    if (at < rest.length && !response.destroyed) response.write(rest.subarray(at, at + 1));
    else clearInterval(timer);
    at += 1;
  }, everyMs);
  return timer;
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

function ask(url: URL, headers: IncomingHttpHeaders): Promise<BucketAnswer> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(url, { headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const told = Object.entries(answer.headers).filter(
        ([name]) => !/^(content-length|transfer-encoding|connection|date)$/.test(name),
      );
      resolve({
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(told) as Record<string, string>,
        body: Buffer.concat(chunks),
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** Injects a fault into a random share of answers, the same ones for the same seed. */
export function byChance(share: number, seed: number, fault: Fault): Fault {
  return (request, answer) =>
    mix32(mix32(seed) + request.index * 2 + (request.action === 'get' ? 1 : 0)) < share * 2 ** 32
      ? fault(request, answer)
      : undefined;
}
