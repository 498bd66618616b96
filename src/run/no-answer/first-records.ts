// Reads the first records of a source once more, for a sentence about a run that has no answer: their time, their fields, and what a
// filter lacks in them. Opens one object; counts nothing.
import { printInstant } from '../../base/index.ts';
import { type Dataset, eventTimeOf } from '../../dataset/index.ts';
import type { CompiledFilter } from '../../filter/index.ts';
import { createRecordReader, type LineRecord } from '../../record/index.ts';
import type { FieldLines } from '../../replay/index.ts';
import { feedObject } from '../objects/feed-object.ts';
import { type ReadingFlags, readerOptionsOf } from '../objects/reader-options.ts';
import type { SourceObject } from '../sources.ts';

/** Records looked at: enough for the fields that most lines have. Ours. */
const LOOKED_AT = 20;

/** How to read them. */
export interface FirstRecordsRequest {
  dataset: Dataset;
  reading: ReadingFlags;
  signal: AbortSignal;
  /** Filter whose undecided lines are explained. @default none */
  filter?: CompiledFilter | undefined;
}

/** What the first records say. */
export interface FirstRecords {
  records: number;
  /** Event time of the first record, RFC 3339; undefined where it has none. */
  time: string | undefined;
  /** How many of the records hold each field. */
  fields: FieldLines[];
  /** Why the filter leaves the first undecided record undecided: `BotScore is missing`; undefined where there is none. */
  undecided: string | undefined;
}

/**
 * Looks at the first records of the first object that holds any and can be read again; standard input cannot.
 * @returns undefined where there is no such object, or it cannot be read
 */
export async function readFirstRecords(
  objects: Iterable<SourceObject>,
  { dataset, reading, signal, filter }: FirstRecordsRequest,
): Promise<FirstRecords | undefined> {
  const item = firstWithLines(objects);
  if (item === undefined || signal.aborted) return undefined;
  const found: FirstRecords = { records: 0, time: undefined, fields: [], undecided: undefined };
  const byName = new Map<string, number>();
  // Loaded for this alone: a replay does without that folder.
  const undecided = filter && new (await import('../../validate/index.ts')).UndecidedFields(filter);
  const look = (record: LineRecord): void => {
    if (found.records === LOOKED_AT) return;
    if (found.records === 0) {
      const time = eventTimeOf(dataset, record.get(dataset.eventTime.field));
      found.time = time === undefined ? undefined : printInstant(time);
    }
    found.records += 1;
    for (const name of fieldsOf(record)) byName.set(name, (byName.get(name) ?? 0) + 1);
    found.undecided ??= undecided?.of(record).message || undefined;
  };
  const reader = createRecordReader(readerOptionsOf(item, dataset, reading), {
    record: look,
    blank: () => {},
    malformed: () => {},
    remark: () => {},
  });
  const listener = { signal, onProblem: () => {}, onChunk: () => found.records < LOOKED_AT };
  // The run has said already what cannot be read.
  const isRead = await feedObject(item, reader, listener).then(
    () => true,
    () => false,
  );
  found.fields = [...byName].map(([name, lines]) => ({ name, lines }));
  return isRead && found.records > 0 ? found : undefined;
}

/** Names of a record's fields, each once. */
export function fieldsOf(record: LineRecord): Set<string> {
  return new Set(Array.from({ length: record.fieldCount }, (_, index) => record.fieldName(index)));
}

function firstWithLines(objects: Iterable<SourceObject>): SourceObject | undefined {
  for (const item of objects) if (item.object.singleUse !== true && item.object.bytes !== 0) return item;
  return undefined;
}
