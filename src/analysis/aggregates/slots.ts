// The selections of a query as the filters of one pass: equal ones share a slot. Those with figures beside their verdicts come first, because the
// kernel counts conditions, hours and sets for the first filters alone.
import type { CompiledFilter } from '../../language/filter/index.ts';
import { type Aggregate, type AggregateKind, EVERY, NONE, type SelectionText } from './aggregate.ts';

/** Whether an aggregate needs figures of the kernel that only the first filters have: conditions, hours, sets of filters, fields. */
const IS_DETAILED: Readonly<Record<AggregateKind, boolean>> = {
  lines: false,
  verdicts: false,
  objects: false,
  conditions: true,
  hours: true,
  fields: true,
  overlap: true,
  sample: false,
  values: false,
};

/** The filters of a pass. */
export class Slots {
  /** Undefined keeps every line. */
  readonly filters: readonly (CompiledFilter | undefined)[];
  /** The number of first filters with figures beside their verdicts. */
  readonly detailed: number;
  readonly #slotOf: ReadonlyMap<SelectionText, number>;

  /** @param others selections without an aggregate @param compile of a selection other than `every` and `none` */
  constructor(
    aggregates: readonly Aggregate[],
    others: readonly SelectionText[],
    compile: (text: SelectionText) => CompiledFilter,
  ) {
    const isSlot = (text: SelectionText): boolean => text !== NONE;
    const detailed = new Set(aggregates.flatMap(detailedSelections).filter(isSlot));
    const texts = new Set([...detailed, ...aggregates.flatMap(selectionsOf), ...others].filter(isSlot));
    this.detailed = detailed.size;
    this.#slotOf = new Map([...texts].map((text, slot) => [text, slot]));
    this.filters = [...texts].map((text) => (text === EVERY ? undefined : compile(text)));
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
  return typeof asked.of === 'string' ? [asked.of] : asked.of;
}

function detailedSelections(asked: Aggregate): readonly SelectionText[] {
  return IS_DETAILED[asked.kind] ? selectionsOf(asked) : [];
}
