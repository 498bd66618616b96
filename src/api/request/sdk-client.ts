// The official SDK with the resources that headgate needs. Every option is explicit: none of the variables that the SDK reads from the
// environment changes an address, a header, a credential or a log. The SDK does not retry: send-request.ts does.

import { BaseJobs } from 'cloudflare/resources/logpush/jobs';
import { BaseOwnership } from 'cloudflare/resources/logpush/ownership';
import { BasePhases } from 'cloudflare/resources/rulesets/phases';
import { BaseRules } from 'cloudflare/resources/rulesets/rules';
import { BaseRulesets } from 'cloudflare/resources/rulesets/rulesets';
import { BaseZones } from 'cloudflare/resources/zones/zones';
import { createClient } from 'cloudflare/tree-shakable';
import type { Credentials } from '../management-api.ts';

/** The client. */
export type SdkClient = ReturnType<typeof createSdkClient>;

/** Most bytes of an answer; a list of 1,000 jobs has about 4 MB. Ours. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Statuses of answers without a body. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** Creates a client. @param timeoutMs for a request with its whole answer */
export function createSdkClient(baseURL: string, credentials: Credentials, timeoutMs: number) {
  const isToken = 'token' in credentials;
  return createClient({
    resources: [BaseJobs, BaseOwnership, BaseRulesets, BasePhases, BaseRules, BaseZones],
    baseURL,
    apiToken: isToken ? credentials.token : null,
    apiEmail: isToken ? null : credentials.email,
    apiKey: isToken ? null : credentials.key,
    userServiceKey: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: (url, init) => fetchWhole(url, init, credentials),
  });
}

/**
 * Sends a request with the headers of this function alone, because the SDK adds those of CLOUDFLARE_CUSTOM_HEADERS, which could replace
 * the credentials. Follows no redirect: it would send the credentials to another address. Returns with the whole body, so that the time
 * limit of the SDK covers it.
 */
async function fetchWhole(
  url: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  credentials: Credentials,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'headgate' });
  if (init?.body != null) headers.set('content-type', 'application/json');
  if ('token' in credentials) headers.set('authorization', `Bearer ${credentials.token}`);
  else {
    headers.set('x-auth-email', credentials.email);
    headers.set('x-auth-key', credentials.key);
  }
  const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
  const body = await readBounded(answer);
  return new Response(WITHOUT_BODY.includes(answer.status) ? null : body, {
    status: answer.status,
    headers: answer.headers,
  });
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An answer above {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLong extends Error {
  readonly expected: string = `at most ${MAX_ANSWER_BYTES / 2 ** 20} MiB`;
}
