// Formats counts and lists for sentences in reports and errors: thousands separators, the noun in singular or plural, "a, b and c".
import { HOURS_PER_DAY } from './instant.ts';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 60 * SECONDS_PER_MINUTE;

/** `20312` → `20,312`; rounds fractions. @param count at least 0, below 10²¹ */
export function printCount(count: number): string {
  const rounded = Math.round(count);
  // A fast path: most counts are small, and there may be one message per line.
  if (rounded < 1000) return String(rounded);
  return rounded.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 line`, `20,312 lines`. */
export function printPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${printCount(count)} ${Math.round(count) === 1 ? singular : plural}`;
}

/** `1 day`, `2.5 days`: with one decimal where it is not 0. */
export function printAmount(amount: number, unit: string): string {
  const rounded = Math.round(amount * 10) / 10;
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}

/** `12 to 15`; one of them if both print alike: that is no range to a reader. */
export function printRange(low: string, high: string): string {
  return low === high ? low : `${low} to ${high}`;
}

/** `12 to 15`; empty if both ends print alike. */
export function printInterval({ low, high }: { low: number; high: number }, print: (end: number) => string): string {
  const [least, most] = [print(low), print(high)];
  return least === most ? '' : printRange(least, most);
}

/** "a", "a or b", "a, b or c". @param last the word before the last one @default 'or' */
export function enumerate(names: readonly string[], last: 'and' | 'or' = 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** Prints a span of time: `3 days`, `2.5 days`, `3 hours`, `5 minutes`, `90 seconds`. */
export function printHours(hours: number): string {
  if (hours >= HOURS_PER_DAY) return printAmount(hours / HOURS_PER_DAY, 'day');
  if (hours >= 1) return printAmount(hours, 'hour');
  const seconds = Math.round(hours * SECONDS_PER_HOUR);
  return seconds % SECONDS_PER_MINUTE === 0
    ? printAmount(seconds / SECONDS_PER_MINUTE, 'minute')
    : printAmount(seconds, 'second');
}

/** Starts a text with a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Prints a difference with its sign. @param print a value that is not negative */
export function signed(print: (value: number) => string): (value: number) => string {
  return (value) => (value < 0 ? `−${print(-value)}` : value > 0 ? `+${print(value)}` : print(value));
}

/** A share in percent; never `0.0` or `100.0` unless it is exactly that. */
export function printShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return '<0.1 %';
  if (part < whole && percent > 99.9) return '>99.9 %';
  return `${percent.toFixed(1)} %`;
}
