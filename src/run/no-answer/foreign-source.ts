// The error where the one object of a source holds another format than lines: a report on it would be empty.
import { HeadgateError } from '../../base/index.ts';
import { isForeignContent } from '../../destination/index.ts';
import type { ReadTotal } from '../objects/read-total.ts';

/**
 * Ends the run where there is nothing else in it.
 * @param objectsInAll of the run
 * @throws HeadgateError the code of the finding
 */
export function refuseForeign({ lost: [first] }: ReadTotal, objectsInAll: number): void {
  if (objectsInAll !== 1 || first === undefined || !isForeignContent(first.code)) return;
  throw new HeadgateError(first.code, `cannot read ${first.object}: ${first.message}`);
}
