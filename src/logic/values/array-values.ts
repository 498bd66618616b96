// Arrays: each tested element may be present or not, whatever the others are.
import type { Value } from '../../base/index.ts';
import { KNOWN, TRUE } from '../truths.ts';
import type { FieldValues } from './field-values.ts';

/** @param elements the tested element of each test, all different */
export function arrayValues(elements: readonly Value[]): FieldValues {
  return {
    find: (wanted) => elements.filter((_, index) => (wanted[index]! & KNOWN) === TRUE),
    narrow: () => true,
    work: elements.length,
  };
}
