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
export const costs = createPanel('costs', () => state.value);

/** Fields in the order of how well they distinguish the lines in view. */
export const ranked = createPanel('fields', () => ({ ...state.value, effect: view.value.effect }));

/** How many values are asked for. At most 10,000. */
export const valueCount = signal(100);

/** Values of one field. */
export const values = createPanel('values', () => {
  const { search, field, effect } = view.value;
  return { ...state.value, field, count: valueCount.value, by: effect, search };
});

/** The field of the values panel. Empty until it is known. */
export const shownField = computed(() => view.value.field || (values.answer.value?.field ?? ''));

/** The open line, and why each filter decides as it does. */
export const line = createPanel('line', () => {
  const [, offset, object] = /^(\d+)@(.*)$/s.exec(view.value.line) ?? [];
  return object === undefined ? null : { ...state.value, object, offset: Number(offset) };
});

/** Filters for a goal, once all objects are read. Candidate and guards of other kinds have no part in it: a click on a filter changes the candidate alone. */
export const suggested = createPanel('suggest', () => {
  const { goal, promise } = view.value;
  const noPromise = state.value.neverDrop.length === 0 && promise === 'none';
  if (goal === '') return null;
  return coverage.value?.isComplete ? { ...state.value, to: '', guards: [], goal, noPromise } : undefined;
});

/** What the transformer does, once all objects are read. Guards that need no filter in force are judged on what it delivers. */
export const transformed = createPanel('transform', () => {
  const { sql } = view.value;
  if (sql.trim() === '') return null;
  return coverage.value?.isComplete ? { ...state.value, from: '', sql } : undefined;
});

/** Whether a filter is written as JSON. */
export const isJson = (side: Side): boolean => /^\s*[{["]/.test(state.value[side]);

/** Whether a filter is the one that the forms of a check are of. */
export function formsOf(side: Side): Checked['forms'] {
  const check = checks[side];
  return check.isCurrent.value ? (check.answer.value?.forms ?? null) : null;
}
