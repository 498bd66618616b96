// The plan of mining: plain data from which every thread creates its pass.
import type { TimeRange } from '../../base/index.ts';
import { type WorkerPlan, workerEntry } from '../../input/threads/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { type CompiledFilter, compileFilter, type NullReading, parseFilterJson } from '../../language/filter/index.ts';
import { MinePass } from './mine-pass.ts';

/** The module that a worker thread of mining starts with. */
export const MINE_WORKER: URL = workerEntry('mine-worker', import.meta.url);

/** The filter, and the fields that the suite shows. */
export interface MinePlan extends WorkerPlan {
  /** Canonical JSON. */
  filter: string;
  nullAs: NullReading;
  range: TimeRange;
  /** Undefined: all. */
  fields: readonly string[] | undefined;
}

/** Creates a pass that has read nothing. */
export function createMinePass(plan: MinePlan): MinePass {
  const { datasetName, nullAs, range, fields } = plan;
  return new MinePass({
    dataset: getDataset(datasetName),
    filter: filterOf(plan),
    nullAs,
    range,
    fields: fields && new Set(fields),
  });
}

/** The filter of a plan. */
export function filterOf({ datasetName, filter, nullAs }: MinePlan): CompiledFilter {
  const dataset = getDataset(datasetName);
  return compileFilter(parseFilterJson(filter, dataset), dataset, { nullAs });
}
