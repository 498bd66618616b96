// One line: why each filter decides as it does, its fields, and its text. Every value is a button; "never drop" makes a guard of it.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { printable } from '../../base/index.ts';
import type { LineAnswer, TruthNode } from '../contract.ts';
import { count, valueText } from './figures.ts';
import { addGuard } from './guards-panel.tsx';
import { focusLines, openNext } from './lines-panel.tsx';
import { show, state } from './page-state.ts';
import { Answered, Button, Heads } from './parts.tsx';
import { line, SIDES, type Side } from './questions.ts';
import { ConditionButtons, ValueButton } from './values-panel.tsx';

/** Longer lines are not laid out again: the text is cut. Characters. */
const MAX_SHOWN = 200_000;

/** Closes the line. */
export function closeLine(): void {
  show({ line: '' });
  focusLines();
}

/** The open line. */
export function LinePanel(): JSX.Element {
  const panel = useRef<HTMLElement>(null);
  const answer = line.answer.value;
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, []);
  return (
    <section class="line" aria-labelledby="line-title" ref={panel}>
      <header>
        <h2 id="line-title" tabIndex={-1}>
          Line
        </h2>
        <Button name="Previous line" on={() => openNext(-1)}>
          ↑
        </Button>
        <Button name="Next line" on={() => openNext(1)}>
          ↓
        </Button>
        <Button class="close" on={closeLine}>
          Close <kbd>Esc</kbd>
        </Button>
      </header>
      <div class="line-body" tabIndex={0} role="region" aria-label="Contents of the line">
        <Answered panel={line} name="line">
          {answer !== null && line.failure.value === null && (
            <>
              <Why side="to" tree={answer.to} />
              <Why side="from" tree={answer.from} />
              <Fields answer={answer} />
              <Text text={answer.text} />
            </>
          )}
        </Answered>
      </div>
    </section>
  );
}

const VERDICTS = { true: 'keeps', false: 'drops', unknown: 'does not decide' } as const;
/** Why a condition is unknown, as in the reports. */
const REASONS: Readonly<Record<string, string>> = { absent: 'field missing', null: 'null', mismatch: 'another type' };
const MARKS = { true: '✓', false: '✗', unknown: '?' } as const;
const TONE = { true: 'good', false: 'bad', unknown: 'unclear' } as const;

function Why({ side, tree }: { side: Side; tree: TruthNode | null }): JSX.Element {
  return (
    <div class="why">
      <h3>
        {SIDES[side]} {tree === null ? 'keeps every line' : `${VERDICTS[tree.outcome]} this line`}
      </h3>
      {tree !== null && (
        <ul class="tree" aria-label={`Why the ${SIDES[side].toLowerCase()} ${VERDICTS[tree.outcome]} this line`}>
          <Node node={tree} />
        </ul>
      )}
    </div>
  );
}

function Node({ node: { outcome, text, path, value, reason, children } }: { node: TruthNode }): JSX.Element {
  const words = (
    <span class="outcome">
      <span class={TONE[outcome]}>
        {MARKS[outcome]} <span class="word">{outcome}</span>
      </span>{' '}
      {children.length === 0 ? (
        <code>{text}</code>
      ) : (
        <b>{/^\.or\b/.test(children[0]!.path.slice(path.length)) ? 'any of' : 'all of'}</b>
      )}
      {value !== null && (
        <span class="muted">
          {' '}
          is <code>{printable(value)}</code>
        </span>
      )}
      {reason !== null && <span class="muted"> {REASONS[reason] ?? reason}</span>}
    </span>
  );
  if (children.length === 0) return <li>{words}</li>;
  return (
    <li>
      <details open>
        <summary>{words}</summary>
        <ul>
          {children.map((child) => (
            <Node key={child.path} node={child} />
          ))}
        </ul>
      </details>
    </li>
  );
}

const guardProblem = signal('');

function Fields({ answer }: { answer: LineAnswer }): JSX.Element {
  return (
    <div class="fields">
      <h3>{count(answer.fields.length)} fields</h3>
      <p class="bad problem" role="alert">
        {guardProblem.value}
      </p>
      <table>
        <Heads class="for-readers" titles={['Field', 'Value', 'Change the question']} />
        <tbody>
          {answer.fields.map(({ name, value, require, exclude }) => {
            const text = valueText(value);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <ValueButton text={text} require={require} exclude={exclude} />
                </td>
                <td class="acts">
                  <ConditionButtons require={require} exclude={exclude} name={`${name} ${text}`} />
                  {require !== null && (
                    <Button
                      class="act wide"
                      pressed={state.value.neverDrop.includes(require)}
                      label={`Never drop lines with ${name} ${text}`}
                      title={`Guard: never drop ${require}`}
                      on={async () => {
                        guardProblem.value = await addGuard('neverDrop', require);
                      }}
                    >
                      never drop
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Text({ text }: { text: string }): JSX.Element {
  return (
    <details class="text">
      <summary>As it is stored, {count(text.length)} characters</summary>
      <pre class="code">
        <code>{pretty(printable(text)).slice(0, MAX_SHOWN)}</code>
      </pre>
    </details>
  );
}

/** The JSON with a line for each field, unless the text is not JSON. Numbers stay as they are written. */
function pretty(text: string): string {
  let depth = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],]/g, (token) => {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 1 && (token === '{' || token === ',')) return `${token}\n  `;
    return depth === 0 && token === '}' ? `\n${token}` : token;
  });
}
