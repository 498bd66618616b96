// The state of the page: the question (filters, range, guards, prices) and what is in view. The address and the state follow each other, so that the
// history of the browser takes each step back.
import { signal } from '@preact/signals';
import type { PageState } from '../contract.ts';
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

/** Fragments of the entries of the history, by their number. A reload forgets them. */
const fragments: string[] = [];
/** The entry that the browser goes to. It arrives later than the next key: until then, changes wait. */
let target: number | undefined;
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
  const fragment = fragments[next];
  // Forgotten by a reload, or beyond the ends of the history.
  if (fragment === undefined) {
    if (next >= 0 && target === undefined) history.go(step);
    return;
  }
  take(fragment);
  waiting = undefined;
  if (target === undefined) history.go(step);
  target = next;
}

function take(fragment: string): void {
  const found = readFragment(fragment.slice(1), stored);
  state.value = found.state ?? opened;
  view.value = found.view;
  pending = undefined;
}

function arrive(): void {
  // A person has changed the address: its entry has no number yet.
  if (history.state === null) fragments.length = 0;
  if (target === undefined || history.state === null) {
    target = waiting = undefined;
    take(location.hash);
    writeAddress('same');
  } else if (target !== history.state) {
    history.go(target - history.state);
  } else {
    const how = waiting ?? 'same';
    target = waiting = undefined;
    writeAddress(how);
  }
}

/** Begins with the address, else with the state that the command asks for. From then on, the address and the state follow each other. */
export function startState(fragment: string, asked: PageState): void {
  opened = asked;
  take(`#${fragment}`);
  writeAddress('same');
  window.addEventListener('popstate', arrive);
}

/** The state that the command asks for. */
let opened = NO_STATE;
/** What a person has typed that is not in the address yet. */
let pending: [PageState, View] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function writePending(): void {
  clearTimeout(timer);
  if (pending !== undefined) writeEntry(entryNumber(), `#${writeFragment(...pending, stored)}`);
  pending = undefined;
}

function writeEntry(number: number, fragment: string, isNew = false): void {
  if (isNew) history.pushState(number, '', fragment);
  else history.replaceState(number, '', fragment);
  if (isNew) fragments.length = number;
  fragments[number] = fragment;
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
  const fragment = `#${writeFragment(state.value, view.value, stored)}`;
  const number = entryNumber();
  if (fragment !== location.hash && how !== 'same') writeEntry(number + 1, fragment, true);
  else if (fragment !== fragments[number]) writeEntry(number, fragment);
}

const STORED = 'headgate.text.';
const stored: StoredTexts = { keep, find: (name) => sessionStorage.getItem(STORED + name) ?? '' };

/** Keeps a text for this tab. @returns its name */
function keep(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  const name = `${(hash >>> 0).toString(36)}-${text.length}`;
  try {
    if (sessionStorage.getItem(STORED + name) === null) sessionStorage.setItem(STORED + name, text);
  } catch {
    // The storage is full: a reload then begins with an empty filter.
  }
  return name;
}
