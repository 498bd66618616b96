// The keys of the page, and their list. Single letters never work while a person types.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { focusEditor } from './filter-editor.tsx';
import { closeLine } from './line-panel.tsx';
import { focusLines, openNext } from './lines-panel.tsx';
import { change, show, state, undo, view } from './page-state.ts';
import { set } from './parts.tsx';
import { isTaking } from './take-panel.tsx';
import { goToGuards } from './verdict-panel.tsx';

/** Whether the list is open. */
export const areKeysShown = signal(false);

const focus = (selector: string): void => {
  const element = document.querySelector<HTMLElement>(selector);
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus({ preventScroll: true });
};

/** By key: what it does, and its words. */
const KEYS: Readonly<Record<string, [string, () => void]>> = {
  '/': ['Edit the candidate', () => focusEditor('to')],
  '[': ['Edit the filter in force', () => focusEditor('from')],
  ']': ['Edit the candidate', () => focusEditor('to')],
  f: ['Choose a field', () => focus('#field-choice')],
  v: ['Values', () => focus('#values .value-list button')],
  l: ['Lines', focusLines],
  t: ['Start of the range', () => focus('#time input')],
  a: ['All time', () => change({ since: undefined, until: undefined })],
  g: ['Add a guard', goToGuards],
  s: ['Suggest a filter', () => focus('#suggest input')],
  q: ['Edit the SQL of the transformer', () => focus('#transformer textarea')],
  j: ['Next line', () => openNext(1)],
  k: ['Previous line', () => openNext(-1)],
  y: ['Take along', set(isTaking, true)],
  u: ['UTC or local time', () => show({ clock: view.value.clock === 'utc' ? 'local' : 'utc' }, 'same')],
  '?': ['This list', set(areKeysShown, true)],
};

const ELSEWHERE: [string, string][] = [
  ['Ctrl Z', 'Take the last step back, as the browser does; Ctrl Shift Z does it again'],
  ['Esc', 'Close the line, a list or the range'],
  ['Tab', 'Leave an editor'],
  ['Ctrl Space', 'In an editor: complete'],
  ['F8', 'In an editor: next problem; Ctrl Shift M lists them'],
  ['↑ ↓ Page Home End', 'In the lines: move; Enter opens a line'],
  ['Click', 'On a value: require it; Alt: exclude it; Ctrl or Cmd: only it'],
];

/** Whether a person types. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), select, textarea, [contenteditable=true]') !== null;

/** Takes a key of the page. */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  const isWithin = isTyping(event.target);
  const isEditor = event.target instanceof HTMLElement && event.target.closest('.cm-editor') !== null;
  // The fields take back what is typed in them, an editor does not.
  if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && (isEditor || !isWithin)) {
    event.preventDefault();
    undo(event.shiftKey || /y/i.test(event.key));
    return;
  }
  if (event.key === 'Escape') {
    const add = isWithin && (event.target as HTMLElement).closest('form')?.querySelector('button');
    if (add) add.focus();
    else if (isWithin) (event.target as HTMLElement).blur();
    else if (view.value.line !== '') closeLine();
    else if (state.value.since !== undefined || state.value.until !== undefined)
      change({ since: undefined, until: undefined });
    return;
  }
  if (isWithin) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const known = KEYS[event.key];
  if (known === undefined) return;
  event.preventDefault();
  known[1]();
}

/** The list of keys. */
export function KeysList(): JSX.Element {
  return (
    <table class="keys">
      <caption class="for-readers">Keys</caption>
      <tbody>
        {[...Object.entries(KEYS).map(([key, [words]]) => [key, words] as const), ...ELSEWHERE].map(([key, words]) => (
          <tr key={key}>
            <th scope="row">
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
