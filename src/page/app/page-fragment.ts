// The state of the page as the fragment of its address, so that a reload, a bookmark, "back" and "forward" find it again. Never the contents of
// lines. Pure.
import type { Effect, PageState } from '../contract.ts';
import { type Clock, EFFECTS, timeOfInput } from './figures.ts';
import { filterOfJob } from './job-filter.ts';

/** What is in view beside the question, at the start. */
export const NO_VIEW = {
  /** Of the values panel. Empty: the first of the ranked fields. */
  field: '',
  search: '',
  effect: 'all' as Effect,
  /** Path of a condition of the candidate: only lines that it alone decides. Empty: all. */
  condition: '',
  /** A never-drop guard: only lines that break it. Empty: all. */
  breaks: '',
  /** Empty: the usual ones. */
  columns: [] as string[],
  /** Of the suggested filters. Empty: none are asked for. */
  goal: '',
  /** `none`: every line may be dropped, without a never-drop guard. */
  promise: '',
  /** Of the transformer. Empty: none. */
  sql: '',
  /** The open line as `offset@object`. Empty: none. */
  line: '',
  clock: 'utc' as Clock,
};
export type View = typeof NO_VIEW;

/** Texts that are too long for an address. */
export interface StoredTexts {
  /** @returns the name of the text */
  keep(text: string): string;
  /** Empty: there is none. */
  find(name: string): string;
}

/** Longer filters are kept in the storage of the tab: browsers limit addresses. Characters. */
const MAX_TEXT_IN_ADDRESS = 4000;
const LISTS = { guards: 'guard', neverDrop: 'never-drop', prices: 'price' } as const;

/** The fragment of a state. */
export function writeFragment(state: PageState, view: View, stored: StoredTexts): string {
  const parameters = new URLSearchParams();
  const { sql, ...rest } = view;
  for (const [name, text] of Object.entries({ from: state.from, to: state.to, ...(sql !== '' && { sql }) })) {
    if (text.length <= MAX_TEXT_IN_ADDRESS) parameters.set(name, text);
    else parameters.set(`${name}-stored`, stored.keep(text));
  }
  if (state.since !== undefined) parameters.set('since', state.since);
  if (state.until !== undefined) parameters.set('until', state.until);
  for (const [key, name] of Object.entries(LISTS)) {
    for (const one of state[key as keyof typeof LISTS]) parameters.append(name, one);
  }
  for (const [name, value] of Object.entries(rest) as [keyof View, string | string[]][]) {
    if (String(value) !== String(NO_VIEW[name])) parameters.set(name, String(value));
  }
  return parameters.toString();
}

/** The state of a fragment; null if it has no filters, as at the start. Ignores what it does not know. */
export function readFragment(fragment: string, stored: StoredTexts): { state: PageState | null; view: View } {
  const parameters = new URLSearchParams(fragment);
  // An address that a person has kept may contain a job.
  const storedTextOf = (name: string): string =>
    parameters.get(name) ?? stored.find(parameters.get(`${name}-stored`) ?? '');
  const textOf = (side: string): string => filterOfJob(storedTextOf(side)).text ?? '';
  // The panels compute with times.
  const timeOf = (name: string): string | undefined => {
    const text = parameters.get(name) ?? '';
    const time = timeOfInput(text, 'utc') ?? undefined;
    return time && text.endsWith('Z') ? text : time;
  };
  const view = { ...NO_VIEW };
  for (const name of ['field', 'search', 'condition', 'breaks', 'goal', 'promise', 'line'] as const)
    view[name] = parameters.get(name) ?? '';
  const sql = storedTextOf('sql');
  if (filterOfJob(sql).note === '') view.sql = sql;
  const effect = parameters.get('effect') ?? '';
  if (Object.hasOwn(EFFECTS, effect)) view.effect = effect as Effect;
  view.columns = parameters.get('columns')?.split(',') ?? [];
  if (parameters.get('clock') === 'local') view.clock = 'local';
  if (!parameters.has('to') && !parameters.has('to-stored')) return { state: null, view };
  const state: PageState = {
    from: textOf('from'),
    to: textOf('to'),
    since: timeOf('since'),
    until: timeOf('until'),
    guards: parameters.getAll(LISTS.guards),
    neverDrop: parameters.getAll(LISTS.neverDrop),
    prices: parameters.getAll(LISTS.prices),
  };
  return { state, view };
}
