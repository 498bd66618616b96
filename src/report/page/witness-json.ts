// Prints a record that refutes a statement as JSON on one line.
import { printJson } from '../../base/index.ts';
import type { Witness } from '../../language/logic/index.ts';

/** Prints a record as it could be a line. */
export function witnessJson(record: Witness['record']): string {
  return printJson(new Map(Object.entries(record)));
}
