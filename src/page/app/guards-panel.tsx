// Guards and prices of the question: added by typing, tried before they are added, and taken out. A guard has a tick, or the figure that breaks it.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PageState, Verdict } from '../contract.ts';
import { ask, Refused } from './api.ts';
import { filterOfJob } from './job-filter.ts';
import { showLines } from './lines-panel.tsx';
import { change, state } from './page-state.ts';
import { Answered, Button, Examples, set } from './parts.tsx';
import { opened, verdict } from './questions.ts';

/** What a person can add. */
const KINDS = {
  guards: {
    name: 'Guard',
    examples: ['kept >= 10%', 'saves >= 50%', 'newly-dropped <= 0.1%', 'undecided == 0', 'cost <= 100'],
  },
  neverDrop: { name: 'Never drop', examples: ['EdgeResponseStatus >= 500'] },
  prices: { name: 'Price', examples: ['$0.05/GB'] },
} as const satisfies Partial<Record<keyof PageState, object>>;
type Kind = keyof typeof KINDS;
const LISTS = Object.keys(KINDS) as Kind[];

const kind = signal<Kind>('guards');
const problem = signal('');

/** Adds a guard or a price to the question, unless it is wrong. @returns why it is, or an empty text */
export async function addGuard(list: Kind, typed: string): Promise<string> {
  const before = state.value[list];
  const { text: added, note } = filterOfJob(typed, opened.value?.dataset);
  if (added === null) return note;
  if (before.includes(added)) return '';
  try {
    await ask('verdict', { ...state.value, [list]: [...before, added] });
  } catch (error) {
    if (error instanceof Refused && error.failure.part === list) return error.failure.message;
  }
  change({ [list]: [...state.value[list], added] });
  return '';
}

/** Guards, prices, and a line to add one. */
export function GuardsPanel(): JSX.Element {
  const added = LISTS.flatMap((list) => state.value[list].map((text) => ({ list, text })));
  const add = async (input: HTMLInputElement): Promise<void> => {
    if (input.value.trim() === '') return;
    problem.value = await addGuard(kind.value, input.value.trim());
    if (problem.value === '') input.value = '';
  };
  return (
    <section id="guards" class="guards" aria-labelledby="guards-title">
      <h2 id="guards-title">Guards and prices</h2>
      <Answered panel={verdict} name="guards">
        {added.length === 0 && (
          <p class="muted">A guard is a promise that the candidate must keep. A price shows what a month costs.</p>
        )}
        <ul class="guard-list">
          {added.map(({ list, text }) => (
            <Row key={`${list} ${text}`} list={list} text={text} />
          ))}
        </ul>
      </Answered>
      <form
        class="add"
        onInput={set(problem, '')}
        onSubmit={(event) => {
          event.preventDefault();
          void add(event.currentTarget.querySelector('input')!);
        }}
      >
        <select
          aria-label="What to add"
          value={kind.value}
          onChange={(event) => set(kind, event.currentTarget.value as Kind)()}
        >
          {LISTS.map((list) => (
            <option key={list} value={list}>
              {KINDS[list].name}
            </option>
          ))}
        </select>
        <input
          type="text"
          spellcheck={false}
          autocomplete="off"
          aria-label={KINDS[kind.value].name}
          aria-invalid={problem.value !== ''}
          aria-describedby="guard-problem"
          placeholder={KINDS[kind.value].examples[0]}
          list="guard-examples"
        />
        <Examples id="guard-examples" texts={KINDS[kind.value].examples} />
        <button type="submit">Add</button>
      </form>
      <p id="guard-problem" class="bad problem" role="alert">
        {problem.value}
      </p>
    </section>
  );
}

type GuardResult = Verdict['guards'][number];

/** Shows the lines that break a guard; undefined if there are none to show. */
export function linesOfGuard({ kind, guard, shows }: GuardResult): (() => void) | undefined {
  return shows === null ? undefined : () => showLines({ effect: shows, breaks: kind === 'threshold' ? '' : guard });
}

/** The mark of a guard, its words and its tone. */
export function markOf({ holds, value }: GuardResult): { mark: string; words: string; tone: string } {
  if (holds) return { mark: '✓', words: 'holds', tone: 'good' };
  return value === null
    ? { mark: '?', words: 'not judged', tone: 'unclear' }
    : { mark: '✗', words: 'broken', tone: 'bad' };
}

function Row({ list, text }: { list: Kind; text: string }): JSX.Element {
  const result = verdict.answer.value?.guards.find(
    ({ guard, kind }) => guard === text && (kind === 'threshold') === (list === 'guards') && list !== 'prices',
  );
  const show = result && linesOfGuard(result);
  const before = { guards: '', neverDrop: 'never drop ', prices: 'price ' }[list];
  const { mark, words, tone } =
    result === undefined ? { mark: list === 'prices' ? '' : '…', words: '', tone: 'muted' } : markOf(result);
  return (
    <li>
      <span class={`mark ${tone}`}>
        {mark}
        <span class="for-readers">{words}</span>
      </span>
      <span class="what">
        {before !== '' && <span class="muted">{before}</span>}
        <code>{text}</code>
        {result !== undefined && (
          <small class={result.holds ? 'muted' : tone}>
            {show === undefined ? (
              result.found
            ) : (
              <Button class="link" label={`${result.found}: show these lines`} on={show}>
                {result.found}
              </Button>
            )}
          </small>
        )}
      </span>
      <Button
        class="quiet"
        label={`Remove ${before}${text}`}
        title="Remove"
        on={({ currentTarget }) => {
          // The button that has the focus goes away.
          const row = (currentTarget as Element).closest('li')!;
          const next = row.nextElementSibling ?? row.previousElementSibling;
          (next?.querySelector<HTMLElement>('.quiet') ??
            document.querySelector<HTMLElement>('#guards select'))!.focus();
          change({ [list]: state.value[list].filter((one) => one !== text) });
        }}
      >
        ×
      </Button>
    </li>
  );
}
