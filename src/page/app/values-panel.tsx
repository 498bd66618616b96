// The values of a field among the lines in view. A click requires a value in the candidate, Alt and a click excludes it, Ctrl or Cmd keeps only it;
// buttons do the same.
import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { printable } from '../../base/index.ts';
import type { Effect, Opened, ValueConditions, Values } from '../contract.ts';
import { conditionsOf } from './edit-filter.ts';
import { count, EFFECTS, percent, plural, share, type Tone, valueText } from './figures.ts';
import { editCandidate } from './filter-editor.tsx';
import { parseExpression } from './filter-language.ts';
import { show, view } from './page-state.ts';
import { Answered, ageOf, Bar, Button, Heads, partsOf, set } from './parts.tsx';
import { formsOf, opened, ranked, shownField, valueCount, values } from './questions.ts';

/** Each "more" asks for so many times as many. */
const MORE = 10;
/** More are found by a search. */
const MAX_VALUES = 1000;
/** The first of the ranked fields are marked. */
const DISTINGUISHING = 5;

/** Whether the candidate has a condition. */
const hasCondition = computed(() => conditionsOf(formsOf('to')?.expression ?? '', parseExpression));

/** The field, a search, and its values. */
export function ValuesPanel(): JSX.Element {
  const answer = values.answer.value;
  const { effect } = view.value;
  return (
    <section id="values" class="values" aria-labelledby="values-title">
      <header>
        <h2 id="values-title">Values</h2>
        <FieldChoice />
        <input
          type="search"
          aria-label={`Search the values of ${shownField.value}`}
          spellcheck={false}
          placeholder="Search values"
          value={view.value.search}
          onInput={(event) => show({ search: event.currentTarget.value }, 'typing')}
        />
        <small class={`muted ${ageOf(values)}`}>
          {answer !== null && `${plural(answer.distinct, 'value')}, `}
          {EFFECTS[values.asked.value?.by ?? effect].name.toLowerCase()} lines
        </small>
      </header>
      <Answered panel={values} name="values">
        {answer !== null && <ValueList answer={answer} effect={values.asked.value?.by ?? effect} />}
      </Answered>
    </section>
  );
}

function ValueList({ answer, effect }: { answer: Values; effect: Effect }): JSX.Element {
  const listed = answer.values
    .filter(({ counts }) => counts[effect] > 0)
    .toSorted((a, b) => b.counts[effect] - a.counts[effect]);
  const total = [...answer.values.map(({ counts }) => counts), answer.rest, answer.absent].reduce(
    (sum, counts) => sum + counts[effect],
    0,
  );
  const most = Math.max(1, ...listed.map(({ counts }) => counts[effect]));
  // 200 and "200" are two values.
  const alike = Map.groupBy(listed, ({ value }) => valueText(value));
  const textOf = (value: string): string => {
    const text = valueText(value);
    return alike.get(text)!.length > 1 ? printable(value) : text;
  };
  const unlisted = answer.distinct - answer.values.length;
  return (
    <>
      <table class="value-list">
        <caption class="for-readers">
          Values of {shownField.value}, lines: {EFFECTS[effect].name}
        </caption>
        <colgroup>
          <col />
          <col />
          <col />
          <col />
        </colgroup>
        <Heads class="for-readers" titles={['Value', 'Lines', 'Share', 'Change the candidate']} />
        <tbody>
          {listed.map((one) => (
            <ValueRow key={one.value} {...{ one, effect, most, total }} text={textOf(one.value)} />
          ))}
          <RestRow
            name={`${count(unlisted)} other values`}
            lines={unlisted > 0 ? answer.rest[effect] : 0}
            total={total}
          />
          <RestRow name="without the field" lines={answer.absent[effect]} total={total} />
        </tbody>
      </table>
      {listed.length === 0 && (
        <p class="muted">
          {view.value.search === '' ? 'No line of this kind has the field.' : 'No value matches the search.'}
        </p>
      )}
      {unlisted > 0 && answer.values.length < MAX_VALUES && (
        <p>
          <Button on={set(valueCount, Math.min(MAX_VALUES, valueCount.value * MORE))}>
            Show {count(Math.min(MAX_VALUES, valueCount.value * MORE, answer.distinct))} of {count(answer.distinct)}{' '}
            values
          </Button>
        </p>
      )}
    </>
  );
}

interface ValueRowProperties {
  one: Values['values'][number];
  text: string;
  effect: Effect;
  most: number;
  total: number;
}

function ValueRow({ one, text, effect, most, total }: ValueRowProperties): JSX.Element {
  const { counts } = one;
  const lines = counts[effect];
  const isRequired = one.require !== null && hasCondition.value(one.require);
  const isExcluded = one.exclude !== null && hasCondition.value(one.exclude);
  const parts: [Tone, number][] = effect === 'all' ? partsOf((part) => counts[part]) : [[EFFECTS[effect].tone, lines]];
  return (
    <tr class={isRequired ? 'is-required' : isExcluded ? 'is-excluded' : ''}>
      <th scope="row">
        <ValueButton text={text} {...one} />
        <Bar class="value-bar" parts={parts} whole={most} />
      </th>
      <td class="amount">{count(lines)}</td>
      <td class="amount muted">{share(lines, total)}</td>
      <td class="acts">
        <ConditionButtons {...one} name={text} />
      </td>
    </tr>
  );
}

/** A value that a click requires; with Alt it excludes it, with Ctrl or Cmd it requires only it. Text if no condition can test it. */
export function ValueButton({ text, require, exclude }: ValueConditions & { text: string }): JSX.Element {
  const label = text === '' ? <i>empty</i> : text;
  if (require === null) return <span class="value">{label}</span>;
  return (
    <Button
      class="value"
      title={`${text}\nClick: require. Alt: exclude. Ctrl or Cmd: only this value.`}
      on={({ altKey, ctrlKey, metaKey }) =>
        void editCandidate(altKey ? (exclude ?? require) : require, ctrlKey || metaKey ? 'only' : 'toggle')
      }
    >
      {label}
    </Button>
  );
}

/** Requires or excludes: the same as a click with and without Alt. */
export function ConditionButtons({ require, exclude, name }: ValueConditions & { name: string }): JSX.Element {
  const kinds = [
    ['+', 'Require', require],
    ['−', 'Exclude', exclude],
  ] as const;
  return (
    <>
      {kinds.map(
        ([sign, verb, condition]) =>
          condition !== null && (
            <Button
              key={sign}
              class="act"
              pressed={hasCondition.value(condition)}
              label={`${verb} ${name}`}
              title={`${verb}: ${condition}`}
              on={() => void editCandidate(condition)}
            >
              {sign}
            </Button>
          ),
      )}
    </>
  );
}

function RestRow({ name, lines, total }: { name: string; lines: number; total: number }): JSX.Element | null {
  if (lines === 0) return null;
  return (
    <tr class="rest">
      <th scope="row">{name}</th>
      <td class="amount">{count(lines)}</td>
      <td class="amount">{share(lines, total)}</td>
      <td />
    </tr>
  );
}

/** What is typed in place of the field. Null: nothing, the field is shown. */
const typed = signal<string | null>(null);
/** What was typed and is no field. Empty: nothing. */
const unknown = signal('');

/** Every field by name, those that distinguish the lines in view first. */
function FieldChoice(): JSX.Element {
  const ranks = new Map((ranked.answer.value?.fields ?? []).map((name, index) => [name, index]));
  const rankOf = ({ name }: Opened['fields'][number]): number => ranks.get(name) ?? ranks.size;
  const fields = (opened.value?.fields ?? []).toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (b.share ?? 0) - (a.share ?? 0) || a.name.localeCompare(b.name),
  );
  const choose = (text: string): void => {
    const [wanted, names] = [text.trim().toLowerCase(), fields.map(({ name }) => name)];
    const found =
      names.find((name) => name.toLowerCase() === wanted) ??
      names.find((name) => wanted !== '' && name.toLowerCase().includes(wanted));
    unknown.value = found === undefined ? text.trim() : '';
    if (found === undefined) return;
    typed.value = null;
    valueCount.value = 100;
    show({ field: found, search: '' });
  };
  return (
    <>
      <input
        id="field-choice"
        type="text"
        list="field-options"
        aria-label="Field"
        spellcheck={false}
        autocomplete="off"
        placeholder={shownField.value}
        value={typed.value ?? shownField.value}
        aria-invalid={unknown.value !== ''}
        onFocus={() => {
          typed.value = '';
          unknown.value = '';
        }}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          unknown.value = '';
        }}
        onChange={(event) => choose(event.currentTarget.value)}
        onBlur={set(typed, null)}
      />
      {unknown.value !== '' && (
        <small class="bad" role="alert">
          No field {unknown.value}: below are the values of {shownField.value}.
        </small>
      )}
      <datalist id="field-options">
        {fields.map(({ name, type, share: has }, index) => (
          <option key={name} value={name}>
            {index < DISTINGUISHING && ranks.has(name) && 'distinguishes · '}
            {type}
            {has !== null && ` · ${has === 0 ? 'in no line' : percent(has)}`}
          </option>
        ))}
      </datalist>
    </>
  );
}
