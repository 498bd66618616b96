// The rows of the lines table that have been asked for: blocks of one question, the one in view first, one request at a time. Shows nothing.
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Api, Failed, LineRow } from '../contract.ts';
import { type Panel, revision } from './answers.ts';
import { ask, connection, Refused } from './api.ts';

/** Rows of a request. */
const BLOCK = 100;
/** Blocks that are kept: those that were asked for last. */
const MAX_BLOCKS = 60;

/** What a table of lines asks: without the rows. */
export type LinesOf = Omit<Api['lines'][0], 'first' | 'count'>;

/** The lines of one question. The blocks of an older question go, once those of the present one arrive. */
export class LineStore implements Panel<number> {
  /** Changes whenever rows arrive. */
  readonly version = signal(0);
  /** Lines in all, of the last answer; null before the first. */
  readonly answer = signal<number | null>(null);
  readonly failure = signal<Failed['error'] | null>(null);
  readonly isCurrent: Panel<number>['isCurrent'];
  readonly isWaiting: Panel<number>['isWaiting'];
  #blocks = new Map<number, LineRow[]>();
  /** The question and the revision of the blocks. */
  readonly #got = signal({ key: '', revision: -1 });
  #shown = { first: 0, end: BLOCK };
  #running: AbortController | undefined;
  readonly #question: () => LinesOf | null;

  /** @param question read as a signal @param before figures that are asked first: old lines stay if they fail */
  constructor(question: () => LinesOf | null, before: Panel<unknown>) {
    this.#question = question;
    const key = computed(() => JSON.stringify(question()));
    this.isCurrent = computed(() => {
      const got = this.#got.value;
      return this.failure.value === null && got.key === key.value && got.revision >= revision.value;
    });
    this.isWaiting = computed(() => key.value !== 'null' && !this.isCurrent.value && this.failure.value === null);
    effect(() => {
      revision.value;
      // An answer to the question of before must not arrive beside a new filter, also if that one has no answer.
      this.#running?.abort();
      this.#running = undefined;
      this.failure.value = before.failure.value;
      const isBlocked = before.isWaiting.value || before.failure.value !== null;
      if (key.value !== 'null' && !isBlocked && connection.value === 'answering') void this.#load(true);
    });
  }

  /** The row, if it has arrived. */
  row(index: number): LineRow | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK];
  }

  /** Takes which rows are in view, and asks for those that are missing. */
  show(first: number, end: number): void {
    this.#shown = { first, end };
    if (this.#running === undefined && this.isCurrent.peek() && this.#missing() !== undefined) void this.#load(false);
  }

  /** The first block in view, or within a quarter of a block after it, that has not arrived. */
  #missing(): number | undefined {
    const first = Math.floor(this.#shown.first / BLOCK);
    const last = Math.floor((this.#shown.end - 1 + BLOCK / 4) / BLOCK);
    const total = this.answer.peek();
    for (let block = first; block <= last; block++) {
      if (!this.#blocks.has(block) && (total === null || block * BLOCK < total)) return block;
    }
    return undefined;
  }

  async #load(isNew: boolean): Promise<void> {
    const asked = untracked(this.#question);
    if (asked === null) return;
    const running = new AbortController();
    this.#running = running;
    let isFirst = isNew;
    try {
      for (;;) {
        const block = isFirst ? Math.floor(this.#shown.first / BLOCK) : this.#missing();
        if (block === undefined) break;
        const answer = await ask('lines', { ...asked, first: block * BLOCK, count: BLOCK }, running.signal);
        if (running.signal.aborted) return;
        const got = { key: JSON.stringify(asked), revision: answer.over.revision };
        const before = this.#got.peek();
        if (got.key !== before.key || got.revision !== before.revision) this.#blocks.clear();
        this.#blocks.delete(block);
        this.#blocks.set(block, answer.rows);
        if (this.#blocks.size > MAX_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!);
        this.answer.value = answer.total;
        this.#got.value = got;
        this.version.value += 1;
        isFirst = false;
      }
    } catch (error) {
      if (running.signal.aborted) return;
      this.failure.value =
        error instanceof Refused ? error.failure : { code: 'unreachable', message: 'headgate does not answer' };
    }
    if (this.#running === running) this.#running = undefined;
  }
}
