// Reading points in time out of records: one reading of timestamps for event times and for filters alike.
import { type Instant, instantFromInteger, instantFromText, integerOf, NS_PER_MS, type Value } from '../base/index.ts';
import type { Dataset, EventTime } from './field.ts';

/**
 * Reads a timestamp: RFC 3339 text, or an integer whose unit is told by its size; a canonical decimal string is that integer.
 * @param unit `ms`: integers always count milliseconds @default 'timestamp'
 * @returns undefined for anything else: numbers with a fraction or an exponent, integers of over `MAX_BIGINT_DIGITS` digits
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
 * When the event of a record happened, exactly.
 * @param value what the record holds in the dataset's {@link EventTime} field
 * @returns undefined when there is no readable time
 */
export function eventTimeOf(dataset: Dataset, value: Value | undefined): Instant | undefined {
  return instantOf(value, dataset.eventTime.unit);
}
