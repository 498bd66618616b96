// The counts that the caller takes after it has read an object, one function for each; then it clears them.
import { CONDITION_COUNT_BYTES, FIELD_BYTES } from '../../abi';
import { MAX_KEYS, SLOTS } from '../memory';
import { Line } from './fields';
import { keyAt, Keys, LENGTH, LINE } from './keys';
import { Scan } from './lines';
import { clearNoRecords, noRecordsOf } from './no-records';
import {
  CONDITION_LINE, conditionAt, conditionCountsAt, JOB_CONDITIONS, JOB_TOTALS, JOB_TOTALS_BYTES, jobAt, Request,
} from './filter/request';
import { clearSets, fieldsOfRow, foldFields, setAt, Sets } from './filter/sets';
import { clearHours, hourAt, Hours } from './hours';

/** Lines read; outside the time range; without a time; examined; and the bytes of all lines. */
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

/** Lines that are not records, by a kind of abi.ts; `bytesRead` includes their bytes. */
export function noRecordLines(kind: u32): f64 {
  return noRecordsOf(kind) as f64;
}

/** Returns the address of a job's totals: lines and bytes by verdict, u64 each. */
export function jobTotals(job: u32): usize {
  return jobAt(job) + JOB_TOTALS;
}

/** Returns the address of the counts of a job's conditions: for each the lines by outcome, then those that it alone drops, and alone keeps, u64 each. */
export function conditionTotals(job: u32): usize {
  return conditionCountsAt(load<u32>(jobAt(job), JOB_CONDITIONS));
}

/** Sets of jobs that keep lines, and the address of one: see filter/sets.ts. */
export function setCount(): u32 {
  return Sets.count;
}

export function setStart(set: u32): usize {
  return setAt(set);
}

/** Hours of counted lines, and the address of one: see hours.ts. */
export function hourCount(): u32 {
  return Hours.count;
}

export function hourStart(hour: u32): usize {
  return hourAt(hour);
}

/** Known keys, numbered from 1; the address of each, with quotes and colon, and its length in bytes. */
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

/** Computes the counts of fields for each job; must be called before `fieldTotals`. */
export function foldFieldCounts(): void {
  foldFields();
}

/**
 * Returns the address of the counts of the first key, FIELD_BYTES for each key.
 * @param row 0: over all lines read, else over the lines that job `row - 1` keeps
 */
export function fieldTotals(row: u32): usize {
  return fieldsOfRow(row) + FIELD_BYTES;
}

/** Resets all counts; keys and request stay. */
export function clearCounts(): void {
  clearSets();
  clearHours();
  clearNoRecords();
  Scan.read = 0;
  Scan.outside = 0;
  Scan.untimed = 0;
  Scan.examined = 0;
  Scan.bytes = 0;
  for (let job: u32 = 0; job < Request.jobs; job++) memory.fill(jobAt(job) + JOB_TOTALS, 0, JOB_TOTALS_BYTES);
  memory.fill(conditionCountsAt(0), 0, (Request.conditions as usize) * CONDITION_COUNT_BYTES);
  // Line numbers restart: they never wrap.
  memory.fill(SLOTS, 0, (Request.slots as usize) << 4);
  for (let key: u32 = 0; key < Keys.count; key++) store<u32>(keyAt(key), 0, LINE);
  for (let condition: u32 = 0; condition < Request.conditions; condition++) store<u32>(conditionAt(condition), 0, CONDITION_LINE);
  Line.number = 0;
}
