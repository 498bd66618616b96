// Small parts that several panels share: the state of an answer, a swatch, a bar. No figures.
import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Effect, TextProblem } from '../contract.ts';
import type { Panel } from './answers.ts';
import { count, EFFECTS, type Tone } from './figures.ts';
import { PARTS_OF_ALL, verdict } from './questions.ts';

interface ButtonProperties {
  on: (event: MouseEvent) => void;
  children: ComponentChildren;
  /** For screen readers, and as its note. */
  name?: string;
  label?: string | undefined;
  title?: string | undefined;
  pressed?: boolean;
  disabled?: boolean;
  class?: string;
}

/** A button. */
export function Button({ on, name, label = name, title = name, pressed, ...rest }: ButtonProperties): JSX.Element {
  return <button type="button" onClick={on} title={title} aria-label={label} aria-pressed={pressed} {...rest} />;
}

/** Sets a signal when something happens. */
export const set =
  <T,>(signal: Signal<T>, value: T) =>
  (): void => {
    signal.value = value;
  };

interface DialogProperties {
  open: Signal<boolean>;
  title: string;
  children: ComponentChildren;
}

/** A dialog of the browser: keeps the focus inside, Esc closes it, the focus returns. */
export function Dialog({ open, title, children }: DialogProperties): JSX.Element | null {
  const element = useRef<HTMLDialogElement>(null);
  const isOpen = open.value;
  // At once: the next key may close it.
  useLayoutEffect(() => {
    if (isOpen) element.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={set(open, false)}
      onClick={(event) => event.target === element.current && element.current?.close()}
    >
      <header>
        <h2>{title}</h2>
        <Button on={() => element.current?.close()}>
          Close <kbd>Esc</kbd>
        </Button>
      </header>
      {children}
    </dialog>
  );
}

/** Problems that are listed. */
const MAX_PROBLEMS = 20;

interface ProblemsProperties {
  problems: TextProblem[];
  onFix: (fix: TextProblem['fixes'][number]) => void;
  /** Moves to a problem. @default its place is marked in the text */
  onSelect?: (problem: TextProblem) => void;
}

/** What is wrong with a text, with the edits that mend it; nothing without problems. */
export function Problems({ problems, onFix, onSelect }: ProblemsProperties): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <ul class="problems">
      {problems.slice(0, MAX_PROBLEMS).map((problem, index) => (
        <li key={index} class={problem.severity === 'error' ? 'bad' : 'unclear'}>
          <b>{problem.severity === 'error' ? 'Error' : 'Warning'}</b> <span>{problem.message}</span>{' '}
          {problem.fixes.map((fix) => (
            <Button key={fix.label} on={() => onFix(fix)}>
              {fix.label}
            </Button>
          ))}
          {onSelect && <Button on={() => onSelect(problem)}>Select</Button>}
        </li>
      ))}
      {problems.length > MAX_PROBLEMS && <li class="muted">and {count(problems.length - MAX_PROBLEMS)} more</li>}
    </ul>
  );
}

/** Sentences beside an answer. */
export function Sentences({ texts }: { texts: readonly string[] }): JSX.Element {
  return (
    <ul class="muted">
      {texts.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

/** Text as it is, which scrolls. */
export function Code({ text }: { text: string }): JSX.Element {
  return (
    <pre class="code" tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

/** What a person may type in an input that has the `id` as its list. */
export function Examples({ id, texts }: { id: string; texts: readonly string[] }): JSX.Element {
  return (
    <datalist id={id}>
      {texts.map((one) => (
        <option key={one} value={one} />
      ))}
    </datalist>
  );
}

interface HeadProperties {
  /** A title and a note. */
  titles: (string | [string, string])[];
  /** Whether a column has texts. @default the first one */
  isText?: (column: number) => boolean;
  class?: string | undefined;
}

/** The heads of columns. */
export function Heads({ titles, isText = isFirst, class: name }: HeadProperties): JSX.Element {
  return (
    <thead class={name}>
      <tr>
        {titles.map((one, index) => {
          const [title, note] = typeof one === 'string' ? [one] : one;
          return (
            <th key={title} scope="col" class={isText(index) ? undefined : 'amount'} title={note}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const isFirst = (column: number): boolean => column === 0;

interface TableProperties extends HeadProperties {
  /** Of the region that scrolls. */
  label: string;
  /** For screen readers. */
  caption: string;
  rows: { key: string; name: ComponentChildren; cells: ComponentChildren[] }[];
}

/** A table of figures that scrolls where it is wider than its place. A narrow style may show each row as a list. */
export function Figures({ label, caption, titles, isText = isFirst, rows, class: name }: TableProperties): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class={name}>
        <caption class="for-readers">{caption}</caption>
        <Heads titles={titles} isText={isText} />
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td
                  key={index}
                  class={isText(index + 1) ? undefined : 'amount'}
                  data-title={[titles[index + 1]].flat()[0]}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The parts of a bar of all lines. */
export const partsOf = (linesOf: (effect: Exclude<Effect, 'all'>) => number): [Tone, number][] =>
  PARTS_OF_ALL.map((effect) => [EFFECTS[effect].tone, linesOf(effect)]);

/** The patterns that tones refer to: shapes beside colors. */
export function Patterns(): JSX.Element {
  return (
    <svg class="patterns" aria-hidden="true">
      {(['undecided', 'lost'] as const).map((tone) => (
        <pattern
          key={tone}
          id={tone}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={tone === 'lost' ? 'rotate(45)' : 'rotate(-45)'}
        >
          <rect width="6" height="6" />
          <path d="M0 0V6" />
        </pattern>
      ))}
    </svg>
  );
}

/** A square of a tone. */
export function Swatch({ tone }: { tone: Tone }): JSX.Element {
  return <span class={`swatch ${tone}`} aria-hidden="true" />;
}

/** A bar of parts, as wide as their shares of `whole`. Decoration: the figures are beside it. */
export function Bar({
  parts,
  whole,
  class: name,
}: {
  parts: [Tone, number][];
  whole: number;
  class: string;
}): JSX.Element {
  let x = 0;
  return (
    <svg class={name} viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([tone, size]) => {
        const width = whole === 0 ? 0 : (size / whole) * 1000;
        const at = x;
        x += width;
        return width === 0 ? null : <rect key={tone} class={tone} x={at} width={Math.max(width, 1)} height="10" />;
      })}
    </svg>
  );
}

/** The classes of what shows an answer: `is-old` if it answers another question than the present one, `is-late` once that shows, and `is-waiting` until the answer. */
export function ageOf({ isCurrent, isLate, isWaiting }: Panel<unknown>): string {
  if (isCurrent.value) return '';
  return `is-old${isLate.value ? ' is-late' : ''}${isWaiting.value ? ' is-waiting' : ''}`;
}

/** What an answer is of: present, of an older question, or none yet. Old figures stay, and are marked. */
export function Answered({
  panel,
  name,
  children,
}: {
  panel: Panel<unknown>;
  name: string;
  children: ComponentChildren;
}): JSX.Element {
  const failure = panel.failure.value;
  return (
    <div class={`answered ${ageOf(panel)}`} aria-busy={panel.isWaiting.value}>
      {panel.isWaiting.value && (
        <p class={panel.answer.value === null ? 'computing' : 'for-readers'}>computing {name}…</p>
      )}
      {failure !== null && verdict.failure.value === null && <p class="notice bad">{failure.message}</p>}
      {panel.answer.value !== null && children}
    </div>
  );
}
