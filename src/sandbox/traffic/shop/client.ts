// Creates clients: visitors, apps, crawlers, scanners, attackers, the uptime monitor. Contains what all requests of one
// client share.
import type { Random } from './random.ts';
import shop from './shop-data.json' with { type: 'json' };

/** One client of the shop. */
export interface Client {
  readonly ip: string;
  readonly country: string;
  readonly asn: number;
  readonly colo: string;
  readonly agent: string;
  readonly protocol: string;
  /** Sends `Referer`, as browsers do. */
  readonly isBrowser: boolean;
  /** 1 (surely a bot) to 99 (surely a human). */
  readonly botScore: number;
  readonly botTags: readonly string[];
  readonly botDetectionIds: readonly number[];
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** One visitor in this many has a preferences cookie of nearly 8 KB, the limit for all custom fields. */
const GROWN_COOKIE_EVERY = 180;
/** Length of that cookie. Bytes. */
const GROWN_COOKIE_BYTES = 7_600;
const WEIGHTED_PLACES = shop.places.flatMap((place) => Array.from({ length: place.weight }, () => place));

/** Creates a person with a browser; `index` counts them. */
export function createVisitor(random: Random, index: number): Client {
  const place = random.pick(WEIGHTED_PLACES);
  return {
    ...origin(random, place.country, random.pick(place.asns), place.colo),
    agent: random.pick(shop.browsers),
    protocol: random.chance(0.7) ? 'HTTP/3' : 'HTTP/2',
    isBrowser: true,
    botScore: random.chance(0.04) ? random.between(18, 35) : random.between(62, 97),
    requestHeaders: { 'accept-language': place.language, accept: '*/*' },
    cookies: shopCookies(random, index),
  };
}

/** Creates a person with the shop's app. */
export function createAppUser(random: Random): Client {
  const place = random.pick(WEIGHTED_PLACES);
  return {
    ...origin(random, place.country, random.pick(place.asns), place.colo),
    agent: random.pick(shop.appAgents),
    protocol: 'HTTP/2',
    botScore: random.between(38, 80),
    requestHeaders: { 'accept-language': place.language.slice(0, 2), 'x-api-version': '7' },
    cookies: { session_id: `a-${random.hex(12)}`, currency: currencyOf(random) },
  };
}

/** Creates a crawler, good or bad. */
export function createCrawler(random: Random): Client {
  const crawler = random.pick(shop.crawlers);
  return {
    ...origin(random, 'us', crawler.asn, random.pick(['EWR', 'IAD', 'FRA'])),
    ip: `198.51.100.${random.between(1, 254)}`,
    agent: crawler.agent,
    botTags: crawler.tags,
    botDetectionIds: crawler.ids,
  };
}

/** Creates a scanner for known vulnerabilities; most also try Log4Shell in a header. */
export function createScanner(random: Random): Client {
  return {
    ...origin(
      random,
      random.pick(['us', 'nl', 'sg']),
      random.pick([64502, 64503, 64504]),
      random.pick(['IAD', 'AMS', 'SIN']),
    ),
    ip: `192.0.2.${random.between(1, 254)}`,
    agent: random.pick(shop.scan.agents),
    botDetectionIds: [33554817, 50331651],
    requestHeaders: { 'x-api-version': random.pick(shop.scan.probes) },
  };
}

/** Creates one address of the attack. */
export function createAttacker(random: Random): Client {
  const place = random.pick(shop.attack.places);
  return {
    ...origin(random, place.country, shop.attack.asn, place.colo),
    ip: `203.0.113.${random.between(1, 254)}`,
    agent: random.pick(shop.attack.agents),
    protocol: 'HTTP/2',
    botScore: random.between(1, 8),
    botDetectionIds: random.chance(0.7) ? [50331651, 67109905] : [],
    requestHeaders: { 'content-type': 'application/json' },
  };
}

/** Creates the uptime monitor. */
export function createMonitor(random: Random): Client {
  return { ...origin(random, 'de', 64505, 'FRA'), ip: '198.51.100.7', agent: 'UptimeCheck/2.1', botScore: 2 };
}

function origin(random: Random, country: string, asn: number, colo: string): Client {
  return {
    ip: random.chance(0.3) ? documentationAddress(random) : benchmarkAddress(random),
    country,
    asn,
    colo,
    agent: '',
    protocol: 'HTTP/1.1',
    isBrowser: false,
    botScore: 1,
    botTags: [],
    botDetectionIds: [],
    requestHeaders: {},
    cookies: {},
  };
}

/** Returns an address of 198.18.0.0/15, reserved for benchmarks. */
function benchmarkAddress(random: Random): string {
  return `198.${random.between(18, 19)}.${random.below(256)}.${random.between(1, 254)}`;
}

/** Returns an address of 2001:db8::/32, reserved for documentation. */
function documentationAddress(random: Random): string {
  const group = (): string => random.between(1, 0xffff).toString(16);
  return `2001:db8:${group()}:${group()}::${group()}`;
}

function currencyOf(random: Random): string {
  return random.pick(['EUR', 'EUR', 'EUR', 'USD', 'GBP', 'CHF']);
}

function shopCookies(random: Random, index: number): Record<string, string> {
  const cookies: Record<string, string> = {
    session_id: `s-${random.hex(12)}`,
    currency: currencyOf(random),
    __cf_bm: random.hex(16),
  };
  // Old pages set `cartid`; cookie names are case-sensitive, so only `cartId` is logged.
  cookies[random.chance(0.8) ? 'cartId' : 'cartid'] = random.chance(0.5) ? `c-${random.between(10_000, 99_999)}` : '';
  const greeting = random.pick(shop.greetings);
  if (greeting !== '') cookies.greeting = greeting;
  if (index % GROWN_COOKIE_EVERY === GROWN_COOKIE_EVERY - 1) {
    cookies.prefs = 'seen=trail-runner-3&seen=wool-socks&'.repeat(300).slice(0, GROWN_COOKIE_BYTES);
  }
  return cookies;
}
