// The figures that a query asks for, as plain data. The shape of an answer is beside its counter, aggregates.ts merges answers, query-pass.ts counts
// them over lines.
import type { VERDICT_KEYS } from '../../input/scan/index.ts';
import { printFilterJson, type Selection } from '../../language/filter/index.ts';
import type { TransformText } from '../transform/index.ts';

/** Lines that a query selects, as text: the canonical JSON of a filter, `every`, or `none`. */
export type SelectionText = string;
/** The text of all lines. */
export const EVERY = 'every' satisfies Selection;
/** The text of no line. */
export const NONE = 'none' satisfies Selection;
/** A verdict, as the keys of figures name it. */
export type VerdictKey = (typeof VERDICT_KEYS)[keyof typeof VERDICT_KEYS];

/** What a transformer does with a line, as the keys of figures name it. */
export const TRANSFORM_OUTCOMES = ['kept', 'dropped', 'failing', 'undecided'] as const;
/** A name of {@link TRANSFORM_OUTCOMES}. */
export type TransformOutcome = (typeof TRANSFORM_OUTCOMES)[number];

/** The aggregates, by kind. */
export interface AggregateByKind {
  /** Lines of every kind, and problems. `examined`: also the lines that are searched for hints. */
  lines: { kind: 'lines'; examined: boolean };
  /** Lines by the verdict of a selection. */
  verdicts: { kind: 'verdicts'; of: SelectionText };
  /** The same for each object. */
  objects: { kind: 'objects'; of: SelectionText };
  /** Outcomes of the conditions of a selection. */
  conditions: { kind: 'conditions'; of: SelectionText };
  /** Lines by hour of their event time; for each hour, the verdicts of these selections. */
  hours: { kind: 'hours'; of: readonly SelectionText[] };
  /** Weights of the fields in the lines of a selection. */
  fields: { kind: 'fields'; of: SelectionText };
  /** Lines by the exact set of these selections that keep them. */
  overlap: { kind: 'overlap'; of: readonly SelectionText[] };
  /** The lines with the smallest hashes, of a verdict of a selection. `arePlaces`: without their text, which takes long to put together from columns. */
  sample: { kind: 'sample'; of: SelectionText; verdict: VerdictKey; limit: number; arePlaces?: true };
  /** The same as JSON, of the lines that a selection keeps: their values are counted. */
  values: { kind: 'values'; of: SelectionText; limit: number };
  /** What a transformer does with the lines that a selection keeps. */
  transformed: { kind: 'transformed'; of: SelectionText; by: TransformText };
  /** Assumed batches of these lines, and those of another selection that failing batches take down. */
  batches: { kind: 'batches'; of: SelectionText; by: TransformText; taken: SelectionText };
  /** What changes between what two selections with their transformers deliver: the old one, then the new one. `null`: lines as they are. */
  transitions: {
    kind: 'transitions';
    of: readonly [SelectionText, SelectionText];
    by: readonly [TransformText | null, TransformText | null];
  };
  /** The lines with the smallest hashes, of an outcome of a transformer. */
  examples: { kind: 'examples'; of: SelectionText; by: TransformText; outcome: TransformOutcome; limit: number };
}

/** The kind of an aggregate. */
export type AggregateKind = keyof AggregateByKind;
/** One figure, or one set of figures, that a query asks for. */
export type Aggregate = AggregateByKind[AggregateKind];

/** How answers over parts of a source add up. */
export interface Merging<K extends AggregateKind, Answer> {
  /** The answer over no line. */
  empty(asked: AggregateByKind[K]): Answer;
  /** Adds two answers. Associative and commutative, and `empty` changes nothing. */
  merge(asked: AggregateByKind[K], a: Answer, b: Answer): Answer;
  /** Where a source may be split into parts: between any two lines, or only between objects. */
  splits: 'lines' | 'objects';
}

const texts = new WeakMap<object, SelectionText>();

/** Returns a selection as text. */
export function selectionText(selection: Selection): SelectionText {
  if (typeof selection === 'string') return selection;
  const text = texts.get(selection) ?? printFilterJson(selection);
  texts.set(selection, text);
  return text;
}

/** Adds the numbers of two equal shapes; everything else is the first one's. */
export function sumOf<Figures extends object>(a: Figures, b: Figures): Figures {
  const result = { ...a };
  for (const key of Object.keys(a) as (keyof Figures)[]) {
    const [mine, more] = [a[key], b[key]];
    if (typeof mine === 'number' && typeof more === 'number') result[key] = (mine + more) as typeof mine;
  }
  return result;
}

/** Merges two lists by key, in the order of the keys. */
export function mergeBy<Item extends object>(
  keyOf: (item: Item) => string,
  a: readonly Item[],
  b: readonly Item[],
): Item[] {
  const byKey = new Map(a.map((item) => [keyOf(item), item]));
  for (const item of b) {
    const mine = byKey.get(keyOf(item));
    byKey.set(keyOf(item), mine === undefined ? item : sumOf(mine, item));
  }
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, item]) => item);
}
