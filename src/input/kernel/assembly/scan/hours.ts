// Counts lines by the hour of their time, and for each hour the lines that each of the first jobs keeps or leaves undecided.
//
//   0   i32  number of the hour since 1970
//   8   u64  lines, bytes
//   24  for each job: u64 lines and bytes that it keeps, then those that it leaves undecided
import { HOUR_JOB_BYTES, HOUR_JOBS_AT, HOUR_TOTAL_AT, KEEP, LONG_BYTES, TOTAL_BYTES } from '../../abi';
import { HOUR_INDEX, HOUR_INDEX_SLOTS, HOURS, HOURS_BYTES, MAX_HOURS } from '../memory';
import { Request } from './filter/request';

const NS_PER_HOUR: i64 = 3_600_000_000_000;
/** In place of an address. */
export const NO_HOUR: usize = 0;

export abstract class Hours {
  static count: u32 = 0;
  /** The hour of the previous line, and its first nanosecond: neighboring lines are mostly of one hour. */
  static last: usize = NO_HOUR;
  static lastFrom: i64 = 0;
}

// @ts-ignore: decorator
@inline
function hourBytes(): usize {
  return HOUR_JOBS_AT + (Request.hourJobs as usize) * HOUR_JOB_BYTES;
}

// @ts-ignore: decorator
@inline
export function hourAt(hour: u32): usize {
  return HOURS + (hour as usize) * hourBytes();
}

/** Removes all hours and their counts. */
export function clearHours(): void {
  if (Hours.count == 0) return;
  memory.fill(HOURS, 0, (Hours.count as usize) * hourBytes());
  memory.fill(HOUR_INDEX, 0, HOUR_INDEX_SLOTS << 1);
  Hours.count = 0;
  Hours.last = NO_HOUR;
}

/** Returns the address of the hour of a time in nanoseconds since 1970, NO_HOUR if there is no room for another. */
// @ts-ignore: decorator
@inline
export function hourOf(time: i64): usize {
  return Hours.last != NO_HOUR && ((time - Hours.lastFrom) as u64) < (NS_PER_HOUR as u64) ? Hours.last : findHour(time);
}

function findHour(time: i64): usize {
  let number = time / NS_PER_HOUR;
  // Division truncates, but hours before 1970 begin below their times, too.
  if (number * NS_PER_HOUR > time) number -= 1;
  let place = ((number as u32) * 0x9e37_79b1) >> 20;
  for (;;) {
    const found: u32 = load<u16>(HOUR_INDEX + (place << 1));
    if (found == 0) break;
    if (load<i32>(hourAt(found - 1)) == (number as i32)) return remember(hourAt(found - 1), number);
    place = (place + 1) & (HOUR_INDEX_SLOTS - 1);
  }
  if (Hours.count == MAX_HOURS || ((Hours.count + 1) as usize) * hourBytes() > HOURS_BYTES) return NO_HOUR;
  const hour = hourAt(Hours.count);
  store<i32>(hour, number as i32);
  Hours.count += 1;
  store<u16>(HOUR_INDEX + (place << 1), Hours.count as u16);
  return remember(hour, number);
}

function remember(hour: usize, number: i64): usize {
  Hours.last = hour;
  Hours.lastFrom = number * NS_PER_HOUR;
  return hour;
}

// @ts-ignore: decorator
@inline
function addTo(total: usize, bytes: u64): void {
  store<u64>(total, load<u64>(total) + 1);
  store<u64>(total, load<u64>(total, LONG_BYTES) + bytes, LONG_BYTES);
}

/** Adds a line to the total of an hour. */
// @ts-ignore: decorator
@inline
export function countInHour(hour: usize, bytes: u64): void {
  addTo(hour + HOUR_TOTAL_AT, bytes);
}

/** Adds a line that a job keeps or leaves undecided. */
// @ts-ignore: decorator
@inline
export function countOfJobInHour(hour: usize, job: u32, verdict: u32, bytes: u64): void {
  addTo(hour + HOUR_JOBS_AT + (job as usize) * HOUR_JOB_BYTES + (verdict == KEEP ? 0 : TOTAL_BYTES), bytes);
}
