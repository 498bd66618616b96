// Computes the verdict of a job whose conditions are not counted: tests conditions only until the verdict is known. Equal to `verdictOf` of
// trees.ts for the outcomes of all conditions, except that a condition which is not tested cannot defer the line.
import { ABSENT, AND, LEAF, UNDECIDED, VERDICT_LEAF } from '../../../abi';
import { DEFERRED, outcomeOf } from './conditions';
import {
  ANY, conditionAt, JOB_NODES, JOB_NODES_END, JOB_SHAPE, JOB_VERDICT, jobAt, NODE_KIND, NODE_PARENT,
  nodeAt, OTHER_SHAPE,
} from './request';
import { clearNode, GREATEST, LEAST, rankOf, stateAt, verdictOfRank } from './trees';

/**
 * Returns the verdict of a job, or DEFERRED plus a reason.
 * INVARIANT: before and after, the state of each group of the job is that of clearNode.
 */
export function firstVerdictOf(job: usize, line: u32): u32 {
  const shape = load<u32>(job, JOB_SHAPE);
  if (shape != OTHER_SHAPE) return flatVerdictOf(job, shape, line);
  const end = load<u32>(job, JOB_NODES_END);
  let node = load<u32>(job, JOB_NODES);
  let rank: u32 = LEAST;
  while (true) {
    const entry = nodeAt(node);
    const kind = load<u32>(entry, NODE_KIND);
    if (kind >= LEAF) {
      const outcome = outcomeOfLeaf(kind, line);
      if (outcome >= DEFERRED) {
        for (let group = load<u32>(job, JOB_NODES); group < end; group++) clearNode(group);
        return outcome;
      }
      rank = rankOf(outcome);
    } else {
      rank = load<u32>(stateAt(node));
      clearNode(node);
    }
    const parent = load<u32>(entry, NODE_PARENT);
    if (parent == node) break;
    const isAnd = load<u32>(nodeAt(parent), NODE_KIND) == AND;
    const above = load<u32>(stateAt(parent));
    store<u32>(stateAt(parent), isAnd ? min(above, rank) : max(above, rank));
    // Nothing else below the parent can change its rank then.
    node = rank == (isAnd ? LEAST : GREATEST) ? parent : node + 1;
  }
  return verdictOfRank(rank);
}

/** {@link firstVerdictOf} for ALL and ANY. A job without conditions keeps every line. */
// @ts-ignore: decorator
@inline
function flatVerdictOf(job: usize, shape: u32, line: u32): u32 {
  const first = load<u32>(job, JOB_NODES);
  const last = load<u32>(job, JOB_NODES_END);
  // Without the root, unless it is a leaf.
  const end = last > first + 1 ? last - 1 : last;
  const isAny = shape == ANY;
  let rank = isAny ? LEAST : GREATEST;
  for (let node = first; node < end; node++) {
    const outcome = outcomeOfLeaf(load<u32>(nodeAt(node), NODE_KIND), line);
    if (outcome >= DEFERRED) return outcome;
    rank = isAny ? max(rank, rankOf(outcome)) : min(rank, rankOf(outcome));
    if (rank == (isAny ? GREATEST : LEAST)) break;
  }
  return verdictOfRank(rank);
}

/** Returns the outcome of a condition, or DEFERRED plus a reason; of a verdict, that with the same rank. */
// @ts-ignore: decorator
@inline
function outcomeOfLeaf(kind: u32, line: u32): u32 {
  if (kind < VERDICT_LEAF) return outcomeOf(conditionAt(kind - LEAF), line);
  const verdict = load<u32>(jobAt((kind - VERDICT_LEAF) >> 1), JOB_VERDICT);
  return verdict == UNDECIDED ? ABSENT : verdict ^ (kind & 1);
}
