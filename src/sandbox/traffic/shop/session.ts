// Simulates the visits of clients: the requests, their order and pauses. Each function passes every request of its
// visit to `emit`, in order of time.
import { answerTo } from './answer.ts';
import type { Client } from './client.ts';
import type { Random } from './random.ts';
import type { Moment, Request } from './request.ts';
import shop from './shop-data.json' with { type: 'json' };
import { releaseAt } from './story.ts';
import {
  apiGet,
  apiPost,
  asset,
  BOUTIQUE,
  health,
  PRODUCT_PATHS,
  page,
  SHOP,
  type StaticFile,
  scan,
  search,
  type Target,
} from './target.ts';

/** Receives the requests of a visit. */
export type Emit = (request: Request) => void;

/** A ray ID begins with a clock; its offset and rate come from two published log lines. */
const RAY_CLOCK = { atMs: Date.UTC(2023, 2, 3, 5, 29, 6), value: 0x7a1f7ad4, ticksPerMs: 0.00625 };
/** Longest delay between a request and its batch. Milliseconds. */
const MAX_DELAY_MS = 240_000;
/** One line in this many is logged by an encoder that escapes more than necessary. */
const ESCAPED_EVERY = 30;

/** A visit in progress: its clock, and the current page. */
export class Visit {
  readonly random: Random;
  readonly #client: Client;
  readonly #emit: Emit;
  #nowMs: number;
  #page: string | undefined;

  constructor(random: Random, client: Client, startMs: number, emit: Emit) {
    this.random = random;
    this.#client = client;
    this.#nowMs = startMs;
    this.#emit = emit;
  }

  /** Advances the clock by about this many milliseconds. */
  pause(typicalMs: number): void {
    this.#nowMs += Math.min(this.random.longTail(typicalMs), 12 * typicalMs);
  }

  /** Sends a request now and advances the clock to its end. @returns the status */
  ask(target: Target): number {
    const random = this.random;
    const startMs = this.#nowMs;
    const answer = answerTo(random, this.#client, target, startMs);
    const timeToFirstByteMs = answer.originMs + random.between(2, 28);
    const endMs = startMs + timeToFirstByteMs + 1 + Math.floor(answer.bytes / random.between(900, 9_000));
    const clock = RAY_CLOCK.value + Math.floor((startMs - RAY_CLOCK.atMs) * RAY_CLOCK.ticksPerMs);
    this.#emit({
      client: this.#client,
      target,
      answer,
      rayId: clock.toString(16) + random.hex(8),
      referer: this.#client.isBrowser ? (this.#page ?? '') : null,
      start: moment(random, startMs),
      end: moment(random, endMs),
      timeToFirstByteMs,
      loggedMs: endMs + 400 + Math.min(random.longTail(6_000), MAX_DELAY_MS),
      isEscaped: random.below(ESCAPED_EVERY) === 0,
    });
    this.#nowMs = endMs;
    if (target.profile.kind === 'page') this.#page = `https://${target.host}${target.path}`;
    return answer.status;
  }

  /** Returns the release that is served now. */
  release(): string {
    return releaseAt(this.#nowMs);
  }
}

function moment(random: Random, ms: number): Moment {
  return { ms, ns: random.below(100_000) * 10 + random.between(1, 9) };
}

/** Simulates shopping in a browser; some buy, and retry when the checkout fails. */
export function visitShop(visit: Visit): void {
  const { random } = visit;
  const host = random.chance(0.1) ? BOUTIQUE : SHOP;
  visit.ask(page(host, '/', random.chance(0.3) ? '?utm_source=newsletter&utm_campaign=herbst%202026' : ''));
  for (const file of shop.assets.slice(0, random.between(2, shop.assets.length)))
    visit.ask(asset(file, visit.release()));
  if (random.chance(0.3)) {
    visit.pause(9_000);
    for (let tries = 0; tries < 3 && visit.ask(apiPost('/api/login')) === 401; tries += 1) visit.pause(6_000);
  }
  for (let looks = random.between(1, 4); looks > 0; looks -= 1) {
    visit.pause(14_000);
    if (random.chance(0.45)) visit.ask(search(random.pick(shop.searchTerms)));
    visit.ask(page(host, random.pick(PRODUCT_PATHS)));
    for (let views = random.between(1, 3); views > 0; views -= 1) visit.ask(asset(photo(random), visit.release()));
    visit.ask(apiGet('/api/stock', { query: `?sku=${random.between(1000, 9999)}` }));
  }
  if (random.chance(0.5)) buy(visit);
}

/** Simulates shopping with the app: the API only. */
export function visitByApp(visit: Visit): void {
  const { random } = visit;
  visit.ask(apiGet('/api/home'));
  for (let looks = random.between(2, 6); looks > 0; looks -= 1) {
    visit.pause(7_000);
    if (random.chance(0.3)) visit.ask(search(random.pick(shop.searchTerms)));
    else visit.ask(apiGet('/api/products', { query: `?page=${random.between(1, 9)}&sort=new` }));
  }
  if (random.chance(0.55)) buy(visit);
}

function photo(random: Random): StaticFile {
  return { path: `/static/img/goods/${random.between(1, 160)}.avif`, contentType: 'image/avif', bytes: 31_000 };
}

function buy(visit: Visit): void {
  visit.pause(8_000);
  visit.ask(apiPost('/api/cart'));
  visit.pause(20_000);
  for (let tries = 0; tries < 8; tries += 1) {
    if (visit.ask(apiPost('/api/checkout')) < 500) return;
    visit.pause(visit.random.between(2_000, 15_000));
  }
}

/** Simulates a crawler that visits the goods. */
export function crawl(visit: Visit): void {
  const { random } = visit;
  if (random.chance(0.5)) visit.ask(page(SHOP, '/robots.txt'));
  for (let looks = random.between(4, 18); looks > 0; looks -= 1) {
    visit.pause(3_000);
    visit.ask(page(SHOP, random.pick(PRODUCT_PATHS)));
  }
}

/** Simulates a scanner that tries known vulnerabilities. */
export function scanForHoles(visit: Visit): void {
  for (const path of shop.scan.paths) {
    visit.ask(scan(path));
    visit.pause(400);
  }
}

/** Simulates one address that tries stolen passwords. */
export function tryPasswords(visit: Visit): void {
  const { random } = visit;
  for (let tries = random.between(3, 11); tries > 0; tries -= 1) {
    visit.ask(apiPost('/api/login'));
    visit.pause(9_000);
  }
}

/** Simulates the monitor's check of the API. */
export function checkHealth(visit: Visit): void {
  visit.ask(health());
}
