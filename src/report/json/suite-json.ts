// Renders a mined suite: the text of the suite file, which is JSON.
import type { MineResult } from '../../verbs/index.ts';
import { printableJson } from '../printable.ts';

/** Renders the suite; control characters in its lines are escaped, which keeps the values. */
export function renderSuiteJson({ suite }: MineResult): string {
  return printableJson(suite);
}
