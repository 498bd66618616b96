// The state of the page: the question (filters, range, guards, prices) and what is in view. The address and the state follow each other, so that the
// history of the browser takes each step back.
import { signal } from '@preact/signals';
import { printableLines } from '../../base/index.ts';
import type { Opened, PageState } from '../contract.ts';
import { NO_VIEW, readFragment, type StoredTexts, type View, writeFragment } from './page-fragment.ts';

const NO_STATE: PageState = { from: '', to: '', guards: [], neverDrop: [], prices: [] };
/** While a person types, the address follows after this pause: browsers limit how often it changes. Milliseconds. */
const ADDRESS_MS = 400;
/** Keys without a longer pause are one step. Milliseconds. */
const BURST_MS = 500;
/** The question. */
export const state = signal<PageState>(NO_STATE);
/** What is in view. */
export const view = signal<View>(NO_VIEW);
/** Whether the last change was a key, and when. */
export const typing = { isLast: false, at: 0 };

/** `step`: one of the history; `same`: replaces the last one; `typing`: a step at the first key after a pause. */
export type How = 'step' | 'same' | 'typing';

/** Changes the question. */
export function change(patch: Partial<PageState>, how: How = 'step'): void {
  const next = { ...state.value, ...patch };
  // A condition is one of the candidate that was in force when it was chosen.
  if (next.to !== state.value.to && view.value.condition !== '') view.value = { ...view.value, condition: '' };
  state.value = next;
  writeAddress(how);
}

/** Changes what is in view. */
export function show(patch: Partial<View>, how: How = 'step'): void {
  view.value = { ...view.value, ...patch };
  writeAddress(how);
}

/** Earlier steps are kept in the address only, like all those before a reload. */
const MAX_STEPS = 100;
/** The last steps of the history, by the number of their entries. */
const entries: [PageState, View][] = [];
/** The entry that the browser goes to. It arrives later than the next key: until then, changes wait. */
let target: number | undefined;
/** The number of the entry that was shown last. */
let shown = 0;
/** How the address follows when the browser has arrived. */
let waiting: How | undefined;
/** The state of an entry of the history is the number of steps before it. */
const entryNumber = (): number => history.state ?? 0;

/** Takes the last step back at once, but never leaves the page. @param isAgain does what was taken back again */
export function undo(isAgain = false): void {
  writePending();
  typing.isLast = false;
  const step = isAgain ? 1 : -1;
  const wasChanged = waiting !== undefined && waiting !== 'same';
  if (wasChanged && isAgain) return;
  const next = wasChanged ? target! : (target ?? entryNumber()) + step;
  const entry = entries[next];
  if (entry === undefined) {
    if (next >= 0 && target === undefined) history.go(step);
    return;
  }
  take(entry);
  waiting = undefined;
  if (target === undefined) history.go(step);
  target = next;
}

function take([nextState, nextView]: [PageState, View]): void {
  state.value = nextState;
  view.value = nextView;
  pending = undefined;
}

function takeFragment(fragment: string): void {
  const found = readFragment(fragment, stored);
  const [question, inView] = found.state === null ? opened : [found.state, found.view];
  // SQL has no escapes.
  const [from, to] = [question.from, question.to].map((text) => escapeHidden(withLineFeeds(text))) as [string, string];
  take([
    { ...question, from, to },
    { ...inView, sql: withLineFeeds(inView.sql) },
  ]);
  writeAddress('same');
}

/** Writes characters of a filter that cannot be seen as the escapes that the language has for them. A byte order mark has no meaning. */
export function escapeHidden(filter: string): string {
  return printableLines(filter.replace(/^\ufeff/, ''));
}

/** The line ends of an editor: places in a text with others would be off. */
function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function arrive(): void {
  if (history.state === null) {
    // A person has changed the address: the browser has added an entry behind the last one, and dropped those after it.
    entries.length = shown + 1;
    history.replaceState(entries.length, '');
    target = undefined;
  }
  shown = history.state;
  const entry = entries[history.state];
  if (target !== undefined && target !== history.state) {
    history.go(target - history.state);
    return;
  }
  const how = waiting ?? 'same';
  const isExpected = target === history.state;
  target = waiting = undefined;
  if (!isExpected && entry === undefined) {
    takeFragment(location.hash.slice(1));
    return;
  }
  if (!isExpected) take(entry!);
  // Also stores a long text again, which others may have displaced.
  writeAddress(isExpected ? how : 'same');
}

/** Begins with the address, else with the state that the command asks for. From then on, the address and the state follow each other. */
export function startState(fragment: string, asked: Pick<Opened, 'state' | 'sql'>): void {
  opened = [asked.state, { ...NO_VIEW, sql: asked.sql }];
  takeFragment(fragment);
  window.addEventListener('popstate', arrive);
}

/** The state that the command asks for. */
let opened: [PageState, View] = [NO_STATE, NO_VIEW];
/** What a person has typed that is not in the address yet. */
let pending: [PageState, View] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function writePending(): void {
  clearTimeout(timer);
  if (pending !== undefined) writeEntry(pending);
  pending = undefined;
}

/** @param isNew adds an entry to the history. @default the last one is replaced */
function writeEntry(entry: [PageState, View], isNew = false): void {
  const fragment = `#${writeFragment(...entry, stored)}`;
  const number = entryNumber();
  const next = isNew && fragment !== location.hash ? number + 1 : number;
  if (next > number) history.pushState(next, '', fragment);
  else if (fragment !== location.hash || history.state === null) history.replaceState(next, '', fragment);
  if (next > number) entries.length = next;
  entries[next] = entry;
  shown = next;
  delete entries[next - MAX_STEPS];
}

/** Writes the state into the address. */
export function writeAddress(how: How): void {
  if (target !== undefined) {
    if (waiting === undefined || waiting === 'same') waiting = how;
    return;
  }
  const now = performance.now();
  const isOfBurst = how === 'typing' && typing.isLast && now - typing.at < BURST_MS;
  Object.assign(typing, { isLast: how === 'typing', at: now });
  if (isOfBurst) {
    pending = [state.value, view.value];
    clearTimeout(timer);
    timer = setTimeout(writePending, ADDRESS_MS);
    return;
  }
  writePending();
  writeEntry([state.value, view.value], how !== 'same');
}

const STORED = 'headgate.text.';
const stored: StoredTexts = { keep, find: (name) => sessionStorage.getItem(STORED + name) ?? '' };

/** Keeps a text for this tab. @returns its name */
function keep(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  const name = `${(hash >>> 0).toString(36)}-${text.length}`;
  const key = STORED + name;
  if (sessionStorage.getItem(key) !== text && !isStored(key, text)) {
    // The storage is full: the last text is the one that a reload needs.
    for (const one of Object.keys(sessionStorage)) if (one.startsWith(STORED)) sessionStorage.removeItem(one);
    isStored(key, text);
  }
  return name;
}

/** @returns whether there was room for it */
function isStored(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
