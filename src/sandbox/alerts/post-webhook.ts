// Sends one POST to a webhook on this machine. Sends nothing to another machine, follows no redirect, and uses no proxy.
import { lookup } from 'node:dns';
import { Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { BlockList, type LookupFunction } from 'node:net';
import { isLoopback } from '../../base/index.ts';
import type { PostOutcome } from './health-event.ts';

/** Longest time for a POST with the head of its answer. Chosen by headgate. Milliseconds. */
const WEBHOOK_LIMIT_MS = 5000;
/** Header with the secret of a webhook. docs/platform.md, "Notification policies". */
const SECRET_HEADER = 'cf-webhook-auth';
const OWN_ADDRESSES = new BlockList();
OWN_ADDRESSES.addSubnet('127.0.0.0', 8, 'ipv4');
OWN_ADDRESSES.addAddress('::1', 'ipv6');

/** What to send. */
export interface WebhookPost {
  readonly url: string;
  /** Sent as `cf-webhook-auth`. */
  readonly secret?: string | undefined;
  /** Sent as JSON. */
  readonly payload: object;
  /** Ends the POST. */
  readonly signal?: AbortSignal | undefined;
  /** @default WEBHOOK_LIMIT_MS */
  readonly limitMs?: number | undefined;
}

/** Sends it. Never throws. @returns `delivered` for HTTP 2xx; messages contain the host, and nothing else of the address */
export async function postWebhook(post: WebhookPost): Promise<PostOutcome> {
  const { url: text, signal, limitMs = WEBHOOK_LIMIT_MS } = post;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return { outcome: 'failed', reason: 'the webhook has no address that begins with http:// or https://' };
  }
  if (!isLoopback(url)) {
    return { outcome: 'not-sent', reason: `${url.host} is another machine, and the sandbox sends only to this one` };
  }
  if (signal?.aborted === true) return { outcome: 'failed', reason: reasonOf(signal.reason, url, limitMs) };
  const limit = AbortSignal.timeout(limitMs);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const status = await send(url, post, either);
    if (status >= 200 && status < 300) return { outcome: 'delivered', status };
    const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
    return { outcome: 'failed', status, reason: `${url.host} answers HTTP ${status}${redirect}` };
  } catch (error) {
    return { outcome: 'failed', reason: reasonOf(either.aborted ? either.reason : error, url, limitMs) };
  }
}

/** @returns the HTTP status */
function send(url: URL, { secret, payload }: WebhookPost, signal: AbortSignal): Promise<number> {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'headgate-sandbox',
    ...(secret !== undefined && secret !== '' && { [SECRET_HEADER]: secret }),
  };
  const isTls = url.protocol === 'https:';
  // Agents of their own: those of the process may use a proxy.
  const agent = isTls ? new TlsAgent() : new Agent();
  const options = { method: 'POST', headers, signal, agent, lookup: lookUpHere };
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(url, options, (answer) => {
      resolve(answer.statusCode ?? 0);
      // The rest of the answer is not used.
      answer.on('error', () => {}).destroy();
    });
    request.on('error', reject).end(body);
  });
}

/** Resolves `localhost`, as `dns.lookup`. The system may give it addresses of another machine, which are left out. */
export const lookUpHere: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found = []) => {
    const own = found.filter(({ address, family }) => OWN_ADDRESSES.check(address, family === 6 ? 'ipv6' : 'ipv4'));
    const [first] = own;
    if (first === undefined) {
      callback(error ?? Object.assign(new Error('no address of this machine'), { code: 'ENOTFOUND' }), '');
    } else if (options.all === true) callback(null, own);
    else callback(null, first.address, first.family);
  });
};

function reasonOf(error: unknown, { host }: URL, limitMs: number): string {
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return `${host} does not answer within ${limitMs / 1000} s`;
  if (name === 'AbortError') return `the sandbox stopped before ${host} answered`;
  if (code === 'ECONNREFUSED') return `no server listens at ${host} (connection refused)`;
  return `${host} sends no HTTP answer${code === undefined ? '' : ` (${code})`}`;
}
