// The questions of the page's panels, and what their answers have in common. Each follows from the state; none is asked twice.
import { computed, signal } from '@preact/signals';
import type { Checked, Effect, Opened } from '../contract.ts';
import { createPanel } from './answers.ts';
import { coverage } from './api.ts';
import { state, view } from './page-state.ts';

/** What the page knows of the source; asked again once reading has ended. */
export const opened = signal<Opened | null>(null);

/** A side of the comparison. */
export type Side = 'from' | 'to';
/** Names of the sides. */
export const SIDES: Readonly<Record<Side, string>> = { from: 'Filter in force', to: 'Candidate' };
/** The effects that divide all lines, in the order of a bar. */
export const PARTS_OF_ALL: readonly Exclude<Effect, 'all'>[] = [
  ...(['kept-by-both', 'newly-kept', 'newly-dropped', 'dropped-by-both', 'either-undecided'] as const),
];

/** Problems, forms and places of the conditions of each filter. */
export const checks = {
  from: createPanel('check', () => ({ text: state.value.from })),
  to: createPanel('check', () => ({ text: state.value.to })),
};

/** The figures at the top, beside the conditions and over time. */
export const verdict = createPanel('verdict', () => state.value);

/** Sizes and money, which take longer than counts. */
export const costs = createPanel('costs', () => state.value, [verdict]);

/** Of all lines, fields that distinguish what changes; else what is kept. */
const distinguished = computed((): Effect => {
  const { effect } = view.value;
  const change = verdict.answer.value?.report.comparisons[0];
  if (effect !== 'all') return effect;
  return change?.onlyBefore.lines ? 'newly-dropped' : change?.onlyAfter.lines ? 'newly-kept' : 'kept';
});

/** Fields in the order of how well they distinguish the lines in view. */
export const ranked = createPanel('fields', () => ({ ...state.value, effect: distinguished.value }), [verdict]);

/** The field of the values panel. */
export const shownField = computed(() => {
  // To begin with, one that a filter can test.
  const fields = opened.value?.fields.filter(({ operators }) => operators.length > 0) ?? [];
  const first = ranked.answer.value?.fields.find((name) => fields.some((field) => field.name === name));
  const most = Math.max(...fields.map(({ share }) => share ?? 0));
  const frequent = fields.find(({ type, share }) => type === 'string' && (share ?? 0) > most / 2);
  return view.value.field || first || (ranked.isWaiting.value ? '' : (frequent?.name ?? ''));
});

/** How many values are asked for. At most 10,000. */
export const valueCount = signal(100);

/** Values of one field. The one that is ranked first is known once the fields are ranked. */
export const values = createPanel('values', () => {
  const { search, field } = view.value;
  if (field === '' && ranked.isWaiting.value) return undefined;
  if (shownField.value === '') return null;
  return { ...state.value, field: shownField.value, count: valueCount.value, by: view.value.effect, search };
}, [verdict]);

/** The open line, and why each filter decides as it does. */
export const line = createPanel('line', () => {
  const [, offset, object] = /^(\d+)@(.*)$/s.exec(view.value.line) ?? [];
  return object === undefined ? null : { ...state.value, object, offset: Number(offset) };
}, [verdict]);

/** Filters for a goal, once all objects are read. Candidate and guards of other kinds have no part in it: a click on a filter changes the candidate alone. */
export const suggested = createPanel('suggest', () => {
  const { goal, promise } = view.value;
  const noPromise = state.value.neverDrop.length === 0;
  if (goal === '' || (noPromise && promise !== 'none')) return null;
  return coverage.value?.isComplete ? { ...state.value, to: '', guards: [], goal, noPromise } : undefined;
});

/** What the transformer does, once all objects are read. Guards that need no filter in force are judged on what it delivers. */
export const transformed = createPanel('transform', () => {
  const { sql } = view.value;
  if (sql.trim() === '') return null;
  return coverage.value?.isComplete ? { ...state.value, from: '', sql } : undefined;
}, [verdict]);

/** Whether a filter is written as JSON. */
export const isJson = (side: Side): boolean => /^\s*[{["]/.test(state.value[side]);

/** Whether a filter is the one that the forms of a check are of. */
export function formsOf(side: Side): Checked['forms'] {
  const check = checks[side];
  return check.isCurrent.value ? (check.answer.value?.forms ?? null) : null;
}
