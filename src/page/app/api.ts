// Asks the headgate process on this machine: the token, the questions of the contract, and whether the process still answers. Shows nothing.
import { signal } from '@preact/signals';
import { type Api, type Coverage, type Failed, type ResponseLine, SLOW } from '../contract.ts';

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
    const answer = (await post(name, question, signal)) as Api[Name][1] | Failed;
    if (!('error' in answer)) return answer;
    if (answer.error.code !== 'superseded') throw new Refused(answer.error);
    await new Promise((again) => setTimeout(again, AGAIN_MS));
    signal?.throwIfAborted();
  }
}

interface Waiting extends PromiseWithResolvers<unknown> {
  asked: { name: keyof Api; question: object };
  signal: AbortSignal | undefined;
}

/** Questions of one request: a request for each takes longer than most answers. */
let batch: Waiting[] = [];

function post(name: keyof Api, question: object, signal: AbortSignal | undefined): Promise<unknown> {
  const waiting = { ...Promise.withResolvers<unknown>(), asked: { name, question }, signal };
  if (SLOW.has(name)) {
    void send([waiting]);
    return waiting.promise;
  }
  if (batch.length === 0)
    queueMicrotask(() => {
      const questions = batch;
      batch = [];
      void send(questions);
    });
  batch.push(waiting);
  return waiting.promise;
}

async function send(questions: readonly Waiting[]): Promise<void> {
  const wanted = new Set(questions);
  let left = questions.length;
  const unwanted = new AbortController();
  for (const one of questions) {
    const cancel = (): void => {
      one.reject(one.signal!.reason);
      wanted.delete(one);
      if (wanted.size === 0) unwanted.abort();
    };
    if (one.signal?.aborted) cancel();
    else one.signal?.addEventListener('abort', cancel);
  }
  try {
    const response = await fetch('/api', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(questions.map(({ asked }) => asked)),
      cache: 'no-store',
      signal: unwanted.signal,
    });
    connection.value = response.status === 401 ? 'refused' : 'answering';
    if (!response.ok) {
      const failed: Failed = await response.json();
      for (const one of wanted) one.resolve(failed);
      return;
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let begun: string[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const [end, ...lines] = read.value.split('\n');
      begun.push(end!);
      for (const line of lines) {
        const { index, answer }: ResponseLine = JSON.parse(begun.join(''));
        begun = [line];
        questions[index]!.resolve(answer);
        wanted.delete(questions[index]!);
        left -= 1;
      }
      // What is left is not wanted any more.
      if (wanted.size === 0 && left > 0) unwanted.abort();
    }
    if (wanted.size > 0) throw new Error('the answer ends early');
  } catch (error) {
    if (unwanted.signal.aborted) return;
    connection.value = 'lost';
    for (const one of wanted) one.reject(new Error('headgate does not answer', { cause: error }));
  }
}
