// Lists the named promises: filters of lines that must be kept. Reads no logs.
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { type NamedPromise, promisesOf } from '../../language/promises/index.ts';
import { datasetOfFlag } from '../request/named-filters.ts';

/** Whose promises to list. */
export interface ListPromisesRequest {
  /** @default `http_requests` */
  dataset?: string | undefined;
}

/** The result of `fields list --promises`. */
export interface PromiseList {
  version: 1;
  dataset: string;
  promises: NamedPromise[];
}

/**
 * Lists the promises of a dataset, which guards name: `neverDrop: ['promise:security']`.
 * @throws HeadgateError `unknown-dataset` with the nearest name
 * @example
 * ```ts
 * import { listPromises } from 'headgate';
 *
 * const { promises } = listPromises({ dataset: 'dns_logs' });
 * for (const { name, filter } of promises) console.log(name, filter); // => errors ResponseCode != 0
 * ```
 */
export function listPromises({ dataset = DEFAULT_DATASET }: ListPromisesRequest = {}): PromiseList {
  return { version: 1, dataset, promises: promisesOf(datasetOfFlag(dataset)) };
}
