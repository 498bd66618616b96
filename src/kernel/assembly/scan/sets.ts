// Lines by the exact set of jobs that keep them, as src/replay/kept-sets.ts has them. Fields are counted once per line,
// in the set it falls into.
//
//   0   u32  one bit for each job that keeps the lines
//   8   u64  lines
//   16  u64  bytes
import { FIELD_COUNTS, LINE_COUNTS, LINE_KEYS, MAX_KEYS, MAX_SETS, SET_INDEX, SET_INDEX_SLOTS, SETS } from '../memory';
import { Line } from './fields';
import { Keys } from './keys';

const SET_SHIFT: u32 = 5;
export const SET_LINES: usize = 8;
export const SET_BYTES: usize = 16;
const FIELDS_OF_SET: usize = (MAX_KEYS as usize) << 4;

export abstract class Sets {
  static count: u32 = 0;
  /** The set of the line before: lines of one kind come in runs. */
  static last: u32 = 0;
}

// @ts-ignore: decorator
@inline
export function setAt(set: u32): usize {
  return SETS + ((set as usize) << SET_SHIFT);
}

/** Counts of a field in a set: u64 bytes, u32 lines, u32 empty lines. */
// @ts-ignore: decorator
@inline
export function fieldCountsAt(set: u32, key: u32): usize {
  return FIELD_COUNTS + (set as usize) * FIELDS_OF_SET + ((key as usize) << 4);
}

/** Forgets all sets and their counts. */
export function clearSets(): void {
  for (let set: u32 = 0; set < Sets.count; set++) {
    memory.fill(setAt(set), 0, 1 << SET_SHIFT);
    memory.fill(fieldCountsAt(set, 0), 0, (Keys.count as usize) << 4);
  }
  memory.fill(SET_INDEX, 0, SET_INDEX_SLOTS << 1);
  Sets.count = 0;
  Sets.last = 0;
}

/** The number of a set. @returns MAX_SETS where there is no room for another */
export function setOf(jobs: u32): u32 {
  if (Sets.count > 0 && load<u32>(setAt(Sets.last)) == jobs) return Sets.last;
  let place = ((jobs * 0x9e37_79b1) >> 16) & (SET_INDEX_SLOTS - 1);
  for (;;) {
    const found: u32 = load<u16>(SET_INDEX + (place << 1));
    if (found == 0) break;
    if (load<u32>(setAt(found - 1)) == jobs) {
      Sets.last = found - 1;
      return found - 1;
    }
    place = (place + 1) & (SET_INDEX_SLOTS - 1);
  }
  if (Sets.count == MAX_SETS) return MAX_SETS;
  const set = Sets.count++;
  store<u32>(setAt(set), jobs);
  store<u16>(SET_INDEX + (place << 1), (set + 1) as u16);
  Sets.last = set;
  return set;
}

// @ts-ignore: decorator
@inline
export function countInSet(set: u32, bytes: u64): void {
  const entry = setAt(set);
  store<u64>(entry, load<u64>(entry, SET_LINES) + 1, SET_LINES);
  store<u64>(entry, load<u64>(entry, SET_BYTES) + bytes, SET_BYTES);
}

/** Adds the fields of the line to those of its set. */
// @ts-ignore: decorator
@inline
export function countFields(set: u32): void {
  const fields = Line.fields;
  const counts = fieldCountsAt(set, 0);
  for (let field: u32 = 0; field < fields; field++) {
    const entry = counts + ((load<u32>(LINE_KEYS + (field << 2)) as usize) << 4);
    // One addition for three counts: lines and empty lines share 64 bits, and an object has fewer than 2^32 lines.
    v128.store(entry, i64x2.add(v128.load(entry), v128.load(LINE_COUNTS + (field << 4))));
  }
}
