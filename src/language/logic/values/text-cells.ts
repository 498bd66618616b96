// Cells of texts that conditions compare whole or by their start: a text equal to no constant is determined by the longest prefix that it has.
// In order, the texts that start with a prefix are next to each other.
import { type CompiledCondition, listOf, OPERATORS } from '../../filter/index.ts';
import { otherCharacter } from './other-character.ts';
import { type FieldCells, unionOf } from './range-set.ts';

/**
 * Makes the cells.
 * @param constants of all conditions
 * @returns undefined if a condition compares other parts of texts, or the constants contain every character
 */
export function textCells(
  conditions: readonly CompiledCondition[],
  constants: readonly string[],
): FieldCells | undefined {
  const prefixes: string[] = [];
  for (const { condition } of conditions) {
    const { positive } = OPERATORS[condition.operator];
    if (positive === 'contains' || positive === 'endsWith') return undefined;
    if (positive === 'startsWith') prefixes.push(condition.value as string);
  }
  const other = otherCharacter(constants);
  if (other === undefined) return undefined;
  const listed = [...new Set([...constants, ...prefixes.map((prefix) => prefix + other), other])];
  const values = listed.toSorted(compareTexts);
  const cellOf = new Map(values.map((text, cell) => [text, cell]));
  return {
    values,
    preferred: listed.map((text) => cellOf.get(text)!),
    positiveSet({ condition }) {
      if (OPERATORS[condition.operator].positive !== 'startsWith') {
        const cells = listOf(condition).map((text) => cellOf.get(text as string)!);
        return unionOf(cells.map((cell) => [cell, cell + 1]));
      }
      const prefix = condition.value as string;
      const from = cellOf.get(prefix)!;
      let [low, high] = [from + 1, values.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (values[middle]!.startsWith(prefix)) low = middle + 1;
        else high = middle;
      }
      return [from, low];
    },
  };
}

/** By UTF-16 code units, so that a text comes directly before those that start with it. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
