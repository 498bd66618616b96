// Finds the fields to remove from a ruleset so that every line fits the limit: the smallest set if the search is short enough,
// otherwise a small one. Pure.
import type { OversizeLineSizes } from './oversize-lines.ts';

/** Maximum number of line sums computed in the search for the smallest set. Our choice: a few hundredths of a second. */
const MAX_SUMS = 5_000_000;

/** Fields without which every line fits. */
export interface FieldsToRemove {
  /** Indices of the fields, ascending; empty if every line fits already. */
  fields: readonly number[];
  /**
   * `smallest`: no smaller set exists. `greedy`: a smaller set may exist, but the search for it would take too long. `bounded`:
   * the same, and there were too many different lines, so the search used one line with the largest size of each field.
   */
  search: 'smallest' | 'greedy' | 'bounded';
}

/**
 * Finds the fields to remove.
 * @param limit UTF-8 bytes that the values of a line may have
 * @param bytes of each field over all lines: among sets of equal size, the function chooses the one with the fewest bytes
 */
export function findFieldsToRemove(over: OversizeLineSizes, limit: number, bytes: readonly number[]): FieldsToRemove {
  const lines = over.lines
    .map((sizes) => ({ sizes, excess: sizes.reduce((sum, size) => sum + size, 0) - limit }))
    .filter(({ excess }) => excess > 0)
    .sort((a, b) => b.excess - a.excess);
  if (lines.length === 0) return { fields: [], search: 'smallest' };
  const candidates = bytes.map((_, index) => index).filter((field) => lines.some(({ sizes }) => sizes[field]! > 0));
  const search: Search = { lines, candidates, bytes };
  const fields = smallestSet(search);
  if (fields === undefined) return { fields: greedySet(search), search: over.isWhole ? 'greedy' : 'bounded' };
  return { fields, search: over.isWhole ? 'smallest' : 'bounded' };
}

interface Search {
  lines: readonly { sizes: readonly number[]; excess: number }[];
  candidates: readonly number[];
  bytes: readonly number[];
}

/** Tries all sets of one field, of two, and so on; undefined if the search exceeds {@link MAX_SUMS}. */
function smallestSet({ lines, candidates, bytes }: Search): number[] | undefined {
  /** By line, the bytes saved without its largest field, its two largest, and so on. */
  const most = lines.map(({ sizes }) => runningSums(candidates.map((field) => sizes[field]!).sort((a, b) => b - a)));
  let sums = MAX_SUMS;
  let best: number[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  const chosen: number[] = [];
  const visit = (from: number, left: number, excess: readonly number[], cost: number): void => {
    sums -= lines.length;
    if (sums < 0 || cost >= least || excess.some((one, i) => one > most[i]![left]!)) return;
    if (left === 0) {
      best = [...chosen];
      least = cost;
      return;
    }
    for (let i = from; i <= candidates.length - left; i += 1) {
      const field = candidates[i]!;
      chosen.push(field);
      visit(
        i + 1,
        left - 1,
        excess.map((one, line) => one - lines[line]!.sizes[field]!),
        cost + bytes[field]!,
      );
      chosen.pop();
    }
  };
  for (let size = 1; best === undefined && sums >= 0 && size <= candidates.length; size += 1) {
    visit(
      0,
      size,
      lines.map(({ excess }) => excess),
      0,
    );
  }
  return best;
}

/** `[5, 3]` → `[0, 5, 8]`. */
function runningSums(sizes: readonly number[]): number[] {
  const sums = [0];
  for (const size of sizes) sums.push(sums.at(-1)! + size);
  return sums;
}

/** Repeatedly removes the field that saves the most bytes, then restores every field whose removal is not needed. */
function greedySet(search: Search): number[] {
  const { lines, candidates, bytes } = search;
  const excess = lines.map((line) => line.excess);
  const chosen: number[] = [];
  while (excess.some((one) => one > 0)) {
    let best = -1;
    let most = 0;
    for (const field of candidates.filter((one) => !chosen.includes(one))) {
      const saved = lines.reduce((sum, { sizes }, i) => sum + Math.max(0, Math.min(sizes[field]!, excess[i]!)), 0);
      if (saved > most || (saved === most && best >= 0 && bytes[field]! < bytes[best]!)) {
        best = field;
        most = saved;
      }
    }
    chosen.push(best);
    lines.forEach(({ sizes }, i) => {
      excess[i]! -= sizes[best]!;
    });
  }
  const needed = chosen.reduceRight<number[]>((left, field) => {
    const without = left.filter((one) => one !== field);
    return isEnough(without, search) ? without : left;
  }, chosen);
  return needed.sort((a, b) => a - b);
}

function isEnough(set: readonly number[], { lines }: Search): boolean {
  return lines.every(({ sizes, excess }) => {
    let saved = 0;
    for (const field of set) saved += sizes[field]!;
    return saved >= excess;
  });
}
