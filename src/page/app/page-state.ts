// The state of the page: the question (filters, range, guards, prices) and what is in view. The address and the state follow each other, and every
// change of the question can be taken back.
import { signal } from '@preact/signals';
import type { PageState } from '../contract.ts';
import { NO_VIEW, readFragment, type StoredTexts, type View, writeFragment } from './page-fragment.ts';

const NO_STATE: PageState = { from: '', to: '', guards: [], neverDrop: [], prices: [] };
/** While a person types, the address follows after this pause: browsers limit how often it changes. Milliseconds. */
const ADDRESS_MS = 400;
/** Keys without a longer pause are taken back together. Milliseconds. */
const BURST_MS = 500;
/** Changes that can be taken back. */
const MAX_CHANGES = 500;
/** The question. */
export const state = signal<PageState>(NO_STATE);
/** What is in view. */
export const view = signal<View>(NO_VIEW);
/** Whether the last change of the question was a key in an editor, and when. */
export const typing = { isLast: false, at: 0 };
/** Questions of before, and those that were taken back: the nearest last. */
export const [past, future] = [signal<readonly PageState[]>([]), signal<readonly PageState[]>([])];

/** What the undefined keys of a change remove. */
type Change = { [Key in keyof PageState]?: PageState[Key] | undefined };

/** `step`: one of the history; `same`: replaces the last one; `typing`: replaces it after a pause. */
export type How = 'step' | 'same' | 'typing';

/** Changes the question. */
export function change(patch: Change, how: How = 'step'): void {
  const next = { ...state.value, ...patch };
  if (next.since === undefined) delete next.since;
  if (next.until === undefined) delete next.until;
  // A condition is one of the candidate that was in force when it was chosen.
  if (next.to !== state.value.to && view.value.condition !== '') view.value = { ...view.value, condition: '' };
  replace(next as PageState, how === 'typing');
  writeAddress(how);
}

/** Replaces the question by another one, unless it is the same. */
function replace(next: PageState, isTyped = false): void {
  const now = performance.now();
  const isOfBurst = isTyped && typing.isLast && now - typing.at < BURST_MS;
  Object.assign(typing, { isLast: isTyped, at: now });
  if (JSON.stringify(next) === JSON.stringify(state.value)) return;
  if (!isOfBurst) past.value = [...past.value, state.value].slice(-MAX_CHANGES);
  future.value = [];
  state.value = next;
}

/** Takes the last change of the question back. @param isAgain does what was taken back again */
export function undo(isAgain = false): void {
  const [from, to] = isAgain ? [future, past] : [past, future];
  const next = from.value.at(-1);
  if (next === undefined) return;
  from.value = from.value.slice(0, -1);
  to.value = [...to.value, state.value];
  typing.isLast = false;
  state.value = next;
  show({ condition: '' });
}

/** Changes what is in view. */
export function show(patch: Partial<View>, how: How = 'step'): void {
  view.value = { ...view.value, ...patch };
  writeAddress(how);
}

/** Begins with the address, else with the state that the command asks for. From then on, the address and the state follow each other. */
export function startState(fragment: string, opened: PageState): void {
  const found = readFragment(fragment, stored);
  state.value = found.state ?? opened;
  view.value = found.view;
  writeAddress('same');
  window.addEventListener('popstate', () => {
    const { state: before, view: viewed } = readFragment(location.hash.slice(1), stored);
    replace(before ?? opened);
    view.value = viewed;
    writeAddress('same');
  });
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Writes the state into the address. */
export function writeAddress(how: How): void {
  const write = (): void => {
    const fragment = `#${writeFragment(state.value, view.value, stored)}`;
    waiting = undefined;
    if (fragment === location.hash) return;
    if (how === 'step') history.pushState(null, '', fragment);
    else history.replaceState(null, '', fragment);
  };
  if (waiting !== undefined) clearTimeout(waiting);
  if (how === 'typing') waiting = setTimeout(write, ADDRESS_MS);
  else write();
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
