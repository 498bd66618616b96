// Times of the service as its API writes them. Times of rulesets never repeat and never go back, even if the clock does.

/** Microseconds per millisecond. */
const US_PER_MS = 1000;
/** Digits after the second in the time of a ruleset. `docs/platform.md`, "Management API". */
const MICROSECOND_DIGITS = 6;

/** Returns a function that gives each change a time after all earlier ones. Microseconds since 1970. */
export function createStamps(now: () => number, latestUs: number): () => number {
  let latest = latestUs;
  return () => {
    latest = Math.max(latest + 1, Math.floor(now() * US_PER_MS));
    return latest;
  };
}

/** `2022-07-20T10:44:29.124515Z`. @param us microseconds since 1970 */
export function printMicroseconds(us: number): string {
  const ms = Math.floor(us / US_PER_MS);
  const fraction = String(us - Math.floor(us / (US_PER_MS * 1000)) * US_PER_MS * 1000).padStart(
    MICROSECOND_DIGITS,
    '0',
  );
  return `${new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}.${fraction}Z`;
}

/** `2022-07-20T10:44:29Z`. @param ms milliseconds since 1970 */
export function printSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
}
