// Counts in sentences, for reports and errors alike: thousands separated, the noun in its number. Prints nothing.

/** `20312` → `20,312`; fractions are rounded. @param count from 0, below 10²¹ */
export function printCount(count: number): string {
  const rounded = Math.round(count);
  // Most counts in messages are small, and a message may be made for each line.
  if (rounded < 1000) return String(rounded);
  return rounded.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 line`, `20,312 lines`. */
export function printPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${printCount(count)} ${count === 1 ? singular : plural}`;
}
