// Measures the stored sizes of filters and jobs twice: by drawn runs, and by compressing everything.
import { askDrawn, measureReplay } from '../../../src/analysis/cost/ask-costs.ts';
import type { StoredSizes } from '../../../src/analysis/cost/index.ts';
import { DEFAULT_LIMITS, type MeasureLimits } from '../../../src/analysis/cost/plan-runs.ts';
import { askSelected } from '../../../src/analysis/query/index.ts';
import type { NamedFilter } from '../../../src/analysis/query/named-filter.ts';
import { listSources } from '../../../src/input/sources/sources.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { readFilter } from '../../../src/language/filter/index.ts';
import type { Job } from '../../../src/language/job/index.ts';
import { replayListed } from '../../../src/verbs/replay/replay-listed.ts';
import { resolveLogs } from '../../../src/verbs/request/logs-request.ts';

const dataset = getDataset('http_requests');

/** Everything is compressed. */
export const EXACT: MeasureLimits = {
  ...DEFAULT_LIMITS,
  exactBytes: Number.POSITIVE_INFINITY,
  exactObjects: Number.POSITIVE_INFINITY,
};
/** Runs are drawn from sources of a few MB as from larger ones. */
export const DRAWN: MeasureLimits = { ...DEFAULT_LIMITS, exactBytes: 0, budgetBytes: 2e6 };

/** The filters that are measured: broad, selective, and a job that changes what it writes. */
export const MEASURED_FILTERS: readonly NamedFilter[] = [
  named('status 200', 'EdgeResponseStatus == 200'),
  named('errors', 'EdgeResponseStatus >= 500'),
  named('job', 'EdgeResponseStatus >= 500 or ClientRequestPath == "/login" or EdgeResponseCompressionRatio > 1000.5', {
    field_names: ['RayID', 'ClientRequestURI', 'EdgeResponseStatus'],
    sample_rate: 0.5,
  }),
];

/** Replays the filters over a folder, and measures each time with other limits. */
export async function measureFolder(
  folder: string,
  limits: readonly MeasureLimits[],
  threads = 1,
  filters = MEASURED_FILTERS,
): Promise<(StoredSizes | undefined)[]> {
  const logs = resolveLogs({ sources: [folder], threads, bytesPerThread: 0, partBytes: 1e6 });
  const listing = await listSources(logs, []);
  const every = askSelected('every');
  const drawn = askDrawn(filters);
  const { reports, answers } = await replayListed({
    ...{ ...logs, dataset, listing },
    ...{ verb: 'replay', replays: [filters], samples: 0, detail: 'no-fields' },
    asked: [...every.aggregates, ...drawn.aggregates],
  });
  const replayed = {
    ...{ ...logs, dataset, report: reports[0]!, all: every.of(answers).kept },
    ...{ filters, drawn: drawn.of(answers), listing },
  };
  const sizes: (StoredSizes | undefined)[] = [];
  for (const one of limits) sizes.push(await measureReplay({ ...replayed, limits: one }));
  return sizes;
}

function named(name: string, text: string, outputOptions?: Job['outputOptions']): NamedFilter {
  const job = outputOptions === undefined ? undefined : ({ name, outputOptions } as Job);
  return { name, dataset, reading: readFilter(text, dataset), job, jobProblems: [] };
}
