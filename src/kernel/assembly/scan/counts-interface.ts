// What the caller takes when an object is read: every count, one by one; then they are cleared.
import { CONDITION_COUNT_BYTES, FIELD_BYTES } from '../../abi';
import { MAX_KEYS, SLOTS } from '../memory';
import { Line } from './fields';
import { keyAt, Keys, LENGTH, LINE } from './keys';
import { Scan } from './lines';
import { clearNoRecords, noRecordsOf } from './no-records';
import {
  conditionCountsAt, JOB_CONDITIONS, JOB_TOTALS, JOB_TOTALS_BYTES, jobAt, Request,
} from './filter/request';
import { clearSets, fieldsOfRow, foldFields, setAt, Sets } from './filter/sets';

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

/** Blank and malformed lines, by the kinds of no-records.ts; their bytes are in `bytesRead`. */
export function noRecordLines(kind: u32): f64 {
  return noRecordsOf(kind) as f64;
}

/** Where the totals of a job are: lines and bytes by verdict, u64 each. */
export function jobTotals(job: u32): usize {
  return jobAt(job) + JOB_TOTALS;
}

/** Where the counts of the conditions of a job are: of each the lines by outcome, and those of which it is a sole blocker, u64 each. */
export function conditionTotals(job: u32): usize {
  return conditionCountsAt(load<u32>(jobAt(job), JOB_CONDITIONS));
}

/** Sets of jobs that keep lines, and where one is: see sets.ts. */
export function setCount(): u32 {
  return Sets.count;
}

export function setStart(set: u32): usize {
  return setAt(set);
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

/** Counts fields for each job, after which they may be taken. */
export function foldFieldCounts(): void {
  foldFields();
}

/** Where the counts of the first key are, 16 bytes for each key: u64 bytes, u32 lines, u32 empty lines. @param row 0: of all lines read, else of those that the job below it keeps */
export function fieldTotals(row: u32): usize {
  return fieldsOfRow(row) + FIELD_BYTES;
}

/** Forgets all counts; keys and request stay. */
export function clearCounts(): void {
  clearSets();
  clearNoRecords();
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
