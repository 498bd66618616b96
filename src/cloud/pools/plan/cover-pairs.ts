// The smallest set of rows and columns that touches every pair of a relation: a minimum vertex cover of a bipartite graph, by a maximum
// matching (Kőnig's theorem). Each row or column of the set becomes one policy, with all pairs that it touches.

/** A relation between rows and columns: the columns of each row. Both are numbers from 0. */
export interface Relation {
  readonly columnsOfRow: readonly (readonly number[])[];
  readonly rowsOfColumn: readonly (readonly number[])[];
}

/** A row with columns, or a column with rows. Each pair of the relation is in exactly one star. */
interface Star {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/**
 * Partitions a relation into as few stars as possible.
 * @param prefers which side to use where both give the same number
 */
export function coverPairs(relation: Relation, prefers: 'rows' | 'columns'): Star[] {
  if (prefers === 'rows') return starsOf(relation.columnsOfRow, relation.rowsOfColumn);
  return starsOf(relation.rowsOfColumn, relation.columnsOfRow).map(({ rows, columns }) => ({
    rows: columns,
    columns: rows,
  }));
}

/** @param near neighbours of the preferred side @param far neighbours of the other side */
function starsOf(near: Relation['columnsOfRow'], far: Relation['rowsOfColumn']): Star[] {
  const partnerOfNear = new Int32Array(near.length).fill(-1);
  const partnerOfFar = new Int32Array(far.length).fill(-1);
  match(near, partnerOfNear, partnerOfFar);
  // Those that an alternating path reaches from an unmatched row: of them the columns are in the cover, of the others the rows.
  const reachedNear = new Uint8Array(near.length);
  const reachedFar = new Uint8Array(far.length);
  const open = near.flatMap((_, index) => (partnerOfNear[index] === -1 ? [index] : []));
  for (const index of open) reachedNear[index] = 1;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const other of near[index]!) {
      if (reachedFar[other] === 1) continue;
      reachedFar[other] = 1;
      const partner = partnerOfFar[other]!;
      if (partner === -1 || reachedNear[partner] === 1) continue;
      reachedNear[partner] = 1;
      open.push(partner);
    }
  }
  const stars: Star[] = [];
  for (const [index, columns] of near.entries()) {
    if (reachedNear[index] === 0 && columns.length > 0) stars.push({ rows: [index], columns });
  }
  for (const [index, neighbours] of far.entries()) {
    if (reachedFar[index] === 0) continue;
    stars.push({ rows: neighbours.filter((row) => reachedNear[row] === 1), columns: [index] });
  }
  return stars;
}

/** Finds a maximum matching: for each row the shortest path to a free column on which free and matched pairs alternate. */
function match(near: Relation['columnsOfRow'], partnerOfNear: Int32Array, partnerOfFar: Int32Array): void {
  // The row from which a search reached a column. What a failed search reached stays marked: no later path leads through it.
  const reachedFrom = new Int32Array(partnerOfFar.length).fill(-1);
  for (const start of near.keys()) {
    const open = [start];
    const reached: number[] = [];
    let free = -1;
    for (let next = 0; next < open.length && free === -1; next += 1) {
      const row = open[next]!;
      for (const column of near[row]!) {
        if (reachedFrom[column] !== -1) continue;
        reachedFrom[column] = row;
        reached.push(column);
        const partner = partnerOfFar[column]!;
        if (partner === -1) {
          free = column;
          break;
        }
        open.push(partner);
      }
    }
    if (free === -1) continue;
    for (let column = free; column !== -1; ) {
      const row = reachedFrom[column]!;
      const before = partnerOfNear[row]!;
      partnerOfNear[row] = column;
      partnerOfFar[column] = row;
      column = before;
    }
    for (const column of reached) reachedFrom[column] = -1;
  }
}
