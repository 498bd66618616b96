// Prints how long ago a time was: `3 min ago`. Takes the present as a number, so that a test can choose it.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Prints the age of a time.
 * @param time RFC 3339; any other text is printed as it is, and so is a time in the future: the clocks differ
 * @param now milliseconds since 1970
 */
export function printAge(time: string, now: number): string {
  const age = now - Date.parse(time);
  // Clocks may differ by some seconds.
  if (Number.isNaN(age) || age < -MINUTE_MS) return time;
  if (age < MINUTE_MS) return `${Math.max(0, Math.floor(age / 1000))} s ago`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS)} days ago`;
}
