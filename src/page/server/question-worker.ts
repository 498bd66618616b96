// The entry of the thread that answers the questions of the page, one after the other: the most urgent first, none that is not wanted any more.
import { parentPort, workerData } from 'node:worker_threads';
import { QUESTIONS } from '../question-schemas.ts';
import { failureOf } from './page-error.ts';
import { PageQuestions } from './page-questions.ts';
import type { FromQuestions, QuestionsStart, ToQuestions } from './question-thread.ts';

const NAMES = Object.keys(QUESTIONS);

type Asked = Extract<ToQuestions, { kind: 'ask' }>;

const port = parentPort!;
const { source, isGrowing }: QuestionsStart = workerData;
const questions = new PageQuestions(source, isGrowing);
const waiting: Asked[] = [];
let current: { id: number; abort: AbortController } | undefined;

const post = (message: FromQuestions): void => port.postMessage(message);

async function answer({ id, name, question }: Asked, signal: AbortSignal): Promise<void> {
  try {
    // As JSON: the thread of the server has only to send it.
    post({ id, json: JSON.stringify(await questions.answer(name, question, signal)) });
  } catch (error) {
    // The server ignores the failure of a cancelled question.
    post({ id, failure: failureOf(error) });
  }
}

async function answerAll(): Promise<void> {
  while (waiting.length > 0) {
    const rank = ({ name }: Asked): number => NAMES.indexOf(name);
    const next = waiting.reduce((best, one) => (rank(one) < rank(best) ? one : best));
    waiting.splice(waiting.indexOf(next), 1);
    current = { id: next.id, abort: new AbortController() };
    await answer(next, current.abort.signal);
    current = undefined;
    // Messages that cancel come before the next question.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let isAnswering = false;

port.on('message', (message: ToQuestions) => {
  if (message.kind === 'grown') return questions.endGrowth(message.failure);
  if (message.kind === 'cancel') {
    if (current?.id === message.id) return current.abort.abort();
    const at = waiting.findIndex(({ id }) => id === message.id);
    if (at >= 0) waiting.splice(at, 1);
    return;
  }
  waiting.push(message);
  if (isAnswering) return;
  isAnswering = true;
  void answerAll().finally(() => {
    isAnswering = false;
  });
});
