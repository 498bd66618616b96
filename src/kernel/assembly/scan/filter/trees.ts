// Computes the verdict and the sole blockers from outcomes, as src/filter/evaluate/outcome-tree.ts defines them. Kleene's `and` is the least
// of its children and `or` the greatest, with false < unknown < true; one pass over the nodes folds a tree.
import { AND, CONDITION_COUNT_BYTES, DROP, FALSE, KEEP, LEAF, SOLE_BLOCKER_AT, TRUE, UNDECIDED } from '../../../abi';
import { CONDITION_COUNTS, OUTCOMES, TREE } from '../../memory';
import {
  ANY, JOB_CONDITIONS, JOB_CONDITIONS_END, JOB_SHAPE, JOB_NODES, JOB_NODES_END, NODE_KIND, NODE_PARENT, nodeAt,
  OTHER_SHAPE,
} from './request';

export const LEAST: u32 = 0;
const UNKNOWN: u32 = 1;
export const GREATEST: u32 = 2;

/** State of a node, u32: its rank in the lowest two bits; above them how many of its children are not true. */
// @ts-ignore: decorator
@inline
export function stateAt(node: u32): usize {
  return TREE + ((node as usize) << 2);
}

/** What a child that is not true adds to the state. */
const NOT_TRUE: u32 = 4;
/** In place of a state: there is no sole blocker below the node. */
const OFF_PATH: u32 = 0xffff_ffff;

// @ts-ignore: decorator
@inline
export function verdictOfRank(rank: u32): u32 {
  return rank == GREATEST ? KEEP : rank == LEAST ? DROP : UNDECIDED;
}

// @ts-ignore: decorator
@inline
export function rankOf(outcome: u32): u32 {
  return outcome == TRUE ? GREATEST : outcome == FALSE ? LEAST : UNKNOWN;
}

/** Sets the state of a node before the first of its children is folded: the rank that any other replaces. */
// @ts-ignore: decorator
@inline
export function clearNode(node: u32): void {
  store<u32>(stateAt(node), load<u32>(nodeAt(node), NODE_KIND) == AND ? GREATEST : LEAST);
}

/** Returns the verdict of a job for the outcomes of the line. */
export function verdictOf(job: usize): u32 {
  const first = load<u32>(job, JOB_NODES);
  const end = load<u32>(job, JOB_NODES_END);
  for (let node = first; node < end; node++) clearNode(node);
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

/** Counts the sole blockers of a job that drops the line. Overwrites the states that {@link verdictOf} left. */
export function countSoleBlockers(job: usize): void {
  const shape = load<u32>(job, JOB_SHAPE);
  if (shape != OTHER_SHAPE) {
    countFlatSoleBlockers(job, shape);
    return;
  }
  const first = load<u32>(job, JOB_NODES);
  const end = load<u32>(job, JOB_NODES_END);
  // Parents follow their children: going down visits each parent first.
  for (let node = end; node-- > first; ) {
    const entry = nodeAt(node);
    const kind = load<u32>(entry, NODE_KIND);
    const parent = load<u32>(entry, NODE_PARENT);
    const state = load<u32>(stateAt(node));
    if (parent != node) {
      const above = load<u32>(stateAt(parent));
      const isOnPath =
        above != OFF_PATH && (load<u32>(nodeAt(parent), NODE_KIND) != AND || ((above >> 2) == 1 && (state & 3) != GREATEST));
      if (!isOnPath) {
        store<u32>(stateAt(node), OFF_PATH);
        continue;
      }
    }
    if (kind < LEAF) continue;
    countSoleBlocker(kind - LEAF);
  }
}

/** For ALL, counts the only condition that is not true; for ANY, every condition. */
function countFlatSoleBlockers(job: usize, shape: u32): void {
  const end = load<u32>(job, JOB_CONDITIONS_END);
  let blocker: u32 = end;
  for (let condition = load<u32>(job, JOB_CONDITIONS); condition < end; condition++) {
    if (shape == ANY) {
      countSoleBlocker(condition);
    } else if (load<u8>(OUTCOMES + condition) != TRUE) {
      if (blocker != end) return;
      blocker = condition;
    }
  }
  if (blocker != end) countSoleBlocker(blocker);
}

// @ts-ignore: decorator
@inline
function countSoleBlocker(condition: u32): void {
  const counter = CONDITION_COUNTS + (condition as usize) * CONDITION_COUNT_BYTES + SOLE_BLOCKER_AT;
  store<u64>(counter, load<u64>(counter) + 1);
}
