// From outcomes to a verdict, and to sole blockers, as src/filter/outcome-tree.ts defines them. Kleene's `and` is the
// least of its children and `or` the greatest, with false < unknown < true; a tree is folded in one pass over its nodes.
import { CONDITION_COUNTS, OUTCOMES, TREE } from '../../memory';
import {
  AND, ANY, CONDITION_COUNT_BYTES, JOB_CONDITIONS, JOB_CONDITIONS_END, JOB_FORM, JOB_NODES, JOB_NODES_END, LEAF, NODE_KIND, NODE_PARENT, nodeAt,
  TREE_FORM,
} from './request';

export const LEAST: u32 = 0;
const UNKNOWN: u32 = 1;
export const GREATEST: u32 = 2;

/** Verdicts, as in src/filter/outcome.ts. */
export const DROP: u32 = 0;
export const KEEP: u32 = 1;
const UNDECIDED: u32 = 2;

/** Of the counts of a condition, the one of sole blockers. */
const SOLE_BLOCKER: usize = 40;

/** By node, u32: what it comes to in the lowest two bits; above them its children that are not true, times four. */
// @ts-ignore: decorator
@inline
function stateAt(node: u32): usize {
  return TREE + ((node as usize) << 2);
}

/** What a child that is not true adds. */
const NOT_TRUE: u32 = 4;
/** In place of a state: no sole blocker is below. */
const OFF_WAY: u32 = 0xffff_ffff;

// @ts-ignore: decorator
@inline
export function verdictOfRank(rank: u32): u32 {
  return rank == GREATEST ? KEEP : rank == LEAST ? DROP : UNDECIDED;
}

// @ts-ignore: decorator
@inline
export function rankOf(outcome: u32): u32 {
  return outcome == 1 ? GREATEST : outcome == 0 ? LEAST : UNKNOWN;
}

/** The verdict of a job on the outcomes of the line. */
export function verdictOf(job: usize): u32 {
  const first = load<u32>(job, JOB_NODES);
  const end = load<u32>(job, JOB_NODES_END);
  for (let node = first; node < end; node++) store<u32>(stateAt(node), load<u32>(nodeAt(node), NODE_KIND) == AND ? GREATEST : LEAST);
  for (let node = first; node < end; node++) {
    const entry = nodeAt(node);
    const kind = load<u32>(entry, NODE_KIND);
    if (kind >= LEAF) store<u32>(stateAt(node), rankOf(load<u8>(OUTCOMES + (kind - LEAF))));
    const parent = load<u32>(entry, NODE_PARENT);
    if (parent == node) break;
    const rank = load<u32>(stateAt(node)) & 3;
    const state = load<u32>(stateAt(parent));
    const above = state & 3;
    const isAnd = load<u32>(nodeAt(parent), NODE_KIND) == AND;
    const folded = isAnd ? min(above, rank) : max(above, rank);
    store<u32>(stateAt(parent), (state & ~3) + folded + (rank == GREATEST ? 0 : NOT_TRUE));
  }
  return verdictOfRank(load<u32>(stateAt(end - 1)) & 3);
}

/** Counts the sole blockers of a job that drops the line. Uses up what {@link verdictOf} left of its tree. */
export function countSoleBlockers(job: usize): void {
  const form = load<u32>(job, JOB_FORM);
  if (form != TREE_FORM) {
    countFlatSoleBlockers(job, form);
    return;
  }
  const first = load<u32>(job, JOB_NODES);
  const end = load<u32>(job, JOB_NODES_END);
  // Parents come behind their children, so going down meets each parent first.
  for (let node = end; node-- > first; ) {
    const entry = nodeAt(node);
    const kind = load<u32>(entry, NODE_KIND);
    const parent = load<u32>(entry, NODE_PARENT);
    const state = load<u32>(stateAt(node));
    if (parent != node) {
      const above = load<u32>(stateAt(parent));
      const isOnWay =
        above != OFF_WAY && (load<u32>(nodeAt(parent), NODE_KIND) != AND || ((above >> 2) == 1 && (state & 3) != GREATEST));
      if (!isOnWay) {
        store<u32>(stateAt(node), OFF_WAY);
        continue;
      }
    }
    if (kind < LEAF) continue;
    countSoleBlocker(kind - LEAF);
  }
}

/** Where all conditions must be true, the only one that is not; where any would do, each of them. */
function countFlatSoleBlockers(job: usize, form: u32): void {
  const end = load<u32>(job, JOB_CONDITIONS_END);
  let blocker: u32 = end;
  for (let condition = load<u32>(job, JOB_CONDITIONS); condition < end; condition++) {
    if (form == ANY) {
      countSoleBlocker(condition);
    } else if (load<u8>(OUTCOMES + condition) != 1) {
      if (blocker != end) return;
      blocker = condition;
    }
  }
  if (blocker != end) countSoleBlocker(blocker);
}

// @ts-ignore: decorator
@inline
function countSoleBlocker(condition: u32): void {
  const counter = CONDITION_COUNTS + (condition as usize) * CONDITION_COUNT_BYTES + SOLE_BLOCKER;
  store<u64>(counter, load<u64>(counter) + 1);
}
