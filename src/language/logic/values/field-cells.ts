// The values of a field, reduced to cells: all values of a cell have the same truth values. Cells are ordered, so that each condition
// accepts a few ranges of them.
import type { Value } from '../../../base/index.ts';
import type { CompiledCondition } from '../../filter/index.ts';
import type { CellSet } from './range-set.ts';

/** The cells of a field. */
export interface FieldCells {
  /** A value of each cell. */
  readonly values: readonly Value[];
  /** All cells, those first whose values are preferred in witnesses. */
  readonly preferred: readonly number[];
  /** Returns the cells that a condition accepts if it is not negated. @param condition one of those that the cells were made for */
  positiveSet(condition: CompiledCondition): CellSet;
}
