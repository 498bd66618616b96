// Counts lines by the exact set of jobs that keep them: of the first `Request.setJobs` jobs, which are the jobs of this file. Fields are counted once per line, for its set; for sets beyond the first
// MAX_SETS_WITH_FIELDS, once for each job that keeps the line. When the caller takes the counts, `foldFields` computes them by job.
//
//   0   u64  lines
//   8   u64  bytes
//   16  one bit for each job that keeps the lines, u64 for each 64 jobs
import { FIELDS_TOO, LONG_BYTES, MAX_SETS_WITH_FIELDS, SET_BITS_AT } from '../../../abi';
import {
  FIELD_COUNTS, JOB_FIELD_COUNTS, KEEPING, LINE_COUNTS, LINE_KEYS, MAX_KEYS, MAX_SETS, SET_BYTES, SET_INDEX,
  SET_INDEX_SLOTS, SETS,
} from '../../memory';
import { Line } from '../fields';
import { Keys } from '../keys';
import { Request } from './request';

const FIELDS_BYTES: usize = (MAX_KEYS as usize) << 4;

export abstract class Sets {
  static count: u32 = 0;
  /** The set of the previous line: similar lines occur in runs. */
  static last: u32 = 0;
}

/** How many words of 64 bits contain one bit for each job. */
// @ts-ignore: decorator
@inline
function words(): usize {
  return ((Request.setJobs as usize) + 63) >> 6;
}

// @ts-ignore: decorator
@inline
export function setAt(set: u32): usize {
  return SETS + (set as usize) * SET_BYTES;
}

/** Returns the address of the counts of a set's fields: u64 bytes, u32 lines, u32 empty lines each. */
// @ts-ignore: decorator
@inline
function fieldsOfSet(set: u32): usize {
  return FIELD_COUNTS + (set as usize) * FIELDS_BYTES;
}

/** The same over all lines if `row` is 0, else over the lines that job `row - 1` keeps. */
// @ts-ignore: decorator
@inline
export function fieldsOfRow(row: u32): usize {
  return JOB_FIELD_COUNTS + (row as usize) * FIELDS_BYTES;
}

/** Removes all sets and their counts. */
export function clearSets(): void {
  const bytes = (Keys.count as usize) << 4;
  const withFields = Request.detail == FIELDS_TOO ? min(Sets.count, MAX_SETS_WITH_FIELDS) : 0;
  for (let set: u32 = 0; set < withFields; set++) memory.fill(fieldsOfSet(set), 0, bytes);
  if (Sets.count > 0 && Request.detail == FIELDS_TOO) for (let row: u32 = 0; row <= Request.setJobs; row++) memory.fill(fieldsOfRow(row), 0, bytes);
  memory.fill(SETS, 0, (Sets.count as usize) * SET_BYTES);
  memory.fill(SET_INDEX, 0, SET_INDEX_SLOTS << 1);
  Sets.count = 0;
  Sets.last = 0;
}

/** Whether the jobs of a set are those at KEEPING. */
// @ts-ignore: decorator
@inline
function isKeeping(set: u32): bool {
  const bits = setAt(set) + SET_BITS_AT;
  const bytes = words() << 3;
  for (let at: usize = 0; at < bytes; at += 8) if (load<u64>(bits + at) != load<u64>(KEEPING + at)) return false;
  return true;
}

// @ts-ignore: decorator
@inline
function hashOfKeeping(): u32 {
  const bytes = words() << 3;
  let hash: u64 = 0;
  for (let at: usize = 0; at < bytes; at += 8) hash = ((hash ^ load<u64>(KEEPING + at)) * 0x9e37_79b9_7f4a_7c15) ^ (hash >> 29);
  return (hash >> 40) as u32;
}

/** Returns the number of the set of the jobs at KEEPING, MAX_SETS if there is no room for another. */
export function setOf(): u32 {
  if (Sets.count > 0 && isKeeping(Sets.last)) return Sets.last;
  let place = hashOfKeeping() & (SET_INDEX_SLOTS - 1);
  for (;;) {
    const found: u32 = load<u16>(SET_INDEX + (place << 1));
    if (found == 0) break;
    if (isKeeping(found - 1)) {
      Sets.last = found - 1;
      return found - 1;
    }
    place = (place + 1) & (SET_INDEX_SLOTS - 1);
  }
  if (Sets.count == MAX_SETS) return MAX_SETS;
  const set = Sets.count++;
  memory.copy(setAt(set) + SET_BITS_AT, KEEPING, words() << 3);
  store<u16>(SET_INDEX + (place << 1), (set + 1) as u16);
  Sets.last = set;
  return set;
}

// @ts-ignore: decorator
@inline
export function countInSet(set: u32, bytes: u64): void {
  const entry = setAt(set);
  store<u64>(entry, load<u64>(entry) + 1);
  store<u64>(entry, load<u64>(entry, LONG_BYTES) + bytes, LONG_BYTES);
}

/** Adds the fields of the line. */
// @ts-ignore: decorator
@inline
export function countFields(set: u32): void {
  if (set < MAX_SETS_WITH_FIELDS) addFields(fieldsOfSet(set));
  else countFieldsOfJobs(set);
}

function countFieldsOfJobs(set: u32): void {
  addFields(fieldsOfRow(0));
  const bits = setAt(set) + SET_BITS_AT;
  for (let word: usize = 0; word < words(); word++) {
    for (let left = load<u64>(bits + (word << 3)); left != 0; left &= left - 1) {
      addFields(fieldsOfRow(((word << 6) as u32) + (ctz(left) as u32) + 1));
    }
  }
}

// @ts-ignore: decorator
@inline
function addFields(counts: usize): void {
  const fields = Line.fields;
  for (let field: u32 = 0; field < fields; field++) {
    const entry = counts + ((load<u32>(LINE_KEYS + (field << 2)) as usize) << 4);
    // One addition for three counts: lines and empty lines share 64 bits, and the caller takes counts before 2^32 lines.
    v128.store(entry, i64x2.add(v128.load(entry), v128.load(LINE_COUNTS + (field << 4))));
  }
}

/** Adds the counts of the first sets to those of each job, and resets them. */
export function foldFields(): void {
  for (let set: u32 = 0; set < min(Sets.count, MAX_SETS_WITH_FIELDS); set++) {
    foldInto(fieldsOfRow(0), set);
    const bits = setAt(set) + SET_BITS_AT;
    for (let word: usize = 0; word < words(); word++) {
      for (let left = load<u64>(bits + (word << 3)); left != 0; left &= left - 1) {
        foldInto(fieldsOfRow(((word << 6) as u32) + (ctz(left) as u32) + 1), set);
      }
    }
    memory.fill(fieldsOfSet(set), 0, (Keys.count as usize) << 4);
  }
}

function foldInto(counts: usize, set: u32): void {
  const bytes = (Keys.count as usize) << 4;
  const from = fieldsOfSet(set);
  for (let at: usize = 0; at < bytes; at += 16) v128.store(counts + at, i64x2.add(v128.load(counts + at), v128.load(from + at)));
}
