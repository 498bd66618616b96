// Checks that a list without pages is the whole list.
import { HeadgateError, printPlural } from '../base/index.ts';
import type { ApiRequest } from './request/api-request.ts';
import type { ApiAnswer } from './request/read-answer.ts';

/**
 * Checks the number of items against the one that the answer states.
 * @param noun of one item, and of several
 * @throws HeadgateError `api-unexpected-answer` if the answer has fewer
 */
export function checkWholeList(
  { action }: ApiRequest,
  { totalCount = 0 }: ApiAnswer,
  items: readonly unknown[],
  ...noun: readonly [string, string]
): void {
  if (totalCount <= items.length) return;
  throw new HeadgateError(
    'api-unexpected-answer',
    `cannot ${action}: found ${items.length} of ${printPlural(totalCount, ...noun)} in the answer, expected all of them; report this as a bug of headgate`,
  );
}
