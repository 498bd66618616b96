// Reads timestamps from records: event times and filters use the same function.
import {
  type Instant,
  instantFromInteger,
  instantFromText,
  integerOf,
  NS_PER_MS,
  type Value,
} from '../../base/index.ts';
import type { Dataset, EventTime } from './field.ts';

/**
 * Reads a timestamp: RFC 3339 text, or an integer whose magnitude decides its unit; a canonical decimal string counts as that integer.
 * @param unit `ms`: integers always count milliseconds @default 'timestamp'
 * @returns undefined for any other value: numbers with a fraction or an exponent, integers of more than `MAX_BIGINT_DIGITS` digits
 */
export function instantOf(value: Value | undefined, unit: EventTime['unit'] = 'timestamp'): Instant | undefined {
  if (typeof value === 'string') {
    const integer = integerOf(value);
    return integer === undefined ? instantFromText(value) : instantOf(integer, unit);
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  return unit === 'ms' ? BigInt(value) * NS_PER_MS : instantFromInteger(value);
}

/**
 * Returns the exact time of a record's event.
 * @param value of the dataset's {@link EventTime} field in the record
 * @returns undefined when the value is not a time
 */
export function eventTimeOf(dataset: Dataset, value: Value | undefined): Instant | undefined {
  return instantOf(value, dataset.eventTime.unit);
}
