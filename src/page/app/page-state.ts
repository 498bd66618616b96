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

/** Takes the last step back, but never leaves the page. @param isAgain does what was taken back again */
export function undo(isAgain = false): void {
  writePending();
  if (isAgain) history.forward();
  else if (history.state > 0) history.back();
}

/** Begins with the address, else with the state that the command asks for. From then on, the address and the state follow each other. */
export function startState(fragment: string, opened: PageState): void {
  const take = (asked: string): void => {
    const found = readFragment(asked, stored);
    state.value = found.state ?? opened;
    view.value = found.view;
    pending = undefined;
    writeAddress('same');
  };
  take(fragment);
  window.addEventListener('popstate', () => take(location.hash.slice(1)));
}

/** What a person has typed that is not in the address yet. */
let pending: [PageState, View] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function writePending(): void {
  clearTimeout(timer);
  if (pending !== undefined) history.replaceState(history.state, '', `#${writeFragment(...pending, stored)}`);
  pending = undefined;
}

/** Writes the state into the address. The state of an entry of the history is the number of steps before it. */
export function writeAddress(how: How): void {
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
  if (fragment === location.hash) return;
  if (how === 'same') history.replaceState(history.state, '', fragment);
  else history.pushState((history.state ?? 0) + 1, '', fragment);
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
