// One panel, one question at a time: a newer question cancels the older one, an answer belongs to exactly one question, and an old answer is
// marked as such until the new one arrives. Decides when to ask; shows nothing.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Answered, Api, Failed } from '../contract.ts';
import { ask, connection, coverage, Refused } from './api.ts';
import { typing } from './page-state.ts';

/** While a person types, a question waits for this pause. Milliseconds. */
const PAUSE_MS = 100;
/** After this pause an old answer shows that it is old. Most answers arrive before: marking all panels takes as long as drawing one. Milliseconds. */
const LATE_MS = 300;
/** While objects are read, figures are asked again at most this often. Milliseconds. */
const REFRESH_MS = 1000;

/** The index that answers are asked of: changes while objects are read, at most every second, and once reading has ended. */
export const revision: Signal<number> = signal(0);
let refreshed = 0;
let refresh: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  const next = coverage.value;
  clearTimeout(refresh);
  if (next === null || next.revision === revision.peek()) return;
  const update = (): void => {
    refreshed = performance.now();
    revision.value = next.revision;
  };
  const wait = next.isComplete ? 0 : refreshed + REFRESH_MS - performance.now();
  if (wait <= 0) update();
  else refresh = setTimeout(update, wait);
});

/** Whether the page knows what the source is: before, no question is that of the page. */
const isOpen = computed(() => coverage.value !== null);

let pause: { key: number; over: Promise<void> } | undefined;

/** The pause after a key: one for all panels, so that they ask together. @param key when it was typed */
function pauseAfter(key: number): Promise<void> {
  if (pause?.key !== key) pause = { key, over: new Promise((over) => setTimeout(over, PAUSE_MS)) };
  return pause.over;
}

/** The answers of a panel. */
export interface Panel<Answer> {
  /** The last answer; null before the first. It may be that of an older question. */
  readonly answer: ReadonlySignal<Answer | null>;
  /** Whether {@link answer} answers the present question. */
  readonly isCurrent: ReadonlySignal<boolean>;
  /** Whether the present question has no answer yet. */
  readonly isWaiting: ReadonlySignal<boolean>;
  /** Whether the present question has no answer for so long that it shows: a short pause does not flicker. */
  readonly isLate: ReadonlySignal<boolean>;
  /** Why the present question has no answer. */
  readonly failure: ReadonlySignal<Failed['error'] | null>;
}

/**
 * Asks whenever the question changes.
 * @param question null: nothing to ask, the answer is forgotten; undefined: not known yet, the panel waits and the last answer stays
 */
export function createPanel<Name extends keyof Api>(
  name: Name,
  question: () => Api[Name][0] | null | undefined,
): Panel<Api[Name][1]> & {
  /** The question of the last answer. */ readonly asked: ReadonlySignal<Api[Name][0] | null>;
} {
  type Answer = Api[Name][1];
  const isOfIndex = name !== 'check';
  const key = computed(() => {
    const asked = question();
    return asked ? JSON.stringify(asked) : asked;
  });
  const got = signal<{ key: string; answer: Answer } | null>(null);
  const failed = signal<{ key: string; error: Failed['error'] } | null>(null);
  let last = 0;
  effect(() => {
    if (isOfIndex) revision.value;
    const [now, isReachable] = [key.value, connection.value === 'answering' && isOpen.value];
    if (now === null) {
      got.value = null;
      failed.value = null;
      return;
    }
    if (!isReachable || now === undefined) return;
    const running = new AbortController();
    // Why the same question had no answer before, of another revision or connection, is over.
    failed.value = null;
    const run = async (): Promise<void> => {
      try {
        const answer = await ask(name, JSON.parse(now), running.signal);
        running.signal.throwIfAborted();
        got.value = { key: now, answer };
      } catch (error) {
        if (running.signal.aborted) return;
        const refused =
          error instanceof Refused ? error.failure : { code: 'unreachable', message: 'headgate does not answer' };
        failed.value = { key: now, error: refused };
      }
    };
    // The first key after a pause is answered at once, the following ones once the person pauses.
    const isBusy = typing.isLast && performance.now() - last < PAUSE_MS;
    last = performance.now();
    // Else before the frame that draws the key: the process computes meanwhile. A change before that replaces the question.
    const ready = isBusy ? pauseAfter(typing.at) : Promise.resolve();
    void ready.then(() => {
      if (!running.signal.aborted) void run();
    });
    return () => running.abort();
  });
  const isCurrent = computed(() => {
    const answer = got.value;
    if (answer === null || answer.key !== key.value) return false;
    return !isOfIndex || (answer.answer as Answered).over.revision >= revision.value;
  });
  const isAsked = computed(() => key.value !== null);
  const isLate = signal(false);
  effect(() => {
    isLate.value = false;
    if (isCurrent.value || !isAsked.value) return undefined;
    const timer = setTimeout(() => {
      isLate.value = true;
    }, LATE_MS);
    return () => clearTimeout(timer);
  });
  const failure = computed(() => (failed.value !== null && failed.value.key === key.value ? failed.value.error : null));
  return {
    answer: computed(() => got.value?.answer ?? null),
    asked: computed(() => got.value && JSON.parse(got.value.key)),
    isCurrent,
    isLate,
    isWaiting: computed(
      () => connection.value !== 'refused' && key.value !== null && !isCurrent.value && failure.value === null,
    ),
    failure,
  };
}
