// All requests of the story in the order in which they are logged, as an endless stream that needs little memory:
// visits begin minute by minute, and a minute is handed on once no later visit can add to it.
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

/** What fixes a stream of requests. */
export interface StreamOptions {
  /** Any integer. */
  seed: number;
  /** Times the traffic of the samples. @default 1 */
  scale?: number;
}

const MINUTE_MS = 60_000;
/** The monitor asks once in so many minutes. */
const CHECK_EVERY_MINUTES = 5;
/** Visits a minute: at the busiest hour for people, at any hour for machines, during its span for the attack. */
const VISITS = { shop: 0.29, app: 0.15, crawler: 0.022, scanner: 0.004, attacker: 2.5 };
/** Clients of each kind at scale 1; beyond {@link MAX_POOL} they only come back more often. */
const POOL = { shop: 620, app: 260, crawler: 30, scanner: 14, attacker: 240 };
const MAX_POOL = 20_000;

/** Every request of the story by `loggedMs`, starting over after its three days; it never ends. */
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
    // A request is logged after its visit began, so nothing can be added to this minute any more.
    const key = fromMs / MINUTE_MS;
    const due = waiting.get(key) ?? [];
    waiting.delete(key);
    yield* due.sort((a, b) => a.loggedMs - b.loggedMs);
  }
}

function pool(size: number, create: (index: number) => Client): readonly Client[] {
  return Array.from({ length: Math.max(1, Math.min(MAX_POOL, Math.round(size))) }, (_, index) => create(index));
}
