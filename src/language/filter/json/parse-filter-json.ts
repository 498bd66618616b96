// Parses the JSON that printFilterJson prints: the way of a checked filter into another thread. Text of users goes to read-filter.ts.
import { parseJson } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { createCheck } from '../check/check-filter.ts';
import { MAX_COMBINED_DEPTH } from '../limits.ts';
import type { Filter } from '../node.ts';
import { readRoot } from './read-node.ts';

/**
 * Parses the canonical JSON of a filter. Checks types, but not the platform's limits.
 * @throws Error if the text is not the JSON of a filter of the dataset
 */
export function parseFilterJson(json: string, dataset: Dataset): Filter {
  const check = createCheck(dataset, { maxDepth: MAX_COMBINED_DEPTH });
  const filter = readRoot(parseJson(json), check);
  const problem = check.problems.toArray().find(({ severity }) => severity === 'error');
  if (filter === undefined || problem !== undefined) throw new Error(`cannot parse a filter: ${problem?.message}`);
  return filter;
}
