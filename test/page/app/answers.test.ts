// Which answers count as those of the present question: never one of an older question, index or process, in whatever order answers arrive.
import { join } from 'node:path';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../helpers/programs.ts';

// Types of browsers are those of src/page/app alone.
const app = (name: string) => import(join(ROOT, `src/page/app/${name}.ts`));
const { connection, coverage } = await app('api');
const { createPanel, revision } = await app('answers');

interface Sent {
  name: string;
  question: { to: string };
  isAborted: () => boolean;
  answer: (body: object) => Promise<void>;
}
let sent: Sent[];
let now: number;

/** Waits until what was caused has happened: timers of no wait, and what follows from them. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};
const over = (of = now) => ({ objects: 1, objectsInAll: 1, lines: 1, isComplete: true, revision: of });
const FAILED = { error: { code: 'index-changed', message: 'the index has changed' } };

beforeEach(() => {
  sent = [];
  now = revision.value === Number.POSITIVE_INFINITY ? 1 : revision.value + 1;
  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    signal.addEventListener('abort', () => reject(signal.reason));
    sent.push({
      ...{ name: path.replace('/api/', ''), question: JSON.parse(body), isAborted: () => signal.aborted },
      answer: async (found) => {
        resolve({ status: 'error' in found ? 422 : 200, json: async () => found });
        await settled();
      },
    });
    return promise;
  });
  coverage.value = over();
  connection.value = 'answering';
});
afterEach(() => {
  vi.unstubAllGlobals();
  connection.value = 'lost';
});

const sentOf = (name: string): Sent => sent.findLast((one) => one.name === name)!;

describe('a panel', () => {
  it('forgets why there was no answer when it asks again, and so do those after it', async () => {
    const question = signal({ to: 'a' });
    const first = createPanel('verdict', () => question.value);
    const second = createPanel('costs', () => question.value, [first]);
    await settled();
    await sentOf('verdict').answer(FAILED);
    expect([first.failure.value?.code, second.failure.value?.code]).toEqual(['index-changed', 'index-changed']);
    now += 1;
    coverage.value = over();
    expect([first.failure.value, first.isWaiting.value]).toEqual([null, true]);
    await settled();
    await sentOf('verdict').answer({ over: over() });
    expect([second.failure.value, second.isWaiting.value]).toEqual([null, true]);
    await sentOf('costs').answer({ over: over() });
    expect([first.isCurrent.value, second.isCurrent.value]).toEqual([true, true]);
  });

  it('shows that its answer is old while a person goes on typing', async () => {
    const question = signal<{ to: string } | null>({ to: 'a' });
    const panel = createPanel('verdict', () => question.value);
    await settled();
    await sentOf('verdict').answer({ over: over() });
    question.value = { to: 'ab' };
    await vi.waitFor(() => expect(panel.isLate.value).toBe(true));
    question.value = { to: 'abc' };
    expect(panel.isLate.value).toBe(true);
    question.value = null;
    expect([panel.isLate.value, panel.isWaiting.value]).toEqual([false, false]);
  });

  it('waits while its question is not known, and keeps its answer', async () => {
    const question = signal<{ to: string } | null | undefined>(undefined);
    const panel = createPanel('values', () => question.value);
    await settled();
    expect([sentOf('values'), panel.isWaiting.value, panel.answer.value]).toEqual([undefined, true, null]);
    question.value = { to: 'a' };
    await settled();
    await sentOf('values').answer({ over: over() });
    question.value = undefined;
    expect([panel.isWaiting.value, panel.isCurrent.value, panel.answer.value]).toEqual([true, false, { over: over() }]);
    question.value = null;
    expect([panel.isWaiting.value, panel.answer.value]).toEqual([false, null]);
  });

  it('has no current figure of a process whose token was replaced', async () => {
    const panel = createPanel('verdict', () => ({ to: 'a' }));
    await settled();
    await sentOf('verdict').answer({ over: over() });
    expect(panel.isCurrent.value).toBe(true);
    revision.value = Number.POSITIVE_INFINITY;
    expect([panel.isCurrent.value, panel.isWaiting.value]).toEqual([false, true]);
    now += 1;
    coverage.value = over();
    expect(panel.isCurrent.value).toBe(false);
    await settled();
    await sentOf('verdict').answer({ over: over() });
    expect(panel.isCurrent.value).toBe(true);
  });
});
