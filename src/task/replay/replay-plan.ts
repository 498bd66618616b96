// The plan of a replay: plain data from which every thread creates its pass.
import type { TimeRange } from '../../base/index.ts';
import { type Dataset, getDataset } from '../../dataset/index.ts';
import { compileFilter, printFilterJson, readFilter } from '../../filter/index.ts';
import { type Detail, Replay, type ReplayJob, type Report } from '../../replay/index.ts';
import type { NamedFilter, NullReading } from '../../run/named-filters.ts';
import { emptyTotal } from '../../run/objects/read-total.ts';
import { type WorkerPlan, workerEntry } from '../../run/threads/worker-message.ts';
import type { EmitPlan } from '../emit/emit-plan.ts';

/** The module that a worker thread of `replay` starts with. */
export const REPLAY_WORKER: URL = workerEntry('replay-worker', import.meta.url);

/** A filter as plain data. */
export interface PlannedFilter {
  name: string;
  /** Canonical JSON; undefined: every line is kept. */
  json: string | undefined;
}

/** What to replay and what to count. */
export interface ReplayPlan extends WorkerPlan {
  filters: PlannedFilter[];
  nullAs: NullReading;
  range: TimeRange;
  samples: number;
  detail: Detail;
  /** Where kept lines are written. @default they are not */
  emit?: EmitPlan | undefined;
}

/** Filters as plain data. */
export function plannedFilters(filters: readonly NamedFilter[]): PlannedFilter[] {
  return filters.map(({ name, reading: { filter } }) => ({ name, json: filter && printFilterJson(filter) }));
}

/** Creates a pass that has read nothing. */
export function createReplay({ datasetName, filters, nullAs, range, samples, detail }: ReplayPlan): Replay {
  const dataset = getDataset(datasetName);
  const jobs = filters.map((filter) => compile(filter, dataset, nullAs));
  return new Replay({ dataset, jobs, range, samples, detail });
}

function compile({ name, json }: PlannedFilter, dataset: Dataset, nullAs: NullReading): ReplayJob {
  if (json === undefined) return { name, filter: undefined };
  const { filter, problems } = readFilter(json, dataset);
  if (filter === undefined) throw new Error(`cannot compile ${name}: found ${problems[0]?.message}`);
  return { name, filter: compileFilter(filter, dataset, { nullAs }) };
}

/** The counts of a pass so far, without the figures of its source. */
export function reportOf(pass: Replay): Report {
  const none = { listed: 0, pruned: 0, prunedFolders: 0, skipped: 0 };
  return pass.toReport({ ...none, ...emptyTotal() }, false);
}
