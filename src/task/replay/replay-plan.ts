// The plan of a replay: plain data from which every thread creates its pass.
import type { TimeRange } from '../../base/index.ts';
import { getDataset } from '../../dataset/index.ts';
import { compileCombination, compileFilter, parseFilterJson, printFilterJson } from '../../filter/index.ts';
import { type Detail, type ExtraOutputs, type PassReport, Replay, type ShownSelection } from '../../replay/index.ts';
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

/** An extra filter as plain data; see `ExtraFilter` of src/replay. */
export interface PlannedExtra {
  /** Canonical JSON; undefined: every line is kept. */
  json: string | undefined;
  samples: number;
  valueLines?: number | undefined;
  emits?: ExtraOutputs | undefined;
}

/** What to replay and what to count. */
export interface ReplayPlan extends WorkerPlan {
  filters: PlannedFilter[];
  /** @default none */
  extra?: readonly PlannedExtra[] | undefined;
  nullAs: NullReading;
  range: TimeRange;
  samples: number;
  /** Samples of kept lines. @default samples */
  keptSamples?: number | undefined;
  detail: Detail;
  /** Where kept lines are written. @default they are not */
  emit?: EmitPlan | undefined;
}

/** Filters as plain data. */
export function plannedFilters(filters: readonly NamedFilter[]): PlannedFilter[] {
  return filters.map(({ name, reading: { filter } }) => ({ name, json: filter && printFilterJson(filter) }));
}

/** Selections as plain data, without those of no line. */
export function plannedExtras(selections: readonly ShownSelection[]): PlannedExtra[] {
  return selections.flatMap(({ selection, ...sizes }) => {
    if (selection === 'none') return [];
    return [{ json: selection === 'every' ? undefined : printFilterJson(selection), ...sizes }];
  });
}

/** Creates a pass that has read nothing. */
export function createReplay(plan: ReplayPlan): Replay {
  const { datasetName, filters, extra = [], nullAs, range, samples, keptSamples, detail } = plan;
  const dataset = getDataset(datasetName);
  return new Replay({
    ...{ dataset, range, samples, keptSamples, detail },
    jobs: filters.map(({ name, json }) => {
      const filter = json === undefined ? undefined : parseFilterJson(json, dataset);
      return { name, filter: filter && compileFilter(filter, dataset, { nullAs }) };
    }),
    extra: extra.map(({ json, ...sizes }) => {
      const filter = json === undefined ? undefined : parseFilterJson(json, dataset);
      return { filter: filter && compileCombination(filter, dataset, { nullAs }), ...sizes };
    }),
  });
}

/** The counts of a pass so far, without the figures of its source. */
export function reportOf(pass: Replay): PassReport {
  const none = { listed: 0, pruned: 0, prunedFolders: 0, skipped: 0 };
  return pass.toReport({ ...none, ...emptyTotal() }, false);
}
