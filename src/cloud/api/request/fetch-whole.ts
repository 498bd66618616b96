// Sends one request of the SDK with headers of our own, and reads the whole answer.
import { PROXY_LOGIN } from '../../../base/index.ts';
import type { Credentials } from '../management-api.ts';
import { BLOCKED_PORT } from './api-failure.ts';

/** Most bytes of an answer; a list of 1,000 jobs has about 4 MB. Chosen by headgate. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Statuses of answers without a body. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** An answer above {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLong extends Error {
  readonly found: string = `an answer of more than ${MAX_ANSWER_BYTES / 2 ** 20} MiB`;
}

/** There is no answer, or only a part of it. Has no text: the SDK takes a failed connection for one without an answer if it contains "timeout". */
export class ConnectionFailed extends Error {
  /** System codes of the error and of its causes; empty if there are none. */
  readonly codes: readonly string[];

  constructor(codes: readonly string[]) {
    super('');
    this.codes = codes;
  }
}

/**
 * Sends a request. The headers are only those of this function, because the SDK adds those of CLOUDFLARE_CUSTOM_HEADERS, which could replace
 * the credentials. Follows no redirect: it would send the credentials to another address. Returns with the whole body, so that the time
 * limit of the SDK covers it.
 * @throws AnswerTooLong, ConnectionFailed, or an `AbortError` after the time limit or the signal
 */
export async function fetchWhole(
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
  try {
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    const body = await readBounded(answer);
    return new Response(WITHOUT_BODY.includes(answer.status) ? null : body, {
      status: answer.status,
      headers: answer.headers,
    });
  } catch (error) {
    if (error instanceof AnswerTooLong || (error instanceof Error && error.name === 'AbortError')) throw error;
    throw new ConnectionFailed(codesOf(error));
  }
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

/** Codes of errors of `fetch` that have none, by their messages. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  'bad port': BLOCKED_PORT,
  'proxy authentication required': PROXY_LOGIN,
  // Of an answer with status 407 outside a window, by the Fetch standard.
  '': PROXY_LOGIN,
};

/** Codes of an error, of its causes, and of the attempts for each address of a host. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, cause } = error as NodeJS.ErrnoException;
  const isGroup = error instanceof AggregateError;
  const named = typeof code === 'string' ? code : isGroup ? undefined : WITHOUT_CODE[error.message];
  const own = named === undefined ? [] : [named];
  const attempts = isGroup ? error.errors.flatMap(codesOf) : [];
  return [...own, ...attempts, ...codesOf(cause)];
}
