// Replays filters over sources that are already listed, with further questions in the same pass. Reads no filters and lists nothing.
import { type Aggregate, selectionText } from '../../analysis/aggregates/index.ts';
import {
  type Answers,
  type NamedFilter,
  type QueryOutput,
  type QuerySources,
  queryOf,
  runQuery,
} from '../../analysis/query/index.ts';
import { askReplay, type ReplayQuestionOptions, type Report } from '../../analysis/replay/index.ts';
import { isBucket } from '../../input/destination/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { keyRemarksOf, mixedDatasetsOf } from '../../language/dataset/index.ts';
import { selectionOf, testedFields } from '../../language/filter/index.ts';
import { readFirstRecords } from '../request/no-answer/first-records.ts';

/** What to replay, and how to read it. */
export interface ListedReplay
  extends QuerySources,
    Pick<ReplayQuestionOptions, 'samples' | 'detail' | 'countsHours' | 'countsOverlap'> {
  /** Valid filters, by report. */
  replays: readonly (readonly NamedFilter[])[];
  /** What else is asked in the same pass. */
  asked: readonly Aggregate[];
  /** The lines that `emission` writes. @default those that each filter keeps */
  outputs?: readonly QueryOutput[] | undefined;
}

/** The reports, and the answers to {@link ListedReplay.asked}. */
export interface ListedResult {
  reports: Report[];
  answers: Answers;
}

/** Replays filters. */
export async function replayListed(request: ListedReplay): Promise<ListedResult> {
  const { dataset, replays, asked, emission, outputs } = request;
  const questions = replays.map((filters) => askReplay({ ...request, dataset: dataset.name, filters }));
  const kept = replays
    .flat()
    .map(({ reading }): QueryOutput => ({ of: selectionText(selectionOf(reading.filter)), verdict: 'kept' }));
  const aggregates = [...questions.flatMap((question) => question.aggregates), ...asked];
  const query = queryOf(aggregates, emission === undefined ? [] : (outputs ?? kept));
  const { answers, emitted, ...run } = await runQuery(query, request);
  const reports = questions.map((question) =>
    question.of(answers)({ ...run, emitted: outputs === undefined ? emitted : undefined }),
  );
  const [first] = reports;
  // The reports are of the same lines.
  const mixedDatasets = mixedDatasetsOf(first?.fields ?? [], first?.lines.read ?? 0);
  const remarks = { ...(first && (await keyRemarksIn(first, request))), ...(mixedDatasets && { mixedDatasets }) };
  return { reports: reports.map((report) => ({ ...report, ...remarks })), answers };
}
/** By the fields of all lines; where those were not counted, by the first lines of files: for a bucket that would be one more request. */
async function keyRemarksIn(
  { fields, lines }: Report,
  { dataset, replays, reading, signal, listing }: ListedReplay,
): Promise<Pick<Report, 'otherDatasets' | 'foreignKeys'>> {
  if (lines.read === 0) return {};
  const tested = replays.flat().flatMap(({ reading: { filter } }) => testedFields(filter));
  if (fields !== undefined) return keyRemarksOf(fields, lines.read, dataset, tested);
  const first = await readFirstRecords(filesIn(listing.objects), { dataset, reading, signal });
  return first === undefined ? {} : keyRemarksOf(first.fields, first.records, dataset, tested);
}

function* filesIn(objects: Iterable<SourceObject>): Generator<SourceObject> {
  for (const item of objects) if (!isBucket(item.destination.location)) yield item;
}
