// Which answers count as those of the present question: never one of an older question, index or process, in whatever order answers arrive.
import { join } from 'node:path';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../helpers/programs.ts';

// Types of browsers are those of src/page/app alone.
const app = (name: string) => import(join(ROOT, `src/page/app/${name}.ts`));
const { connection, coverage } = await app('api');
const { createPanel, revision } = await app('answers');
const { typing } = await app('page-state');

interface Sent {
  /** Of all questions of one request. */
  request: number;
  name: string;
  question: { to: string };
  isAborted: () => boolean;
  answer: (body: object) => Promise<void>;
}
let sent: Sent[];
let requests = 0;
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
  vi.stubGlobal('fetch', async (_path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    requests += 1;
    const request = requests;
    const lines = new TransformStream<Uint8Array>();
    const writer = lines.writable.getWriter();
    const questions: Pick<Sent, 'name' | 'question'>[] = JSON.parse(body);
    for (const [index, one] of questions.entries())
      sent.push({
        ...{ ...one, request, isAborted: () => signal.aborted },
        answer: async (answer) => {
          void writer.write(Buffer.from(`${JSON.stringify({ index, answer })}\n`));
          await settled();
        },
      });
    return { ok: true, status: 200, body: lines.readable };
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
  it('forgets why there was no answer when it asks again', async () => {
    const panel = createPanel('verdict', () => ({ to: 'a' }));
    await settled();
    await sentOf('verdict').answer(FAILED);
    expect(panel.failure.value?.code).toBe('index-changed');
    now += 1;
    coverage.value = over();
    expect([panel.failure.value, panel.isWaiting.value]).toEqual([null, true]);
    await settled();
    await sentOf('verdict').answer({ over: over() });
    expect([panel.failure.value, panel.isCurrent.value]).toEqual([null, true]);
  });

  it('shares one request with other panels, and the last cancelled question cancels the request', async () => {
    const [question, other] = [signal({ to: 'a' }), signal({ to: 'a' })];
    const [verdict, costs] = [createPanel('verdict', () => question.value), createPanel('costs', () => other.value)];
    await settled();
    expect(sent.slice(-2).map(({ name }) => name)).toEqual(['verdict', 'costs']);
    const [first, second] = sent.slice(-2) as [Sent, Sent];
    await second.answer({ over: over() });
    expect([verdict.isWaiting.value, costs.isCurrent.value]).toEqual([true, true]);
    other.value = { to: 'b' };
    await settled();
    expect([first.isAborted(), verdict.isWaiting.value]).toEqual([false, true]);
    question.value = { to: 'b' };
    await settled();
    expect([first.isAborted(), sentOf('verdict').isAborted()]).toEqual([true, false]);
  });

  it('asks with the others when a person who types pauses', async () => {
    const question = signal({ to: 'a' });
    for (const name of ['verdict', 'costs', 'lines']) createPanel(name, () => question.value);
    await settled();
    Object.assign(typing, { isLast: true, at: performance.now() });
    const before = requests;
    question.value = { to: 'ab' };
    await settled();
    expect(requests).toBe(before);
    await vi.waitFor(() => expect(sentOf('lines').question).toEqual({ to: 'ab' }));
    const asked = sent.filter(({ question: { to } }) => to === 'ab');
    expect(asked.map(({ name, request }) => [name, request])).toEqual(
      ['verdict', 'costs', 'lines'].map((name) => [name, before + 1]),
    );
    typing.isLast = false;
  });

  it('that takes seconds has a request of its own', async () => {
    const question = signal({ to: 'c' });
    for (const name of ['suggest', 'verdict']) createPanel(name, () => question.value);
    await settled();
    expect(sentOf('suggest').request).not.toBe(sentOf('verdict').request);
    question.value = { to: 'd' };
    await settled();
    expect(sent.filter(({ question: { to } }) => to === 'c').map((one) => one.isAborted())).toEqual([true, true]);
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
