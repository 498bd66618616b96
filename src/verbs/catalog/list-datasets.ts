// Lists the datasets of the catalog. Reads no logs.
import { DATASET_NAMES, getDataset, type Scope } from '../../language/dataset/index.ts';

/** A dataset of the platform. */
export interface ListedDataset {
  name: string;
  /** What its jobs belong to. */
  scopes: Scope[];
  /** Number of fields, without those that are no longer pushed. */
  fields: number;
  /** The field with the time of an event. */
  eventTimeField: string;
}

/** The result of `datasets`. */
export interface DatasetList {
  version: 1;
  /** In the order of the documentation. */
  datasets: ListedDataset[];
}

/**
 * Lists datasets.
 * @example
 * ```ts
 * import { listDatasets } from 'headgate';
 *
 * const [first] = listDatasets().datasets;
 * console.log(first?.name, first?.scopes, first?.eventTimeField); // => http_requests [ 'zone' ] EdgeStartTimestamp
 * ```
 */
export function listDatasets(): DatasetList {
  const datasets = DATASET_NAMES.map((name): ListedDataset => {
    const { scope, alsoScopes, fields, eventTime } = getDataset(name);
    const pushed = [...fields.values()].filter(({ removed }) => removed === undefined);
    return { name, scopes: [scope, ...alsoScopes], fields: pushed.length, eventTimeField: eventTime.field };
  });
  return { version: 1, datasets };
}
