// The functions to write a request: what to test and count. The caller adds the parts of a job in order: job, conditions, each with its
// operands, then the nodes of the tree.
import { AND, LEAF, VERDICT_LEAF } from '../../../abi';
import { CONDITION_BYTES, MAX_CONDITIONS, MAX_INTEGERS, MAX_JOBS, MAX_NODES, MAX_SLOTS, TEXTS, TEXTS_BYTES } from '../../memory';
import { clearCounts } from '../counts-interface';
import { clearNames } from '../schema/custom-names';
import { clearSchema } from '../schema/schema';
import { Ids } from '../schema/ids';
import { addFields, clearKeys, internKey, SLOT } from '../keys';
import {
  ALL, ANY, clearRequest, CONDITION_FIRST, CONDITION_FOLDED, CONDITION_LINE, CONDITION_NEGATED, CONDITION_ON_NULL, CONDITION_OPERAND_COUNT,
  CONDITION_OPERANDS, CONDITION_SLOT, CONDITION_TEST, conditionAt, JOB_CONDITIONS, JOB_CONDITIONS_END, JOB_SHAPE,
  JOB_NODES, JOB_NODES_END, JOB_SAMPLE_LIMITS, jobAt, nextInteger, NODE_KIND, NODE_PARENT, nodeAt, Request,
  OTHER_SHAPE,
} from './request';
import { textRoom } from './texts';
import { clearNode } from './trees';

/** Discards the last request, all keys and all counts. @param detail a number of abi.ts */
export function beginRequest(detail: u32): void {
  clearCounts();
  clearRequest();
  clearSchema();
  clearNames();
  Ids.count = 0;
  clearKeys();
  Request.detail = detail;
}

/** Returns where the caller writes the next key or text: at most `textBytes` bytes. */
export function textStart(): usize {
  return Request.textsEnd + 4;
}

/** Returns how many bytes fit there. */
export function textBytes(): usize {
  // Compares may read a vector beyond a text.
  return TEXTS + TEXTS_BYTES - 32 - Request.textsEnd;
}

/** Adds the fields of the dataset, at `textStart`, with quotes and colons. Must be called before anything else is added. */
export function addFieldKeys(bytes: u32): void {
  addFields(textStart(), textStart() + bytes);
}

/** Adds a slot for the values of the key at `textStart`, with quotes and colon. @returns its number, -1 if there is no room */
export function addSlot(bytes: u32): i32 {
  const key = internKey(textStart(), bytes);
  if (key == 0) return -1;
  const known = load<u32>(key, SLOT);
  if (known != 0) return known - 1;
  if (Request.slots == MAX_SLOTS) return -1;
  Request.slots += 1;
  store<u32>(key, Request.slots, SLOT);
  return Request.slots - 1;
}

/** Reads the time of each line from a slot. @param unit a number of abi.ts */
export function setTime(unit: u32, slot: u32): void {
  Request.timeUnit = unit;
  Request.timeSlot = slot;
}

/** Limits the scan to lines whose time is in [since, until); requires {@link setTime}. */
export function setRange(since: i64, until: i64): void {
  Request.hasRange = true;
  Request.since = since;
  Request.until = until;
}

/** Counts lines by the hour of their time, and by the verdicts of the first `jobs` jobs; requires {@link setTime}. */
export function countHours(jobs: u32): void {
  Request.countsHours = true;
  Request.hourJobs = jobs;
}

/** Examines the lines that begin in the first `head` bytes of an object, and one in `oneIn` of the others. */
export function setExamined(head: f64, oneIn: u32, hasHints: bool): void {
  Request.examinedHead = head as u64;
  Request.examinedOneIn = oneIn;
  Request.hasHints = hasHints;
}

/** Makes the slots added so far those of custom fields: lines in which they have at least `cutFrom` bytes in total are deferred. */
export function setCustomFields(cutFrom: u32): void {
  Request.customSlots = Request.slots;
  Request.cutFrom = cutFrom;
}

/** Counts the outcomes of the conditions of the first `jobs` jobs. */
export function countConditions(jobs: u32): void {
  Request.conditionJobs = jobs;
}

/** Counts lines by the set of the first `jobs` jobs that keep them, and fields for each of these jobs. */
export function countSets(jobs: u32): void {
  Request.setJobs = jobs;
}

/** Begins a job; the next conditions and nodes belong to it. @returns false if there is no room */
export function addJob(): bool {
  if (Request.jobs == MAX_JOBS) return false;
  const job = jobAt(Request.jobs++);
  store<u32>(job, Request.conditions, JOB_CONDITIONS);
  store<u32>(job, Request.conditions, JOB_CONDITIONS_END);
  store<u32>(job, Request.nodes, JOB_NODES);
  store<u32>(job, Request.nodes, JOB_NODES_END);
  return true;
}

/** Adds a condition to the last job; the next operands belong to it. @param test a number of abi.ts @returns false if there is no room */
export function addCondition(slot: u32, test: u32, negated: u32, onNull: u32): bool {
  if (Request.conditions == MAX_CONDITIONS) return false;
  const condition = conditionAt(Request.conditions++);
  store<u32>(condition, slot, CONDITION_SLOT);
  store<u32>(condition, test, CONDITION_TEST);
  store<u32>(condition, onNull, CONDITION_ON_NULL);
  store<u32>(condition, negated, CONDITION_NEGATED);
  store<u32>(condition, 0, CONDITION_OPERAND_COUNT);
  store<u32>(condition, 0, CONDITION_FOLDED);
  store<u32>(condition, 0, CONDITION_FIRST);
  store<u32>(condition, 0, CONDITION_LINE);
  store<u32>(jobAt(Request.jobs - 1), Request.conditions, JOB_CONDITIONS_END);
  return true;
}

/**
 * Adds a condition to the last job that differs from a condition in its negation and its outcome on null at most.
 * @param first number of the first of these conditions @returns false if there is no room
 */
export function addEqualCondition(first: u32, negated: u32, onNull: u32): bool {
  if (Request.conditions == MAX_CONDITIONS) return false;
  const condition = conditionAt(Request.conditions++);
  memory.copy(condition, conditionAt(first), CONDITION_BYTES);
  store<u32>(condition, onNull, CONDITION_ON_NULL);
  store<u32>(condition, negated, CONDITION_NEGATED);
  store<u32>(condition, conditionAt(first) as u32, CONDITION_FIRST);
  store<u32>(conditionAt(first), conditionAt(first) as u32, CONDITION_FIRST);
  store<u32>(jobAt(Request.jobs - 1), Request.conditions, JOB_CONDITIONS_END);
  return true;
}

// @ts-ignore: decorator
@inline
function countOperand(at: usize): void {
  const condition = conditionAt(Request.conditions - 1);
  const count = load<u32>(condition, CONDITION_OPERAND_COUNT);
  if (count == 0) store<u32>(condition, at as u32, CONDITION_OPERANDS);
  store<u32>(condition, count + 1, CONDITION_OPERAND_COUNT);
}

/** Adds the text at `textStart` to the last condition. */
export function addText(bytes: u32): void {
  store<u32>(Request.textsEnd, bytes);
  countOperand(Request.textsEnd);
  Request.textsEnd += textRoom(bytes);
}

/** Adds the text at `textStart`, an operand in lower case, to the last condition. */
export function addFoldedText(bytes: u32): void {
  store<u32>(Request.textsEnd, bytes);
  const condition = conditionAt(Request.conditions - 1);
  if (load<u32>(condition, CONDITION_FOLDED) == 0) store<u32>(condition, Request.textsEnd as u32, CONDITION_FOLDED);
  Request.textsEnd += textRoom(bytes);
}

/** Adds an integer to the last condition. @returns false if there is no room */
export function addInteger(value: i64): bool {
  if (Request.integers == MAX_INTEGERS) return false;
  const at = nextInteger();
  store<i64>(at, value);
  countOperand(at);
  Request.integers += 1;
  return true;
}

/**
 * Adds a node to the last job, after its children.
 * @param kind AND or OR; for a leaf, LEAF plus the number of its condition in the job, or VERDICT_LEAF plus twice the number of an earlier job,
 * plus one if its verdict is negated: only in a job whose conditions are not counted
 * @param parent number of its parent in the job; the root is its own parent
 * @returns false if there is no room
 */
export function addNode(kind: u32, parent: u32): bool {
  if (Request.nodes == MAX_NODES) return false;
  const job = jobAt(Request.jobs - 1);
  const node = nodeAt(Request.nodes++);
  store<u32>(node, kind < LEAF || kind >= VERDICT_LEAF ? kind : kind + load<u32>(job, JOB_CONDITIONS), NODE_KIND);
  store<u32>(node, parent + load<u32>(job, JOB_NODES), NODE_PARENT);
  clearNode(Request.nodes - 1);
  store<u32>(job, Request.nodes, JOB_NODES_END);
  store<u32>(job, shapeOf(job), JOB_SHAPE);
  return true;
}

/** Returns the shape of the tree so far: one group around all conditions, one condition, or another. */
function shapeOf(job: usize): u32 {
  const root = load<u32>(job, JOB_NODES_END) - 1;
  const kind = load<u32>(nodeAt(root), NODE_KIND);
  if (kind >= LEAF) return root == load<u32>(job, JOB_NODES) ? ALL : OTHER_SHAPE;
  for (let node = load<u32>(job, JOB_NODES); node < root; node++) {
    if (load<u32>(nodeAt(node), NODE_KIND) < LEAF || load<u32>(nodeAt(node), NODE_PARENT) != root) return OTHER_SHAPE;
  }
  return kind == AND ? ALL : ANY;
}

/** Defers lines of a verdict whose place has a hash below `limit` (at most 2^32). */
export function setSampleLimit(job: u32, verdict: u32, limit: f64): void {
  store<u64>(jobAt(job) + (verdict << 3), limit as u64, JOB_SAMPLE_LIMITS);
}
