// What the scanner is to do, told by the caller piece by piece through request-interface.ts: which values to look at, which
// conditions to test, how they come to a verdict. Also where every count is kept.
//
// Job, 128 bytes              Condition, 64 bytes               Node, 8 bytes; a tree is a run of nodes, each behind
//   0   u32 first condition     0   u32 slot                      its children, the root last
//   4   u32 behind the last     4   u32 test, see conditions.ts   0   u32 kind: AND, OR, or LEAF + condition
//   8   u32 first node          8   u32 outcome on null           4   u32 parent, of the root itself
//   12  u32 behind the last     12  u32 1: negated
//   16  u32 verdict             16  u32 address of first operand Counts of a condition, 48 bytes: u64 for each outcome,
//   20  u32 form of its tree    20  u32 operands                  then sole blocker
//   24  u64 × 3 sample limits
//   48  u64 × 6 lines, bytes    24  u32 address of first operand in
//       by verdict                  small letters, of texts
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

export const NODE_KIND: usize = 0;
export const NODE_PARENT: usize = 4;

/** The usual forms of a tree: all of its conditions, any of them; and every other. */
export const ALL: u32 = 0;
export const ANY: u32 = 1;
export const OTHER_SHAPE: u32 = 2;

export abstract class Request {
  static detail: u32 = COUNTS;
  static jobs: u32 = 0;
  static conditions: u32 = 0;
  static nodes: u32 = 0;
  static slots: u32 = 0;
  static integers: u32 = 0;
  static textsEnd: usize = TEXTS;
  /** Lines are read if their time, in the value of `timeSlot`, is in [since, until): nanoseconds since 1970. */
  static timeUnit: u32 = NO_TIME;
  static timeSlot: u32 = 0;
  static since: i64 = 0;
  static until: i64 = 0;
  /** Whether some condition may have hints: then lines that are examined go the slow way. */
  static hasHints: bool = false;
  /** Lines that begin within so many bytes of their object are examined; of the others one in so many. */
  static examinedHead: u64 = 0;
  static examinedOneIn: u32 = 1;
  /** The first slots are those of custom fields; lines in which these have so many bytes together are handed out. 0 slots: none are. */
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

/** Forgets the request; the counts of the next one begin at 0. */
export function clearRequest(): void {
  memory.fill(SLOTS, 0, (Request.slots as usize) << 4);
  memory.fill(JOBS, 0, (Request.jobs as usize) << JOB_SHIFT);
  memory.fill(CONDITION_COUNTS, 0, (Request.conditions as usize) * CONDITION_COUNT_BYTES);
  Request.jobs = 0;
  Request.conditions = 0;
  Request.nodes = 0;
  Request.slots = 0;
  Request.integers = 0;
  Request.textsEnd = TEXTS;
  Request.timeUnit = NO_TIME;
  Request.hasHints = false;
  Request.customSlots = 0;
}

/** Where the next integer goes. */
export function nextInteger(): usize {
  return INTEGERS + ((Request.integers as usize) << 3);
}
