// The selections of a query as the filters of one pass: equal ones share a slot. Those with figures beside their verdicts come first, because the
// kernel counts sets for the first filters alone, and conditions and hours for these and the next ones.
import type { CompiledFilter } from '../../language/filter/index.ts';
import { type Aggregate, type AggregateKind, EVERY, NONE, type SelectionText } from './aggregate.ts';

/** What the kernel counts of the filters of an aggregate: the sets of them that keep a line; conditions and hours; or verdicts alone. */
const COUNTED: Readonly<Record<AggregateKind, 'sets' | 'conditions' | 'verdicts'>> = {
  lines: 'verdicts',
  verdicts: 'verdicts',
  objects: 'verdicts',
  conditions: 'conditions',
  hours: 'conditions',
  fields: 'sets',
  overlap: 'sets',
  sample: 'verdicts',
  values: 'verdicts',
  transformed: 'verdicts',
  batches: 'verdicts',
  transitions: 'verdicts',
  examples: 'verdicts',
};

/** The filters of a pass. */
export class Slots {
  /** Undefined keeps every line. */
  readonly filters: readonly (CompiledFilter | undefined)[];
  /** The number of first filters whose sets are counted. */
  readonly sets: number;
  /** The number of first filters with figures beside their verdicts, those of {@link sets} included. */
  readonly detailed: number;
  readonly #slotOf: ReadonlyMap<SelectionText, number>;

  /** @param others selections without an aggregate @param compile of a selection other than `every` and `none` */
  constructor(
    aggregates: readonly Aggregate[],
    others: readonly SelectionText[],
    compile: (text: SelectionText) => CompiledFilter,
  ) {
    const isSlot = (text: SelectionText): boolean => text !== NONE;
    const counted = Object.groupBy(aggregates, ({ kind }) => COUNTED[kind]);
    const textsOf = (some: readonly Aggregate[] = []): SelectionText[] => some.flatMap(selectionsOf).filter(isSlot);
    const sets = new Set(textsOf(counted.sets));
    const detailed = new Set([...sets, ...textsOf(counted.conditions)]);
    const texts = new Set([...detailed, ...textsOf(counted.verdicts), ...others.filter(isSlot)]);
    this.sets = sets.size;
    this.detailed = detailed.size;
    this.#slotOf = new Map([...texts].map((text, slot) => [text, slot]));
    this.filters = [...texts].map((text) => (text === EVERY ? undefined : compile(text)));
  }

  /** Returns the slot of a selection, -1 for `none`. @throws as {@link of} */
  ofAny(text: SelectionText): number {
    return text === NONE ? -1 : this.of(text);
  }

  /** Returns the slot of a selection. @throws TypeError for `none`, and for a selection that no aggregate has */
  of(text: SelectionText): number {
    const slot = this.#slotOf.get(text);
    if (slot === undefined) throw new TypeError('cannot count: found a selection that the pass does not decide');
    return slot;
  }
}

/** Returns the selections that an aggregate needs. */
function selectionsOf(asked: Aggregate): readonly SelectionText[] {
  // The fields of all lines need no verdict.
  if (asked.kind === 'lines' || (asked.kind === 'fields' && asked.of === EVERY)) return [];
  if (asked.kind === 'batches') return [asked.of, asked.taken];
  return typeof asked.of === 'string' ? [asked.of] : asked.of;
}
