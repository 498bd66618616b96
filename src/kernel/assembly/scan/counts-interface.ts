// What the caller takes when an object is read: every count, one by one; then they are cleared.
import { MAX_KEYS, SLOTS } from '../memory';
import { Line } from './fields';
import { keyAt, Keys, LENGTH, LINE } from './keys';
import { Scan } from './lines';
import {
  CONDITION_COUNT_BYTES, conditionCountsAt, JOB_CONDITIONS, JOB_TOTALS, JOB_TOTALS_BYTES, jobAt, Request,
} from './request';
import { clearSets, fieldCountsAt, SET_BYTES, SET_LINES, setAt, Sets } from './sets';

/** Lines read; outside and without a time; examined; and the bytes of all of them. */
export function linesRead(): f64 {
  return Scan.read as f64;
}

export function linesOutside(): f64 {
  return Scan.outside as f64;
}

export function linesUntimed(): f64 {
  return Scan.untimed as f64;
}

export function linesExamined(): f64 {
  return Scan.examined as f64;
}

export function bytesRead(): f64 {
  return Scan.bytes as f64;
}

/** Lines and bytes of a job by verdict. @param figure 0: lines, 1: bytes */
export function jobTotal(job: u32, verdict: u32, figure: u32): f64 {
  return load<u64>(jobAt(job) + (verdict << 4) + (figure << 3), JOB_TOTALS) as f64;
}

/** Lines on which a condition of a job had an outcome; 5: lines of which it is a sole blocker. */
export function conditionTotal(job: u32, condition: u32, outcome: u32): f64 {
  return load<u64>(conditionCountsAt(load<u32>(jobAt(job), JOB_CONDITIONS) + condition) + (outcome << 3)) as f64;
}

/** Sets of jobs that keep lines; each with one bit for each job, lines, bytes. */
export function setCount(): u32 {
  return Sets.count;
}

export function setJobs(set: u32): u32 {
  return load<u32>(setAt(set));
}

export function setLines(set: u32): f64 {
  return load<u64>(setAt(set), SET_LINES) as f64;
}

export function setBytes(set: u32): f64 {
  return load<u64>(setAt(set), SET_BYTES) as f64;
}

/** Keys are numbered from 1; where each is, with quotes and colon, and how many bytes that takes. */
export function keyCount(): u32 {
  return Keys.count;
}

export function isKeyTableFull(): bool {
  return Keys.count == MAX_KEYS;
}

export function keyStart(key: u32): usize {
  return keyAt(key);
}

export function keyBytes(key: u32): u32 {
  return load<u32>(keyAt(key), LENGTH);
}

/** A key over the lines of a set. @param figure 0: bytes, 1: lines, 2: empty lines */
export function fieldTotal(set: u32, key: u32, figure: u32): f64 {
  const at = fieldCountsAt(set, key);
  if (figure == 0) return load<u64>(at) as f64;
  return load<u32>(at + (figure << 2), 4) as f64;
}

/** Forgets all counts; keys and request stay. */
export function clearCounts(): void {
  clearSets();
  Scan.read = 0;
  Scan.outside = 0;
  Scan.untimed = 0;
  Scan.examined = 0;
  Scan.bytes = 0;
  for (let job: u32 = 0; job < Request.jobs; job++) memory.fill(jobAt(job) + JOB_TOTALS, 0, JOB_TOTALS_BYTES);
  memory.fill(conditionCountsAt(0), 0, (Request.conditions as usize) * CONDITION_COUNT_BYTES);
  // Numbers of lines begin anew, so that they never wrap.
  memory.fill(SLOTS, 0, (Request.slots as usize) << 4);
  for (let key: u32 = 0; key < Keys.count; key++) store<u32>(keyAt(key), 0, LINE);
  Line.number = 0;
}
