// The thread that answers questions, from the side of the server: asks, cancels, and reports that it has died.
import { Worker } from 'node:worker_threads';
import { workerEntry } from '../../input/threads/index.ts';
import type { NullReading } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import type { FormRequest } from '../../verbs/request/logs-request.ts';
import type { PrintedFlag } from '../../verbs/request/print-source-flags.ts';
import { type PageState, SLOW } from '../contract.ts';
import { type Failure, failureOf, PageError } from './page-error.ts';

/** What the page is about: plain data, for the thread that answers. */
export interface PageSource {
  /** Real path of the index. */
  folder: string;
  /** Whether it is built for this run. */
  isTemporary: boolean;
  dataset: string;
  reading: FormRequest | undefined;
  nullAs: NullReading;
  undecidedOk: boolean;
  /** The sources as on the command line, without secrets. */
  sources: readonly string[];
  /** Flags about the form of the objects, as on the command line: for commands to take along. */
  sourceFlags: readonly PrintedFlag[];
  /** What the page begins with. */
  state: PageState;
  /** The SQL of the transformer that the page begins with. Empty: none. */
  sql: string;
  /** Of the job whose filter is in force: which fields reach the transformer, and how. */
  output: OutputOptions | undefined;
  version: string;
}

/** The data of the thread. */
export interface QuestionsStart {
  source: PageSource;
  /** Whether a build writes the index. */
  isGrowing: boolean;
}

/** To the thread. */
export type ToQuestions =
  | { kind: 'ask'; id: number; name: string; question: unknown }
  | { kind: 'cancel'; id: number }
  /** The build of the index has ended. @param failure why it has not read everything */
  | { kind: 'grown'; failure: string | undefined };

/** An answer as JSON, or why there is none. */
export type Answer = { json: string } | { failure: Failure };

/** From the thread. */
export type FromQuestions = Answer & { id: number };

/** Asks the thread. A thread that dies is started again by the next question. */
export class QuestionThread {
  readonly #start: QuestionsStart;
  #worker: Worker | undefined;
  #id = 0;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  /** Those of slow questions. */
  readonly #apart = new Set<QuestionThread>();

  constructor(start: QuestionsStart) {
    this.#start = start;
    // Loading takes as long as an answer.
    this.#worker = this.#open();
  }

  /** Answers a question; never rejects. @param signal cancels it: the scan stops between objects */
  async ask(name: string, question: unknown, signal?: AbortSignal): Promise<Answer> {
    if (!SLOW.has(name)) return await this.#askHere(name, question, signal);
    // A signal ends its thread at once, whatever it does.
    const own = new QuestionThread(this.#start);
    this.#apart.add(own);
    try {
      return await own.#askHere(name, question, signal);
    } finally {
      this.#apart.delete(own);
      await own.stop();
    }
  }

  async #askHere(name: string, question: unknown, signal: AbortSignal | undefined): Promise<Answer> {
    this.#id += 1;
    const id = this.#id;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    const cancel = (): void => {
      this.#post({ kind: 'cancel', id });
      this.#answer(id, { failure: failureOf(new PageError(409, 'superseded', 'a newer question replaces this one')) });
    };
    this.#post({ kind: 'ask', id, name, question });
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Notes that the index does not grow any more. */
  endGrowth(failure: string | undefined): void {
    this.#start.isGrowing = false;
    this.#post({ kind: 'grown', failure });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#worker?.terminate(), ...[...this.#apart].map((one) => one.stop())]);
  }

  #post(message: ToQuestions): void {
    this.#worker ??= this.#open();
    this.#worker.postMessage(message);
  }

  #answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #open(): Worker {
    const worker = new Worker(workerEntry('question-worker', import.meta.url), { workerData: this.#start });
    const die = (reason: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const id of [...this.#waiting.keys()]) this.#answer(id, { failure: failureOf(reason) });
    };
    worker.on('message', ({ id, ...answer }: FromQuestions) => this.#answer(id, answer));
    worker.on('error', die);
    worker.on('exit', (code) => die(new Error(`the thread that answers has ended with code ${code}`)));
    return worker;
  }
}
