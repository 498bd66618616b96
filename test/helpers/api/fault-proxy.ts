// An HTTP server in front of the API of a sandbox that injects one fault, at the n-th request, and records every request by method and path.
//
//   const proxy = await startFaultProxy(sandbox);                       // once for each test file; `await proxy.stop()` at the end
//   const api = await connectApi({ baseURL: proxy.baseURL, credentials, ...FAST });
//   const clean = await withFaultAt(proxy, undefined, () => apply(…));  // clean.requests.length: how many requests there are to fault
//   const run = await withFaultAt(proxy, { at: 3, kind: 'cut-after' }, () => apply(…));
//   run.isHit, run.error?.message, run.requests
//
// `FAULT_KINDS` has all quick kinds, `SILENT_KINDS` those that need `IMPATIENT`; those in `CHANGES_ANYWAY` let the change happen before they break the answer. A fault happens once, so that a
// repeated request succeeds; `lasting: true` repeats it for every request from the n-th on. Requests are counted from 1 in each run.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type HttpAnswer, type ReceivedRequest, startHttpServer } from '../http-server.ts';
import { fails } from './answer-server.ts';

/** Options of `connectApi` with short waits between requests. */
export const FAST = { timeoutMs: 10_000, retry: { delayMs: 1, maxRetryAfterMs: 50 } } as const;
/** Also with a short time limit, for {@link SILENT_KINDS}. Under load, a request without a fault may exceed it, too. */
export const IMPATIENT = { ...FAST, timeoutMs: 500 } as const;

/** A fault. `-after`: the request is forwarded first, and its answer is replaced. */
export const FAULT_KINDS = [
  'http-401',
  'http-403',
  'http-404',
  'http-409',
  'http-429',
  'http-429-long',
  'http-500',
  'http-500-after',
  'html-200',
  'html-200-after',
  'html-502',
  'html-502-after',
  'success-false',
  'cut-before',
  'cut-after',
  'cut-body',
] as const;
/** No answer: they take the whole time limit. */
export const SILENT_KINDS = ['silence-before', 'silence-after'] as const;
/** The gateway gave up, and the API may still process the request: a write is not sent again until its outcome is known. */
export const STILL_RUNNING = 'http-504';
export type FaultKind = (typeof FAULT_KINDS | typeof SILENT_KINDS)[number] | typeof STILL_RUNNING;

/** The kinds after which the change was made. */
export const CHANGES_ANYWAY: readonly FaultKind[] = [...FAULT_KINDS, ...SILENT_KINDS].filter(
  (kind) => kind.endsWith('-after') || kind === 'cut-body',
);

/** The fault of one request, or those of the first requests in turn. */
export type Faults = FaultAt | readonly (FaultKind | undefined)[] | undefined;

/** Where a fault is injected. */
export interface FaultAt {
  /** Number of the request, from 1. */
  at: number;
  kind: FaultKind;
  /** Also at every later request. @default false */
  lasting?: boolean;
  /** Only if this returns true, called when the request is the last one of `requests`. */
  when?: () => boolean;
}

/** A request without its secrets. */
export interface SeenRequest {
  method: string;
  /** Below the base URL, without a query. */
  path: string;
}

export interface FaultProxy {
  /** To use in place of that of the sandbox. */
  baseURL: string;
  /** Since the start of the run. */
  requests: SeenRequest[];
  /** Starts a new run: counts from 1 again. A list has the fault of each request in turn; those after it have none. */
  begin(faults: Faults): void;
  stop(): Promise<void>;
}

/** The result of {@link withFaultAt}. */
export interface FaultedRun<Result> {
  /** Undefined if the run failed. */
  result: Result | undefined;
  error: (Error & { code?: string; kind?: string }) | undefined;
  requests: readonly SeenRequest[];
  /** Whether the run sent the request at which the fault was. */
  isHit: boolean;
}

/** Runs with a fault, or without one. Never throws. */
export async function withFaultAt<Result>(
  proxy: FaultProxy,
  fault: Faults,
  run: () => Promise<Result>,
): Promise<FaultedRun<Result>> {
  proxy.begin(fault);
  const done = await run().then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: error instanceof Error ? error : new Error(String(error)) }),
  );
  const requests = [...proxy.requests];
  proxy.begin(undefined);
  return { ...done, requests, isHit: requests.length >= firstOf(fault) };
}

/** Starts the server. */
export async function startFaultProxy(sandbox: { baseURL: string }): Promise<FaultProxy> {
  const target = new URL(sandbox.baseURL);
  const agent = new Agent({ keepAlive: true });
  let fault: Faults;
  const requests: SeenRequest[] = [];
  const { origin, stop } = await startHttpServer(async (received) => {
    requests.push({ method: received.method, path: received.path.slice(target.pathname.length) });
    const kind = kindFor(fault, requests.length);
    const isForwarded = kind === undefined || CHANGES_ANYWAY.includes(kind);
    const real = isForwarded ? await forward(target, agent, received) : {};
    return kind === undefined ? real : faulty(kind, real);
  });
  return {
    baseURL: origin + target.pathname,
    requests,
    begin: (next) => {
      fault = next;
      requests.length = 0;
    },
    stop: () => {
      agent.destroy();
      return stop();
    },
  };
}

/** Number of the first request with a fault; Infinity without one. */
function firstOf(faults: Faults): number {
  if (faults === undefined) return Number.POSITIVE_INFINITY;
  if ('kind' in faults) return faults.at;
  const index = faults.findIndex((kind) => kind !== undefined);
  return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
}

/** @param count number of the request, from 1 */
function kindFor(faults: Faults, count: number): FaultKind | undefined {
  if (faults === undefined) return undefined;
  if (!('kind' in faults)) return faults[count - 1];
  const { at, kind, lasting = false, when } = faults;
  const isTurn = lasting ? count >= at : count === at;
  return isTurn && (when?.() ?? true) ? kind : undefined;
}

const HTML = '<!DOCTYPE html><html><body><h1>Something is in the way</h1></body></html>';
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Missing X-Auth-Key, X-Auth-Email or Authorization headers',
  403: 'Authentication error',
  404: 'No route for the URI',
  409: 'The object was changed by another request',
  429: 'Rate limited. Please wait and consider throttling your request speed',
  500: 'internal server error',
  504: 'gateway timeout',
};
const CODES: Readonly<Record<number, number>> = { 401: 9106, 403: 10000, 404: 7003, 429: 10429, 500: 10500 };

/** @param real the answer of the API */
function faulty(kind: FaultKind, real: HttpAnswer): HttpAnswer {
  if (kind === 'cut-before' || kind === 'cut-after') return { resetAt: 'start' };
  if (kind === 'cut-body') return { ...real, status: 200, resetAt: (real.body as Buffer).length >> 1 };
  if (kind.startsWith('silence')) return { stallAt: 'start' };
  if (kind.startsWith('html')) {
    return { status: kind.startsWith('html-200') ? 200 : 502, headers: { 'content-type': 'text/html' }, body: HTML };
  }
  if (kind === 'success-false') return fails(200, 1000, 'not processed');
  const status = Number(kind.slice('http-'.length, 'http-'.length + 3));
  const headers = status === 429 ? { 'retry-after': kind === 'http-429-long' ? '250' : '0' } : {};
  return fails(status, CODES[status] ?? 10009, MESSAGES[status], headers);
}

/** Headers of one connection and of the form of a body. */
const OF_CONNECTION = /^(?:host|connection|content-length|transfer-encoding|keep-alive)$/;

/** Sends a request on, over a connection that is kept: with `fetch` the tests of faults take a tenth longer. */
async function forward(
  target: URL,
  agent: Agent,
  { url, method, headers, body }: ReceivedRequest,
): Promise<HttpAnswer> {
  const sent = Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name));
  const length = Buffer.byteLength(body);
  const asking = request(new URL(url, target), {
    ...{ method, agent },
    headers: { ...Object.fromEntries(sent), ...(length > 0 && { 'content-length': length }) },
  });
  asking.end(body);
  const [real] = (await once(asking, 'response')) as [IncomingMessage];
  const kept = Object.entries(real.headers).filter(([name]) => !OF_CONNECTION.test(name));
  const answered = Object.fromEntries(kept) as Record<string, string>;
  return { status: real.statusCode!, headers: answered, body: await buffer(real) };
}
