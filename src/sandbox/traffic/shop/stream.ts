// Generates all requests of the story in the order in which they are logged, as an endless stream with little memory:
// visits begin minute by minute, and a minute is emitted once no later visit can add to it.
import {
  type Client,
  createAppUser,
  createAttacker,
  createCrawler,
  createMonitor,
  createScanner,
  createVisitor,
} from './client.ts';
import { Random } from './random.ts';
import type { Request } from './request.ts';
import { checkHealth, crawl, type Emit, scanForHoles, tryPasswords, Visit, visitByApp, visitShop } from './session.ts';
import { ATTACK, isDuring, STORY_START_MS, trafficAt } from './story.ts';

/** Options of {@link streamRequests}. */
export interface StreamOptions {
  /** Any integer. */
  seed: number;
  /** Traffic as a multiple of the samples'. @default 1 */
  scale?: number;
}

const MINUTE_MS = 60_000;
/** The monitor sends a check once in this many minutes. */
const CHECK_EVERY_MINUTES = 5;
/** One kind of client with its visits. */
interface Kind {
  readonly create: (random: Random, index: number) => Client;
  readonly visit: (visit: Visit) => void;
  /** Clients at scale 1; above {@link MAX_POOL} they only return more often. */
  readonly clients: number;
  /** Visits per minute: of people at the busiest hour, of machines at any hour, of the attack during its span. */
  readonly perMinute: number;
  /** Share of these visits at a time; undefined: all. */
  readonly activityAt?: (ms: number) => number;
}
const KINDS: readonly Kind[] = [
  { create: createVisitor, visit: visitShop, clients: 620, perMinute: 0.29, activityAt: trafficAt },
  { create: createAppUser, visit: visitByApp, clients: 260, perMinute: 0.15, activityAt: trafficAt },
  { create: createCrawler, visit: crawl, clients: 30, perMinute: 0.022 },
  { create: createScanner, visit: scanForHoles, clients: 14, perMinute: 0.004 },
  {
    create: createAttacker,
    visit: tryPasswords,
    clients: 240,
    perMinute: 2.5,
    activityAt: (ms) => (isDuring(ATTACK, ms) ? 1 : 0),
  },
];
const MAX_POOL = 20_000;

/** Generates every request of the story by `loggedMs`, restarting after its three days; never ends. */
export function* streamRequests({ seed, scale = 1 }: StreamOptions): Generator<Request, never> {
  const random = new Random(seed);
  const kinds = KINDS.map((kind) => {
    const size = Math.max(1, Math.min(MAX_POOL, Math.round(kind.clients * scale)));
    return { ...kind, pool: Array.from({ length: size }, (_, index) => kind.create(random, index)) };
  });
  const monitor = createMonitor(random);
  const waiting = new Map<number, Request[]>();

  const emit: Emit = (request) => {
    const minute = Math.floor(request.loggedMs / MINUTE_MS);
    const due = waiting.get(minute);
    if (due === undefined) waiting.set(minute, [request]);
    else due.push(request);
  };

  for (let minute = 0; ; minute += 1) {
    const fromMs = STORY_START_MS + minute * MINUTE_MS;
    for (const { pool, visit, perMinute, activityAt } of kinds) {
      const activity = activityAt?.(fromMs) ?? 1;
      if (activity === 0) continue;
      const expected = perMinute * activity * scale;
      const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
      for (let done = 0; done < count; done += 1) {
        visit(new Visit(random, random.pick(pool), fromMs + random.below(MINUTE_MS), emit));
      }
    }
    if (minute % CHECK_EVERY_MINUTES === 0) checkHealth(new Visit(random, monitor, fromMs + 1_000, emit));
    // A request is logged after its visit began, so this minute is complete.
    const key = fromMs / MINUTE_MS;
    const due = waiting.get(key) ?? [];
    waiting.delete(key);
    yield* due.sort((a, b) => a.loggedMs - b.loggedMs);
  }
}
