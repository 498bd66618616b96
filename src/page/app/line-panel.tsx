// One line: why each filter decides as it does, its fields, and its text. Every value is a button; "never drop" makes a guard of it.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { LineAnswer, TruthNode } from '../contract.ts';
import { count, valueText, visible } from './figures.ts';
import { addGuard } from './guards-panel.tsx';
import { focusLines, openNext } from './lines-panel.tsx';
import { show, state } from './page-state.ts';
import { Answered, Button, Heads, Search, set } from './parts.tsx';
import { line, SIDES, type Side } from './questions.ts';
import { ConditionButtons, ValueButton } from './values-panel.tsx';

/** Longer lines are not laid out again: the text is cut. Characters. */
const MAX_SHOWN = 200_000;
const closed = signal<ReadonlySet<string>>(new Set());
const search = signal('');

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
          {answer !== null && (
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
  const name = side === 'from' ? 'filter in force' : 'candidate';
  return (
    <div class="why">
      <h3>
        {SIDES[side]} {tree === null ? 'keeps every line' : `${VERDICTS[tree.outcome]} this line`}
      </h3>
      {tree !== null && (
        <ul
          class="tree"
          role="tree"
          aria-label={`Why the ${name} ${VERDICTS[tree.outcome]} this line`}
          onKeyDown={moveInTree}
        >
          <Node node={tree} level={1} isFirst={true} tree={side} />
        </ul>
      )}
    </div>
  );
}

function Node({
  node,
  level,
  isFirst,
  tree,
}: {
  node: TruthNode;
  level: number;
  isFirst: boolean;
  tree: Side;
}): JSX.Element {
  const key = `${tree} ${node.path}`;
  const isOpen = !closed.value.has(key);
  const hasParts = node.children.length > 0;
  const toggle = (): void => {
    const next = new Set(closed.value);
    if (!next.delete(key)) next.add(key);
    closed.value = next;
  };
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={hasParts ? isOpen : undefined}
      aria-selected={false}
      tabIndex={isFirst ? 0 : -1}
      data-toggle={hasParts ? String(isOpen) : undefined}
      onClick={(event) => {
        event.stopPropagation();
        if (hasParts) toggle();
      }}
    >
      <span class="outcome">
        <span class={TONE[node.outcome]}>
          {MARKS[node.outcome]} <span class="word">{node.outcome}</span>
        </span>{' '}
        {hasParts ? (
          <b>{/^\.or\b/.test(node.children[0]!.path.slice(node.path.length)) ? 'any of' : 'all of'}</b>
        ) : (
          <code>{node.text}</code>
        )}
        {node.value !== null && (
          <span class="muted">
            {' '}
            is <code>{visible(node.value)}</code>
          </span>
        )}
        {node.reason !== null && <span class="muted"> {REASONS[node.reason] ?? node.reason}</span>}
      </span>
      {hasParts && isOpen && (
        <ul role="group">
          {node.children.map((child) => (
            <Node key={child.path} node={child} level={level + 1} isFirst={false} tree={tree} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Up and down move, right expands, left collapses or goes to the parent. */
function moveInTree(event: KeyboardEvent): void {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
  if (item === null) return;
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=treeitem]')];
  const at = items.indexOf(item);
  const isOpen = item.dataset.toggle;
  const parent = item.parentElement?.closest<HTMLElement>('[role=treeitem]');
  const to =
    event.key === 'ArrowDown'
      ? items[at + 1]
      : event.key === 'ArrowUp'
        ? items[at - 1]
        : event.key === 'Home'
          ? items[0]
          : event.key === 'End'
            ? items.at(-1)
            : undefined;
  if ((event.key === 'ArrowRight' && isOpen === 'false') || (event.key === 'ArrowLeft' && isOpen === 'true'))
    item.click();
  else if (event.key === 'ArrowRight' && isOpen === 'true') items[at + 1]?.focus();
  else if (event.key === 'ArrowLeft') parent?.focus();
  else if (to !== undefined) to.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const guardProblem = signal('');

function Fields({ answer }: { answer: LineAnswer }): JSX.Element {
  const wanted = search.value.toLowerCase();
  const fields = answer.fields.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
  return (
    <div class="fields">
      <header>
        <h3>{count(answer.fields.length)} fields</h3>
        <Search
          label="Search the fields of the line"
          placeholder="Search fields"
          value={search.value}
          on={(text) => set(search, text)()}
        />
      </header>
      <p class="bad problem" role="alert">
        {guardProblem.value}
      </p>
      <table>
        <Heads class="for-readers" titles={['Field', 'Value', 'Change the question']} />
        <tbody>
          {fields.map(({ name, value, require, exclude }) => {
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
        <code>{pretty(visible(text)).slice(0, MAX_SHOWN)}</code>
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
