// Replays filters over sources that are already listed, with further questions in the same pass. Reads no filters and lists nothing.
import { type Aggregate, type Report, selectionText } from '../../analysis/aggregates/index.ts';
import {
  type Answers,
  type NamedFilter,
  type QueryOutput,
  type QuerySources,
  queryOf,
  runQuery,
} from '../../analysis/query/index.ts';
import { askReplay, type ReplayQuestionOptions } from '../../analysis/replay/index.ts';
import { isBucket } from '../../input/destination/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { keyRemarksOf, mixedDatasetsOf } from '../../language/dataset/index.ts';
import { selectionOf, testedFields } from '../../language/filter/index.ts';
import { readFirstRecords } from '../request/no-answer/first-records.ts';

/** What to replay, and how to read it. */
export interface ListedReplay
  extends QuerySources,
    Pick<ReplayQuestionOptions, 'samples' | 'detail' | 'countsHours' | 'countsOverlap'> {
  /** Valid filters. */
  filters: readonly NamedFilter[];
  /** What else is asked in the same pass. */
  asked: readonly Aggregate[];
  /** The lines that `emission` writes. @default those that each filter keeps */
  outputs?: readonly QueryOutput[] | undefined;
}

/** The report, and the answers to {@link ListedReplay.asked}. */
export interface ListedResult {
  report: Report;
  answers: Answers;
}

/** Replays filters. */
export async function replayListed(request: ListedReplay): Promise<ListedResult> {
  const { dataset, filters, asked, emission, outputs } = request;
  const question = askReplay({ ...request, dataset: dataset.name });
  const kept = filters.map(
    ({ reading }): QueryOutput => ({ of: selectionText(selectionOf(reading.filter)), verdict: 'kept' }),
  );
  const query = queryOf([...question.aggregates, ...asked], emission === undefined ? [] : (outputs ?? kept));
  const { answers, emitted, ...run } = await runQuery(query, request);
  const report = question.of(answers)({ ...run, emitted: outputs === undefined ? emitted : undefined });
  const mixedDatasets = mixedDatasetsOf(report.fields ?? [], report.lines.read);
  return {
    report: { ...report, ...(await keyRemarksIn(report, request)), ...(mixedDatasets && { mixedDatasets }) },
    answers,
  };
}
/** By the fields of all lines; where those were not counted, by the first lines of files: for a bucket that would be one more request. */
async function keyRemarksIn(
  { fields, lines }: Report,
  { dataset, filters, reading, signal, listing }: ListedReplay,
): Promise<Pick<Report, 'otherDatasets' | 'foreignKeys'>> {
  if (lines.read === 0) return {};
  const tested = filters.flatMap(({ reading: { filter } }) => testedFields(filter));
  if (fields !== undefined) return keyRemarksOf(fields, lines.read, dataset, tested);
  const first = await readFirstRecords(filesIn(listing.objects), { dataset, reading, signal });
  return first === undefined ? {} : keyRemarksOf(first.fields, first.records, dataset, tested);
}

function* filesIn(objects: Iterable<SourceObject>): Generator<SourceObject> {
  for (const item of objects) if (!isBucket(item.destination.location)) yield item;
}
