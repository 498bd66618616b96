// Computes the verdict and the conditions that alone decide it from outcomes, as src/language/filter/evaluate/outcome-tree.ts defines them. Kleene's `and` is the least
// of its children and `or` the greatest, with false < unknown < true; one pass over the nodes folds a tree.
import { AND, DECISIVE_AT, DROP, FALSE, KEEP, LEAF, LONG_BYTES, OR, TRUE, UNDECIDED } from '../../../abi';
import { OUTCOMES, TREE } from '../../memory';
import {
  ALL, ANY, conditionCountsAt, JOB_CONDITIONS, JOB_CONDITIONS_END, JOB_SHAPE, JOB_NODES, JOB_NODES_END, NODE_KIND, NODE_PARENT,
  nodeAt, OTHER_SHAPE,
} from './request';

export const LEAST: u32 = 0;
const UNKNOWN: u32 = 1;
export const GREATEST: u32 = 2;

/** State of a node, u32: its rank in the lowest two bits; above them how many of its children are not neutral, see {@link neutralOf}. */
// @ts-ignore: decorator
@inline
export function stateAt(node: u32): usize {
  return TREE + ((node as usize) << 2);
}

/** What a child that is not neutral adds to the state. */
const NOT_NEUTRAL: u32 = 4;
/** In place of a state: no condition below the node alone decides the verdict. */
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

/** The rank of a child that does not change the rank of its group: true in AND, false in OR. */
// @ts-ignore: decorator
@inline
function neutralOf(kind: u32): u32 {
  return kind == AND ? GREATEST : LEAST;
}

/** Sets the state of a node before the first of its children is folded: the rank that any other replaces. */
// @ts-ignore: decorator
@inline
export function clearNode(node: u32): void {
  store<u32>(stateAt(node), neutralOf(load<u32>(nodeAt(node), NODE_KIND)));
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
    const group = load<u32>(nodeAt(parent), NODE_KIND);
    const folded = group == AND ? min(above, rank) : max(above, rank);
    store<u32>(stateAt(parent), (state & ~3) + folded + (rank == neutralOf(group) ? 0 : NOT_NEUTRAL));
  }
  return verdictOfRank(load<u32>(stateAt(end - 1)) & 3);
}

/**
 * Counts the conditions that alone decide the verdict, DROP or KEEP, of a job: its sole blockers or sole keepers. Below a group that decides
 * (AND for DROP, OR for KEEP) there are none unless one child alone is not neutral. Overwrites the states that {@link verdictOf} left.
 */
export function countDecisive(job: usize, verdict: u32): void {
  const shape = load<u32>(job, JOB_SHAPE);
  if (shape != OTHER_SHAPE) {
    countFlatDecisive(job, shape, verdict);
    return;
  }
  const deciding = verdict == DROP ? AND : OR;
  const neutral = neutralOf(deciding);
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
        above != OFF_PATH && (load<u32>(nodeAt(parent), NODE_KIND) != deciding || ((above >> 2) == 1 && (state & 3) != neutral));
      if (!isOnPath) {
        store<u32>(stateAt(node), OFF_PATH);
        continue;
      }
    }
    if (kind < LEAF) continue;
    countOne(kind - LEAF, verdict);
  }
}

/** In a group that decides, counts the only condition that is not neutral; in the other kind, every condition. */
function countFlatDecisive(job: usize, shape: u32, verdict: u32): void {
  const end = load<u32>(job, JOB_CONDITIONS_END);
  const countsAll = shape == (verdict == DROP ? ANY : ALL);
  const neutral: u32 = verdict == DROP ? TRUE : FALSE;
  let decisive: u32 = end;
  for (let condition = load<u32>(job, JOB_CONDITIONS); condition < end; condition++) {
    if (countsAll) {
      countOne(condition, verdict);
    } else if (load<u8>(OUTCOMES + condition) != neutral) {
      if (decisive != end) return;
      decisive = condition;
    }
  }
  if (decisive != end) countOne(decisive, verdict);
}

// @ts-ignore: decorator
@inline
function countOne(condition: u32, verdict: u32): void {
  const counter = conditionCountsAt(condition) + DECISIVE_AT + (verdict as usize) * LONG_BYTES;
  store<u64>(counter, load<u64>(counter) + 1);
}
