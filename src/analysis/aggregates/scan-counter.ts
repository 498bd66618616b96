// How the pass of a thread counts an aggregate; query-pass.ts feeds the counters of all kinds.
import type { FieldSource, Instant } from '../../base/index.ts';
import type { ScanCounts } from '../../input/kernel/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { Verdict } from '../../language/filter/index.ts';
import type { AggregateByKind, AggregateKind } from './aggregate.ts';

/** A line that the record reader has read and the filters have decided. Valid during the call. */
export interface DecidedLine {
  record: LineRecord;
  /** Name of its object. */
  object: string;
  /** `lineHash` of its place. */
  hash: number;
  /** Event time; undefined if it has none, or if no aggregate needs it. */
  time: Instant | undefined;
  /** By slot. */
  verdicts: readonly Verdict[];
  /** Whether the line is searched for hints. */
  isExamined: boolean;
}

/** A line that a scanner counts, and hands over because a selection keeps it. Valid during the call. */
export interface SelectedLine {
  readonly fields: FieldSource;
  readonly object: string;
  readonly offset: number;
  /** `lineHash` of its place. */
  readonly hash: number;
  /** With its line end. */
  readonly bytes: number;
  /** Returns the verdict of a slot. */
  verdictOf(slot: number): Verdict;
  /** Returns the line as JSON. */
  text(): string;
}

/** A line that the record reader has read, as one that a scanner hands over. */
export function selectedOf({ record, object, hash, verdicts }: DecidedLine): SelectedLine {
  return {
    ...{ fields: record, object, hash, offset: record.offset, bytes: record.bytes },
    verdictOf: (slot) => verdicts[slot]!,
    text: () => record.json.toString('utf8'),
  };
}

/** What a counter needs of the scanners. */
export interface HandedLines {
  /** They hand over each line with one of these verdicts. */
  readonly each: readonly { readonly slot: number; readonly verdict: Verdict }[];
  /** The fields that it reads of these lines; undefined: all. */
  readonly fields: readonly string[] | undefined;
}

/** Counts the aggregates of one kind. */
export interface ScanCounter<K extends AggregateKind, Answer> {
  /** Called when an object, or a part of one, begins. @default nothing depends on objects */
  opened?(object: string): void;
  /** Called for an object that could not be read, or only in part. @default likewise */
  lost?(object: string): void;
  /** Adds what the kernel has counted in an object. */
  addCounts(counts: ScanCounts, object: string): void;
  /** Adds a line. */
  addLine(line: DecidedLine): void;
  /** Adds a line that a scanner counts, of a kind whose detail is `each`. Lines of an object are added in their order, by either method. */
  addSelected?(line: SelectedLine): void;
  /** Returns the answer so far. */
  answer(asked: AggregateByKind[K]): Answer;
}
