// Reads the event time of a record and tests whether it is in a time range, for a replay, a sample and explain. LineChecker (src/analysis/validate)
// needs the time of every line anyway, and compares it itself.
import { type FieldSource, type Instant, isInRange, type TimeRange } from '../../base/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';

/** `untimed`: the record has no readable time and counts as inside. */
export type TimeTest = (record: FieldSource) => 'inside' | 'outside' | 'untimed';

/** Returns the test for a range; undefined when the range is open on both sides: every record is inside. */
export function createTimeTest(dataset: Dataset, range: TimeRange): TimeTest | undefined {
  if (range.since === undefined && range.until === undefined) return undefined;
  const { field } = dataset.eventTime;
  return (record) => placeOf(eventTimeOf(dataset, record.get(field)), range);
}

/** Tests a time. */
export function placeOf(time: Instant | undefined, range: TimeRange): ReturnType<TimeTest> {
  if (time === undefined) return 'untimed';
  return isInRange(time, range) ? 'inside' : 'outside';
}
