// Asks the headgate process on this machine: the token, the questions of the contract, and whether the process still answers. Shows nothing.
import { signal } from '@preact/signals';
import type { Api, Coverage, Failed } from '../contract.ts';

/** What the page knows of the process: `refused`: the token is missing or that of another process. */
export type Connection = 'starting' | 'answering' | 'lost' | 'refused';
/** Whether the process answers. */
export const connection = signal<Connection>('starting');
/** How much of the source has been read, as of the last report. */
export const coverage = signal<Coverage | null>(null);

/** Where the token is kept: a reload of this tab finds it, another tab does not. */
const TOKEN_KEY = 'headgate.token';
/** A newer question of the same kind, perhaps of another tab, has replaced one that is still wanted: ask again after this time. Milliseconds. */
const AGAIN_MS = 150;

let token = '';

/** Keeps the token of the address for this tab, and takes it out of the address. @returns the fragment without it */
export function takeToken(): string {
  const parameters = new URLSearchParams(location.hash.slice(1));
  token = parameters.get('token') ?? sessionStorage.getItem(TOKEN_KEY) ?? '';
  connection.value = token === '' ? 'refused' : 'starting';
  if (parameters.has('token')) {
    sessionStorage.setItem(TOKEN_KEY, token);
    parameters.delete('token');
    history.replaceState(null, '', `#${parameters}`);
  }
  return parameters.toString();
}

/** An answer that is a sentence: the question, a filter or the index is not right. */
export class Refused extends Error {
  readonly failure: Failed['error'];
  constructor(failure: Failed['error']) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Asks. @throws {Refused}, an AbortError, or an Error that says that the process does not answer */
export async function ask<Name extends keyof Api>(
  name: Name,
  question: Api[Name][0],
  signal?: AbortSignal,
): Promise<Api[Name][1]> {
  for (;;) {
    const answer: Api[Name][1] | Failed = await (await post(name, question, signal)).json();
    if (!('error' in answer)) return answer;
    if (answer.error.code !== 'superseded') throw new Refused(answer.error);
    await new Promise((again) => setTimeout(again, AGAIN_MS));
    signal?.throwIfAborted();
  }
}

async function post(name: string, question: object, signal?: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
      cache: 'no-store',
      signal: signal ?? null,
    });
    connection.value = response.status === 401 ? 'refused' : 'answering';
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.value = 'lost';
    throw new Error('headgate does not answer', { cause: error });
  }
}
