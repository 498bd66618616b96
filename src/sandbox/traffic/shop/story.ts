// The timeline of the story: three days of a shop. A deploy breaks the checkout on the evening of day two, and stolen
// passwords are tried in the night of day three. After three days the story restarts.
import shop from './shop-data.json' with { type: 'json' };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Length of the story. Days. */
export const STORY_DAYS = 3;
/** First instant of the story, 2026-11-01T00:00:00Z. Milliseconds. */
export const STORY_START_MS = Date.UTC(2026, 10, 1);
/** End of the story, excluded. Milliseconds. */
export const STORY_END_MS = STORY_START_MS + STORY_DAYS * DAY_MS;

/** A span of the story, [startMs, endMs). */
export interface Episode {
  startMs: number;
  endMs: number;
}

/** Day two, 18:05 to 19:08: release 2026.11.02-1 is live and cannot check out; then it is rolled back. */
export const INCIDENT: Episode = episode(1, 18 * 60 + 5, 63);
/** Day two, 17:00 to 21:00: a sale, announced by newsletter; the release is made for it. */
const SALE: Episode = episode(1, 17 * 60, 240);
/** Traffic during the sale, as a multiple of the usual traffic. */
const SALE_FACTOR = 1.9;
/** Day three, 01:20 to 03:00: stolen passwords are tried on the login. */
export const ATTACK: Episode = episode(2, 80, 100);
/**
 * Time at which a new rule begins to answer the attack with challenges and rate limits; before that it only logs.
 * Milliseconds.
 */
const DEFENCE_START_MS = ATTACK.startMs + 25 * MINUTE_MS;

function episode(day: number, minute: number, minutes: number): Episode {
  const startMs = STORY_START_MS + day * DAY_MS + minute * MINUTE_MS;
  return { startMs, endMs: startMs + minutes * MINUTE_MS };
}

/** Maps a time to the first run of the story. */
function storyTime(ms: number): number {
  return STORY_START_MS + ((ms - STORY_START_MS) % (STORY_DAYS * DAY_MS));
}

/** Whether a time is within an episode. */
export function isDuring(found: Episode, ms: number): boolean {
  const at = storyTime(ms);
  return at >= found.startMs && at < found.endMs;
}

/** Whether the rule already answers the attack with challenges and limits. */
export function isDefended(ms: number): boolean {
  return storyTime(ms) >= DEFENCE_START_MS;
}

/** Returns the release of the shop that serves a request, as in its `x-release` header. */
export function releaseAt(ms: number): string {
  return isDuring(INCIDENT, ms) ? '2026.11.02-1' : '2026.10.29-3';
}

/** Returns the traffic at a time as a share of the busiest ordinary hour, interpolated linearly between hours. */
export function trafficAt(ms: number): number {
  const hours = ((ms - STORY_START_MS) % DAY_MS) / (60 * MINUTE_MS);
  const hour = Math.floor(hours);
  const { hourly } = shop;
  const from = hourly[hour]!;
  const to = hourly[(hour + 1) % hourly.length]!;
  return (from + (to - from) * (hours - hour)) * (isDuring(SALE, ms) ? SALE_FACTOR : 1);
}
