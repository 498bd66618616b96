// Fields whose values fall into few cells: narrows the truth values of tests, each of which accepts a set of cells, in time proportional
// to the cells and ranges.
import { FALSE, KNOWN, TRUE } from '../truths.ts';
import type { FieldValues } from './field-values.ts';
import type { CellSet, FieldCells } from './range-set.ts';

/** @param sets the cells that each test accepts */
export function listedValues(sets: readonly CellSet[], { values, preferred }: FieldCells): FieldValues {
  const cellCount = values.length;
  const bounds = Int32Array.from(sets.flat());
  const starts = startsOf(sets);
  /** First the change, from cell to cell, of the number of tests that a cell fulfills; then the number of possible cells before each. */
  const counts = new Int32Array(cellCount + 1);
  /** Counts the possible cells before each cell. @returns how many there are */
  const countPossible = (wanted: Uint8Array): number => {
    counts.fill(0);
    let required = 0;
    let always = 0;
    for (let test = 0; test < sets.length; test += 1) {
      const truths = wanted[test]! & KNOWN;
      if (truths === KNOWN) continue;
      required += 1;
      if (truths === 0) continue;
      const change = truths === TRUE ? 1 : -1;
      if (truths === FALSE) always += 1;
      for (let at = starts[test]!; at < starts[test + 1]!; at += 2) {
        counts[bounds[at]!]! += change;
        counts[bounds[at + 1]!]! -= change;
      }
    }
    let possible = 0;
    for (let cell = 0; cell < cellCount; cell += 1) {
      always += counts[cell]!;
      counts[cell] = possible;
      if (always === required) possible += 1;
    }
    counts[cellCount] = possible;
    return possible;
  };
  return {
    work: cellCount + sets.length + bounds.length,
    find(wanted) {
      countPossible(wanted);
      const cell = preferred.find((one) => counts[one + 1]! > counts[one]!);
      return cell === undefined ? undefined : values[cell];
    },
    narrow(wanted) {
      const possible = countPossible(wanted);
      if (possible === 0) return false;
      for (let test = 0; test < sets.length; test += 1) {
        if ((wanted[test]! & KNOWN) !== KNOWN) continue;
        let accepted = 0;
        for (let at = starts[test]!; at < starts[test + 1]!; at += 2) {
          accepted += counts[bounds[at + 1]!]! - counts[bounds[at]!]!;
        }
        if (accepted === 0) wanted[test]! &= ~TRUE;
        else if (accepted === possible) wanted[test]! &= ~FALSE;
      }
      return true;
    },
  };
}

/** Where the bounds of each set start, and the end of the last one. */
function startsOf(sets: readonly CellSet[]): Int32Array {
  const starts = new Int32Array(sets.length + 1);
  for (const [index, set] of sets.entries()) starts[index + 1] = starts[index]! + set.length;
  return starts;
}
