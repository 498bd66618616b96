// Formats counts for sentences in reports and errors: thousands separators, and the noun in singular or plural.

/** `20312` → `20,312`; rounds fractions. @param count at least 0, below 10²¹ */
export function printCount(count: number): string {
  const rounded = Math.round(count);
  // A fast path: most counts are small, and there may be one message per line.
  if (rounded < 1000) return String(rounded);
  return rounded.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 line`, `20,312 lines`. */
export function printPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${printCount(count)} ${count === 1 ? singular : plural}`;
}
