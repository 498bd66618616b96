// Collects the values of a repeated flag.

/** Returns the earlier values and the new one. */
export function addTo(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
