// Whether a record's own time lies in the time range asked for: the one test that replay and explain share.
import { type FieldSource, isInRange, type TimeRange } from '../base/index.ts';
import { type Dataset, eventTimeOf } from '../dataset/index.ts';

/** `untimed`: no time could be read, the record counts as inside. */
export type TimeTest = (record: FieldSource) => 'inside' | 'outside' | 'untimed';

/** The test for a range; undefined when the range is open on both sides and every record is inside. */
export function createTimeTest(dataset: Dataset, range: TimeRange): TimeTest | undefined {
  if (range.since === undefined && range.until === undefined) return undefined;
  const { field } = dataset.eventTime;
  return (record) => {
    const time = eventTimeOf(dataset, record.get(field));
    if (time === undefined) return 'untimed';
    return isInRange(time, range) ? 'inside' : 'outside';
  };
}
