// Filters that reach a goal and lose no line of the never-drop guards, as headgate suggests them. A click takes one as the candidate: a change of its
// text, which can be taken back. Computes nothing.
import type { JSX } from 'preact';
import { enumerate } from '../../base/index.ts';
import type { Suggested } from '../contract.ts';
import { bytes, count, money, moneyChange, moneyFormats, percent, plural } from './figures.ts';
import { replaceText } from './filter-editor.tsx';
import { change, show, state, view } from './page-state.ts';
import { Answered, Button, Examples, Figures, Sentences } from './parts.tsx';
import { costs, formsOf, isJson, opened, suggested } from './questions.ts';

type Rung = Suggested['report']['ladder'][number];

/** The goal, what must be kept, and the filters. */
export function SuggestPanel(): JSX.Element {
  const { goal } = view.value;
  const answer = suggested.answer.value;
  return (
    <section id="suggest" class="suggest" aria-labelledby="suggest-title">
      <header>
        <h2 id="suggest-title">Suggest filters</h2>
        <label class="muted">
          Goal{' '}
          <input
            type="text"
            size={12}
            spellcheck={false}
            autocomplete="off"
            placeholder="50 %"
            list="goal-examples"
            aria-invalid={suggested.failure.value?.code === 'goal-syntax'}
            value={goal}
            onChange={(event) => show({ goal: event.currentTarget.value.trim() })}
          />
        </label>
        <Examples
          id="goal-examples"
          texts={['50 %', '20 GB/day', ...(state.value.prices.length > 0 ? ['5/month'] : [])]}
        />
        <small class="muted">
          of the bytes to drop, or what may remain: 20 GB/day; with a price, 5/month. Enter starts the search.
        </small>
      </header>
      {goal !== '' && <Promises />}
      <Answered panel={suggested} name="suggestions">
        {answer !== null && (
          <>
            <p class={answer.answer.tone}>{answer.answer.text}</p>
            <Ladder report={answer.report} />
            <Sentences texts={answer.remarks} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** What must be kept: named filters as never-drop guards, or nothing. Other guards are added below the filter in force. */
function Promises(): JSX.Element {
  const { neverDrop } = state.value;
  const { promises } = opened.value!;
  const others = neverDrop.filter((one) => !promises.some(({ name }) => one === `promise:${name}`));
  const chosen = promises.filter(({ name }) => neverDrop.includes(`promise:${name}`));
  const lacking = promises.filter(({ lacks }) => lacks.length > 0);
  return (
    <fieldset class="effects" aria-label="Lines that must be kept">
      <span class="muted">Never drop</span>
      {promises.map(({ name, filter, covers, lacks }) => {
        const guard = `promise:${name}`;
        const rest = neverDrop.filter((one) => one !== guard);
        const isKept = rest.length < neverDrop.length;
        return (
          <Button
            key={name}
            pressed={isKept}
            disabled={!isKept && lacks.length > 0}
            title={`${covers}: ${filter}`}
            on={() => change({ neverDrop: isKept ? rest : [...neverDrop, guard] })}
          >
            {name}
          </Button>
        );
      })}
      {others.map((one) => (
        <code key={one}>{one}</code>
      ))}
      {neverDrop.length === 0 && (
        <Button
          pressed={view.value.promise === 'none'}
          on={() => show({ promise: view.value.promise === 'none' ? '' : 'none' })}
        >
          every line may be dropped
        </Button>
      )}
      <small class="muted">
        {chosen.map(({ name, covers }) => `${name}: ${covers}. `)}
        {lacking.map(({ name, lacks }) => `${name}: no line has ${enumerate(lacks)}. `)}
      </small>
    </fieldset>
  );
}

function Ladder({ report: { ladder, keepList, inForce } }: Pick<Suggested, 'report'>): JSX.Element | null {
  const rungs = keepList === null ? ladder : [...ladder, keepList];
  if (rungs.length === 0) return null;
  const prices = rungs[0]!.costs.map(({ price }, _, all) => `Cost a month${all.length === 1 ? '' : `, ${price}`}`);
  const titles: (string | [string, string])[] = [
    ...['Filter', 'Lines newly dropped'],
    ['All days', 'Share of the bytes that the filter drops of those in force'],
    ['Learnt days', 'Share of the bytes of the days that the filter is learnt from'],
    ['Unseen days', 'Share of the bytes of the days that the filter is not learnt from'],
    ...(prices.length > 0 ? prices : ['Fewer bytes a month']),
    ['Nothing left of', 'Kinds of lines (equal host, method, path, status …) and values without a line that is kept'],
    ['Never dropped', 'Whether each line of a never-drop guard that the filter in force keeps is kept, on any day'],
  ];
  return (
    <Figures
      class="ladder"
      label="Table of suggested filters"
      caption="Suggested filters: each drops what the one before it drops, and more"
      titles={titles}
      rows={rungs.map((rung) => ({ key: rung.name, name: <RungName rung={rung} />, cells: cellsOf(rung, inForce) }))}
    />
  );
}

function RungName({ rung: { name, filter, size, words } }: { rung: Rung }): JSX.Element {
  return (
    <>
      <Button
        pressed={formsOf('to')?.expression === filter.expression}
        label={`Take ${name} as the candidate`}
        title={filter.expression}
        on={() => replaceText('to', filter[isJson('to') ? 'json' : 'expression'])}
      >
        {name}
      </Button>{' '}
      <small class="muted">
        {plural(size.operators, 'operator')}, {plural(size.bytes, 'byte')}
      </small>
      <p>{words}.</p>
    </>
  );
}

const shareOf = (part: number | null): string => (part === null ? '–' : percent(part));

function cellsOf(
  { dropped, share, learnt, heldOut, bytesPerMonth, nothingLeft, proofs, ...rung }: Rung,
  inForce: Suggested['report']['inForce'],
): string[] {
  const lost = nothingLeft.filter((one) => one.lost > 0 || one.field === undefined);
  // As the verdict prints them.
  const { cost } = costs.answer.value ?? {};
  const formats = cost ? moneyFormats(cost) : [];
  const prices = rung.costs.map((one, index) => {
    const [format, old] = [formats[index], inForce.costs[index]?.amount ?? null];
    if (format === undefined) return '…';
    return one.cases === undefined
      ? `${money(one, format)} (${moneyChange(one, [old, one.amount], format)})`
      : money(one, format);
  });
  return [
    ...[count(dropped.lines), percent(share), shareOf(learnt), shareOf(heldOut)],
    ...(prices.length > 0 ? prices : [bytesPerMonth === null ? '–' : bytes(bytesPerMonth)]),
    lost.map((one) => `${count(one.lost)} of ${count(one.of)} ${one.field ?? 'kinds'}`).join(', '),
    state.value.neverDrop.length === 0 ? '–' : `✓ ${proofs.promises}`,
  ];
}
