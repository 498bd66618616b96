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
import { checkHealth, crawl, type Emit, scanForHoles, tryPasswords, visitByApp, visitShop } from './session.ts';
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
/** Visits per minute: of people at the busiest hour, of machines at any hour, of the attack during its span. */
const VISITS = { shop: 0.29, app: 0.15, crawler: 0.022, scanner: 0.004, attacker: 2.5 };
/** Clients of each kind at scale 1; above {@link MAX_POOL} they only return more often. */
const POOL = { shop: 620, app: 260, crawler: 30, scanner: 14, attacker: 240 };
const MAX_POOL = 20_000;

/** Generates every request of the story by `loggedMs`, restarting after its three days; never ends. */
export function* streamRequests(options: StreamOptions): Generator<Request, never> {
  const random = new Random(options.seed);
  const scale = options.scale ?? 1;
  const visitors = pool(POOL.shop * scale, (index) => createVisitor(random, index));
  const appUsers = pool(POOL.app * scale, () => createAppUser(random));
  const crawlers = pool(POOL.crawler * scale, () => createCrawler(random));
  const scanners = pool(POOL.scanner * scale, () => createScanner(random));
  const attackers = pool(POOL.attacker * scale, () => createAttacker(random));
  const monitor = createMonitor(random);
  const waiting = new Map<number, Request[]>();

  const emit: Emit = (request) => {
    const minute = Math.floor(request.loggedMs / MINUTE_MS);
    const due = waiting.get(minute);
    if (due === undefined) waiting.set(minute, [request]);
    else due.push(request);
  };

  function start(kind: typeof visitShop, clients: readonly Client[], perMinute: number, fromMs: number): void {
    const expected = perMinute * scale;
    const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
    for (let done = 0; done < count; done += 1)
      kind(random, random.pick(clients), fromMs + random.below(MINUTE_MS), emit);
  }

  for (let minute = 0; ; minute += 1) {
    const fromMs = STORY_START_MS + minute * MINUTE_MS;
    const traffic = trafficAt(fromMs);
    start(visitShop, visitors, VISITS.shop * traffic, fromMs);
    start(visitByApp, appUsers, VISITS.app * traffic, fromMs);
    start(crawl, crawlers, VISITS.crawler, fromMs);
    start(scanForHoles, scanners, VISITS.scanner, fromMs);
    if (isDuring(ATTACK, fromMs)) start(tryPasswords, attackers, VISITS.attacker, fromMs);
    if (minute % CHECK_EVERY_MINUTES === 0) checkHealth(random, monitor, fromMs + 1_000, emit);
    // A request is logged after its visit began, so this minute is complete.
    const key = fromMs / MINUTE_MS;
    const due = waiting.get(key) ?? [];
    waiting.delete(key);
    yield* due.sort((a, b) => a.loggedMs - b.loggedMs);
  }
}

function pool(size: number, create: (index: number) => Client): readonly Client[] {
  return Array.from({ length: Math.max(1, Math.min(MAX_POOL, Math.round(size))) }, (_, index) => create(index));
}
