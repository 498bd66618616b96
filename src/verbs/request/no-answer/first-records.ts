// Reads the first records of a source again, for the error of a run without an answer: their time, their fields, and the reason why a
// filter leaves them undecided. Opens one object; counts nothing.
import type { FieldLines } from '../../../analysis/aggregates/index.ts';
import { printInstant } from '../../../base/index.ts';
import type { Destination } from '../../../input/destination/index.ts';
import { feedObject, type ReadingFlags, readerOptionsOf } from '../../../input/objects/index.ts';
import { createRecordReader, type LineRecord } from '../../../input/record/index.ts';
import type { SourceObject } from '../../../input/sources/index.ts';
import { type Dataset, eventTimeOf } from '../../../language/dataset/index.ts';
import type { CompiledFilter } from '../../../language/filter/index.ts';

/** Maximum number of records read: enough to find the fields that most lines contain. Our choice. */
const FIRST_RECORDS = 20;

/** How to read the records. */
export interface FirstRecordsRequest {
  dataset: Dataset;
  reading: ReadingFlags;
  signal: AbortSignal;
  /** Filter whose first undecided line is explained. @default none */
  filter?: CompiledFilter | undefined;
}

/** The first records of a source. */
interface FirstRecords {
  records: number;
  /** Event time of the first record, RFC 3339; undefined if it has none. */
  time: string | undefined;
  /** Fields, with the number of records that contain each. */
  fields: FieldLines[];
  /** Why the first undecided record is undecided: `BotScore is missing`; undefined if there is none. */
  undecided: string | undefined;
}

/**
 * Reads the first records of the first object that is not empty and can be read again; standard input cannot.
 * @returns undefined if there is no such object, or it contains no readable record
 */
export async function readFirstRecords(
  objects: Iterable<SourceObject>,
  { dataset, reading, signal, filter }: FirstRecordsRequest,
): Promise<FirstRecords | undefined> {
  const item = firstWithLines(objects);
  if (item === undefined || signal.aborted) return undefined;
  const { destination, object } = item;
  const ofIndex = filter === undefined && destination.location.kind === 'index' ? knownOf(destination) : undefined;
  const before = ofIndex?.get(object.name);
  if (before !== undefined) return before;
  const found: FirstRecords = { records: 0, time: undefined, fields: [], undecided: undefined };
  const byName = new Map<string, number>();
  // Imported here because no other part of a replay needs src/analysis/validate.
  const undecided = filter && new (await import('../../../analysis/validate/index.ts')).UndecidedFields(filter);
  const readRecord = (record: LineRecord): void => {
    if (found.records === FIRST_RECORDS) return;
    if (found.records === 0) {
      const time = eventTimeOf(dataset, record.get(dataset.eventTime.field));
      found.time = time === undefined ? undefined : printInstant(time);
    }
    found.records += 1;
    for (const name of fieldsOf(record)) byName.set(name, (byName.get(name) ?? 0) + 1);
    found.undecided ??= undecided?.of(record).message || undefined;
  };
  const reader = createRecordReader(readerOptionsOf(item, dataset, reading), {
    record: readRecord,
    blank: () => {},
    malformed: () => {},
    remark: () => {},
  });
  const listener = { signal, onProblem: () => {}, onChunk: () => found.records < FIRST_RECORDS };
  // The run has already reported the objects that cannot be read.
  const isRead = await feedObject(item, reader, listener).then(
    () => true,
    () => false,
  );
  found.fields = [...byName].map(([name, lines]) => ({ name, lines }));
  if (!isRead || found.records === 0) return undefined;
  ofIndex?.set(object.name, found);
  return found;
}

/** By index that is open, and object: a line takes all columns of its part, and an index that stays open is asked again and again. */
const known = new WeakMap<Destination, Map<string, FirstRecords>>();

function knownOf(index: Destination): Map<string, FirstRecords> {
  const found = known.get(index) ?? new Map<string, FirstRecords>();
  known.set(index, found);
  return found;
}

/** Returns the names of a record's fields, each once. */
export function fieldsOf(record: LineRecord): Set<string> {
  return new Set(Array.from({ length: record.fieldCount }, (_, index) => record.fieldName(index)));
}

function firstWithLines(objects: Iterable<SourceObject>): SourceObject | undefined {
  for (const item of objects) if (item.object.singleUse !== true && item.object.bytes !== 0) return item;
  return undefined;
}
