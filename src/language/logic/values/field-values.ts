// Which truth values the tests of one field can have together: the values of a field, reduced to those that the tests distinguish.
import type { Value } from '../../../base/index.ts';

/**
 * The values of one field that are of its type. The methods take the wanted truth values of each test, in the order of the tests; the bit of
 * unknown is ignored, since every test of a value of the field's type is true or false.
 */
export interface FieldValues {
  /** Time of {@link narrow}, in tests and cells that it reads. */
  readonly work: number;
  /** Returns a value with which every test has one of its wanted truth values; undefined when it is certain that there is none. */
  find(wanted: Uint8Array): Value | undefined;
  /**
   * Removes truth values that no value of the field has together with the others; it may leave some of them.
   * @returns false when it is certain that no value of the field has them
   */
  narrow(wanted: Uint8Array): boolean;
}
