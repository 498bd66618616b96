// Reads what the page begins with from the command line: files of filters and jobs, whose secrets stay in this process. The page gets filters alone.
import { printInstant, type TimeRange } from '../../base/index.ts';
import { EVERY_LINE, printExpression } from '../../language/filter/index.ts';
import { readPromise } from '../../language/promises/index.ts';
import { type ComparedFilter, readComparedFilters } from '../../verbs/compare/compared-filters.ts';
import { readStdin } from '../../verbs/request/argument-text.ts';
import { type FilterArgument, NO_LINE } from '../../verbs/request/named-filters.ts';
import { datasetWithoutJob, readSql } from '../../verbs/request/named-transformer.ts';
import { readGuards } from '../../verbs/request/read-guards.ts';
import { readPrices } from '../../verbs/request/read-prices.ts';
import type { OpenPageRequest } from './open-page.ts';

/** The filters of the command line. */
export interface BeginningRequest {
  sources: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  /** Path of a job file. */
  job?: string | undefined;
  /** SQL, or the path of a file with SQL. */
  transformer?: string | undefined;
  neverDrop?: readonly string[] | undefined;
  guards?: readonly string[] | undefined;
  price?: readonly string[] | undefined;
  dataset?: string | undefined;
  range?: TimeRange | undefined;
}

/** Reads the state of the page, and its sources. @throws as `readComparedFilters`, `readSql`, `readGuards` and `readPrices` */
export async function readBeginning(
  request: BeginningRequest,
): Promise<Pick<OpenPageRequest, 'sources' | 'dataset' | 'sql' | 'output' | 'state'>> {
  const { sources, from = EVERY_LINE, job, transformer, neverDrop = [], guards = [], price = [] } = request;
  const { since, until } = request.range ?? {};
  const inForce: FilterArgument = job === undefined ? { kind: 'filter', value: from } : { kind: 'job', value: job };
  const sql = transformer === undefined ? undefined : await readSql(transformer, { stdin: readStdin() });
  const asked = request.dataset ?? (job === undefined ? await datasetWithoutJob(sources, sql) : undefined);
  const read = await readComparedFilters({ sources, dataset: asked, from: inForce, to: [request.to ?? EVERY_LINE] });
  const { dataset } = read;
  const [found] = await Promise.all([readGuards({ guards, neverDrop }, dataset), readPrices({ price })]);
  const destination = read.from.job?.destinationConf;
  return {
    sources: sources.length > 0 || destination === undefined ? sources : [destination],
    dataset: job === undefined ? asked : dataset.name,
    ...{ sql: sql?.sql ?? '', output: read.from.job?.outputOptions },
    state: {
      ...{ from: textOf(read.from), to: textOf(request.to === undefined ? read.from : read.to[0]!) },
      ...{ guards: [...guards], prices: [...price] },
      // The text may name a file.
      neverDrop: found.guards.flatMap((guard) => {
        if (guard.kind !== 'never-drop') return [];
        const { text, filter } = guard;
        return filter === undefined || readPromise(text, dataset) !== undefined ? text : printExpression(filter);
      }),
      ...(since !== undefined && { since: printInstant(since) }),
      ...(until !== undefined && { until: printInstant(until) }),
    },
  };
}

function textOf({ isReplayed, reading: { filter } }: ComparedFilter): string {
  if (!isReplayed) return NO_LINE;
  return filter === undefined ? '' : printExpression(filter);
}
