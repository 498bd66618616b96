// Derives the findings on repeated events from the entries of IDs: their number, within objects and across them, and the first places.
import { printCount, Smallest } from '../../../base/index.ts';
import { inOrder, PLACES_PER_RULE, type Place, type RuleCount } from '../finding-tally.ts';
import type { RuleCode } from '../rules.ts';
import type { IdEntries } from './repeated-ids.ts';

/** The extent of the search for repeated events. */
export interface RepeatSearch {
  /** The field that contains the ID of an event; null: the dataset has none, or the lines lack it, and nothing was searched. */
  field: string | null;
  /** One id in this many is followed; 1: all, and the figures are exact. */
  oneIn: number;
  /** Entries in memory: one for each id and object that contains it. */
  followed: number;
  /**
   * Standard error of the estimated numbers, as a share of them, at most 1: √(Σ r²) / Σ r over the ids followed, r being the repeats of
   * an id. Ids are sampled, so a few with many repeats often make it large. 0 if the numbers are exact, or if nothing was
   * found.
   */
  error: number;
}

/** Creates the findings and their extent. @param field name of the id, for messages; not used if no IDs were tracked */
export function repeatFindings(entries: IdEntries, field: string): { counts: RuleCount[]; search: RepeatSearch } {
  const { level, objects, low, first, again, isShared } = entries;
  const oneIn = 2 ** level;
  if (again === undefined && !isShared) return { counts: [], search: { field, oneIn, followed: low.length, error: 0 } };
  const nameOf = (entry: number): string => objects[entries.object[entry]!]!;
  const firstOf = isShared ? firstObjects(entries) : undefined;
  const within = new Smallest<Place>(PLACES_PER_RULE, inOrder);
  const between = new Smallest<Place>(PLACES_PER_RULE, inOrder);
  let repeated = 0;
  let elsewhere = 0;
  /** By the first entry of an id: its repeats. */
  const times = new Float64Array(low.length);
  for (let entry = 0; entry < low.length; entry += 1) {
    const original = firstOf?.[entry] ?? entry;
    const repeats = again?.repeats[entry] ?? 0;
    times[original] = times[original]! + repeats + (original === entry ? 0 : 1);
    if (repeats > 0) {
      const object = nameOf(entry);
      repeated += repeats;
      within.add({
        object,
        offset: again!.second[entry]!,
        message: `the same ${field} as at byte ${printCount(first[entry]!)}`,
      });
    }
    if (original === entry) continue;
    elsewhere += 1;
    const message = `the same ${field} as in ${nameOf(original)} at byte ${printCount(first[original]!)}`;
    between.add({ object: nameOf(entry), offset: first[entry]!, message });
  }
  return {
    counts: [
      ...countOf('repeated-in-object', repeated * oneIn, within),
      ...countOf('repeated-between-objects', elsewhere * oneIn, between),
    ],
    search: { field, oneIn, followed: low.length, error: oneIn === 1 ? 0 : errorOf(times) },
  };
}

function errorOf(times: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (const one of times) {
    sum += one;
    squares += one * one;
  }
  return sum === 0 ? 0 : Math.min(1, Math.sqrt(squares) / sum);
}

function countOf(code: RuleCode, count: number, places: Smallest<Place>): RuleCount[] {
  return count === 0 ? [] : [{ code, count, places: places.toArray(), details: { names: [], rest: 0 } }];
}

/** For each entry, the entry of the same id in the object with the smallest name. */
function firstObjects({ low, high, object, objects }: IdEntries): Int32Array {
  const ranks = new Uint32Array(objects.length);
  const sorted = objects.map((_, index) => index).sort((a, b) => (objects[a]! < objects[b]! ? -1 : 1));
  for (const [rank, index] of sorted.entries()) ranks[index] = rank;
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(low.length * 2 + 2)));
  const mask = slots.length - 1;
  const slotOf = (entry: number): number => {
    let slot = low[entry]! & mask;
    for (;;) {
      const other = slots[slot]! - 1;
      if (other < 0 || (low[other] === low[entry] && high[other] === high[entry])) return slot;
      slot = (slot + 1) & mask;
    }
  };
  for (let entry = 0; entry < low.length; entry += 1) {
    const slot = slotOf(entry);
    const other = slots[slot]! - 1;
    if (other < 0 || ranks[object[entry]!]! < ranks[object[other]!]!) slots[slot] = entry + 1;
  }
  return Int32Array.from(low, (_, entry) => slots[slotOf(entry)]! - 1);
}
