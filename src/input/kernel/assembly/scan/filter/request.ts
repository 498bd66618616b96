// The request, which the caller writes through request-interface.ts: which values to note, which conditions to test, how they combine to a
// verdict. Also the place of every count.
//
// Job, 128 bytes              Condition, 64 bytes               Node, 8 bytes; a tree is a run of nodes, each after
//   0   u32 first condition     0   u32 slot                      its children, the root last
//   4   u32 after the last      4   u32 test, see abi.ts          0   u32 kind: AND, OR, LEAF + condition, or
//                                                                     VERDICT_LEAF + an earlier job
//   8   u32 first node          8   u32 outcome on null           4   u32 parent, for the root itself
//   12  u32 after the last      12  u32 1: negated
//   16  u32 verdict             16  u32 address of first operand Counts of a condition, 56 bytes: u64 for each outcome,
//   20  u32 shape of its tree   20  u32 operands                  then as sole blocker, as sole keeper
//   24  u64 × 3 sample limits
//   48  u64 × 6 lines, bytes    24  u32 address of first operand in
//       by verdict                  lower case, of texts
//                               28  u32 address of the first of equal
//                                   conditions, 0 if there is no other
//                               32  u32 line for which that was tested
//                               36  u32 and its outcome then
import { CONDITION_COUNT_BYTES, COUNTS, NO_TIME } from '../../../abi';
import { CONDITION_COUNTS, CONDITIONS, INTEGERS, JOBS, NODES, SLOTS, TEXTS } from '../../memory';

export const JOB_SHIFT: u32 = 7;
export const CONDITION_SHIFT: u32 = 6;
export const NODE_SHIFT: u32 = 3;

export const JOB_CONDITIONS: usize = 0;
export const JOB_CONDITIONS_END: usize = 4;
export const JOB_NODES: usize = 8;
export const JOB_NODES_END: usize = 12;
export const JOB_VERDICT: usize = 16;
export const JOB_SHAPE: usize = 20;
export const JOB_SAMPLE_LIMITS: usize = 24;
export const JOB_TOTALS: usize = 48;
export const JOB_TOTALS_BYTES: usize = 48;

export const CONDITION_SLOT: usize = 0;
export const CONDITION_TEST: usize = 4;
export const CONDITION_ON_NULL: usize = 8;
export const CONDITION_NEGATED: usize = 12;
export const CONDITION_OPERANDS: usize = 16;
export const CONDITION_OPERAND_COUNT: usize = 20;
export const CONDITION_FOLDED: usize = 24;
export const CONDITION_FIRST: usize = 28;
export const CONDITION_LINE: usize = 32;
export const CONDITION_OUTCOME: usize = 36;

export const NODE_KIND: usize = 0;
export const NODE_PARENT: usize = 4;

/** Shapes of a tree: one AND around all conditions, one OR around them, any other. */
export const ALL: u32 = 0;
export const ANY: u32 = 1;
export const OTHER_SHAPE: u32 = 2;

export abstract class Request {
  static detail: u32 = COUNTS;
  static jobs: u32 = 0;
  static conditions: u32 = 0;
  /** The conditions of so many of the first jobs are counted; the others are tested only until the verdict is known. */
  static conditionJobs: u32 = 0;
  /** Lines are counted by the set of so many of the first jobs that keep them. */
  static setJobs: u32 = 0;
  static nodes: u32 = 0;
  static slots: u32 = 0;
  static integers: u32 = 0;
  static textsEnd: usize = TEXTS;
  /** Slot of the time of a line, and its unit. */
  static timeUnit: u32 = NO_TIME;
  static timeSlot: u32 = 0;
  /** Whether only lines whose time is in [since, until) are read: nanoseconds since 1970. */
  static hasRange: bool = false;
  static since: i64 = 0;
  static until: i64 = 0;
  /** Whether lines are counted by hour, and for how many of the first jobs. */
  static countsHours: bool = false;
  static hourJobs: u32 = 0;
  /** Whether a condition may have hints: examined lines that may contain one are deferred. */
  static hasHints: bool = false;
  /** Lines that begin within `examinedHead` bytes of their object are examined, and one in `examinedOneIn` of the others. */
  static examinedHead: u64 = 0;
  static examinedOneIn: u32 = 1;
  /** The first `customSlots` slots are custom fields; lines in which they have at least `cutFrom` bytes in total are deferred. */
  static customSlots: u32 = 0;
  static cutFrom: u32 = 0;
}

// @ts-ignore: decorator
@inline
export function jobAt(job: u32): usize {
  return JOBS + ((job as usize) << JOB_SHIFT);
}

// @ts-ignore: decorator
@inline
export function conditionAt(condition: u32): usize {
  return CONDITIONS + ((condition as usize) << CONDITION_SHIFT);
}

// @ts-ignore: decorator
@inline
export function conditionCountsAt(condition: u32): usize {
  return CONDITION_COUNTS + (condition as usize) * CONDITION_COUNT_BYTES;
}

// @ts-ignore: decorator
@inline
export function nodeAt(node: u32): usize {
  return NODES + ((node as usize) << NODE_SHIFT);
}

/** Returns how many conditions are counted: they are the first ones. */
export function countedConditions(): u32 {
  const jobs = min(Request.conditionJobs, Request.jobs);
  return jobs == 0 ? 0 : load<u32>(jobAt(jobs - 1), JOB_CONDITIONS_END);
}

/** Discards the request; the counts of the next one start at 0. */
export function clearRequest(): void {
  memory.fill(SLOTS, 0, (Request.slots as usize) << 4);
  memory.fill(JOBS, 0, (Request.jobs as usize) << JOB_SHIFT);
  memory.fill(CONDITION_COUNTS, 0, (Request.conditions as usize) * CONDITION_COUNT_BYTES);
  Request.jobs = 0;
  Request.conditions = 0;
  Request.conditionJobs = 0;
  Request.setJobs = 0;
  Request.nodes = 0;
  Request.slots = 0;
  Request.integers = 0;
  Request.textsEnd = TEXTS;
  Request.timeUnit = NO_TIME;
  Request.hasRange = false;
  Request.countsHours = false;
  Request.hasHints = false;
  Request.customSlots = 0;
}

/** Returns the address of the next integer. */
export function nextInteger(): usize {
  return INTEGERS + ((Request.integers as usize) << 3);
}
