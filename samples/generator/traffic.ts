// Creates recorded traffic of the shop for previews of custom fields: a HAR file as Chromium saves it, and NDJSON of
// exchanges. Contains the usual mistakes with custom fields: a cookie that is too long, a name in the wrong case,
// repeated headers.
import { Random } from '../../src/sandbox/traffic/shop/index.ts';

type Header = readonly [name: string, value: string];

interface Exchange {
  /** Time since the traffic began. Milliseconds. */
  at: number;
  method: string;
  url: string;
  request: readonly Header[];
  status: number;
  response: readonly Header[];
}

/** Start of the traffic: the afternoon before the sale. */
const START_MS = Date.UTC(2026, 10, 2, 14, 30);
const SHOP = 'https://shop.example.com';
const API = 'https://api.shop.example.com';
const STATIC = 'https://static.example.com';
const RELEASE = '2026.11.02-1';
const VISITORS = [
  ...[['198.51.100.23', 'de', 'de-DE,de;q=0.9', 'EUR', 'Moin Jörg'] as const],
  ...[['198.51.100.71', 'fr', 'fr-FR,fr;q=0.8', 'EUR', 'Bonjour Zoé ☕'] as const],
  ...[['203.0.113.9', 'us', 'en-US,en;q=0.9', 'USD', 'Hi Sam'] as const],
  ...[['203.0.113.140', 'jp', 'ja,en;q=0.5', 'JPY', 'こんにちは 花子'] as const],
];
const TERMS = ['teapot', 'théière', 'ティーポット', 'blue mug', 'Kanne'];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Size of the long cookie: more than all values of a line may have together. Bytes. */
const LONG_COOKIE_BYTES = 9000;

/** Creates the HAR file: one visitor's path to the checkout. */
export function trafficHar(): string {
  const random = new Random(41);
  const visitor = VISITORS[0]!;
  const cookies = cookieText(`s-${random.hex(12)}`, visitor, 'cartId=c-7731');
  const long = `${cookies}; prefs=${longValue(LONG_COOKIE_BYTES)}`;
  const page = answer(RELEASE, 'private, no-store', 'text/html; charset=utf-8');
  const api = answer(RELEASE, 'no-store', 'application/json');
  const setCookies: Header[] = [
    ['set-cookie', `session_id=s-${random.hex(12)}; Path=/; Secure; HttpOnly`],
    ['set-cookie', 'currency=EUR; Path=/; Max-Age=31536000'],
  ];
  const asset = answer(RELEASE, 'public, max-age=31536000, immutable', 'application/javascript');
  const sent = (host: string, more: readonly Header[]): Header[] => [
    ...pseudo(host),
    ...browserHeaders(visitor[2]),
    ...more,
  ];
  const exchanges: (Exchange & { fromCache?: string })[] = [
    { at: 0, method: 'GET', url: `${SHOP}/`, request: sent(SHOP, []), status: 200, response: [...page, ...setCookies] },
    {
      at: 40,
      method: 'GET',
      url: `${STATIC}/static/js/shop.js?v=${RELEASE}`,
      request: sent(STATIC, []),
      status: 200,
      response: asset,
    },
    {
      at: 41,
      method: 'GET',
      url: `${STATIC}/static/css/shop.css`,
      request: sent(STATIC, []),
      status: 200,
      response: asset,
      fromCache: 'disk',
    },
    { at: 55, method: 'GET', url: 'data:image/svg+xml,%3Csvg%2F%3E', request: [], status: 200, response: [] },
    { at: 60, method: 'GET', url: 'https://ads.example.net/pixel', request: [], status: 0, response: [] },
    {
      ...{ at: 4_200, method: 'GET', url: `${API}/api/search?q=teapot`, status: 200, response: api },
      request: sent(API, [
        ['x-api-version', '2026-10'],
        ['x-search-term', 'teapot'],
        ['cookie', cookies],
      ]),
    },
    {
      at: 9_800,
      method: 'GET',
      url: `${SHOP}/product/4711`,
      request: sent(SHOP, [['cookie', cookies]]),
      status: 200,
      response: page,
    },
    {
      ...{ at: 15_300, method: 'POST', url: `${API}/api/cart`, status: 201 },
      request: sent(API, [
        ['content-type', 'application/json'],
        ['x-api-version', '2026-10'],
        ['cookie', cookies],
      ]),
      response: [...api, ['set-cookie', 'cartid=c-7731; Path=/']],
    },
    {
      at: 21_000,
      method: 'GET',
      url: `${SHOP}/cart`,
      request: sent(SHOP, [['cookie', long]]),
      status: 200,
      response: page,
    },
    {
      ...{ at: 27_500, method: 'POST', url: `${API}/api/checkout`, status: 500 },
      request: sent(API, [
        ['content-type', 'application/json'],
        ['x-api-version', '2026-10'],
        ['cookie', long],
      ]),
      response: [...api, ['x-error', 'payment: no route to gateway']],
    },
  ];
  const log = {
    version: '1.2',
    creator: { name: 'WebInspector', version: '537.36' },
    pages: [{ startedDateTime: timeOf(0), id: 'page_1', title: `${SHOP}/`, pageTimings: { onLoad: 812.4 } }],
    entries: exchanges.map((exchange) => harEntry(exchange)),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

/** Creates the NDJSON of exchanges: four visitors at the search, one of them with a cookie that is too long. */
export function trafficNdjson(): string {
  const random = new Random(42);
  let nanoseconds = BigInt(START_MS) * 1_000_000n;
  const lines = Array.from({ length: 24 }, (_, index) => {
    const visitor = VISITORS[index % VISITORS.length]!;
    const [ip, country, language] = visitor;
    // Times above 2^53, which a double would round.
    nanoseconds += BigInt(random.between(100_000_001, 4_000_000_001));
    // Half of the visitors still have the cookie of an older version of the shop.
    const cart = index % 2 === 0 ? `cartId=c-${random.hex(4)}` : `cartID=c-${random.hex(4)}`;
    const cookies = cookieText(`s-${random.hex(12)}`, visitor, cart);
    const prefs = index === 13 ? longValue(LONG_COOKIE_BYTES) : index === 18 ? longValue(7500) : 'theme=dark';
    const request: Header[] = [
      ['Host', 'api.shop.example.com'],
      ['User-Agent', AGENT],
      ['Accept-Language', language],
      ['X-Api-Version', '2026-10'],
      ['X-Search-Term', encodeURIComponent(random.pick(TERMS))],
      ['Cookie', `${cookies}; prefs=${prefs}`],
    ];
    const response: Header[] = [
      ['Content-Type', 'application/json'],
      // A proxy adds a second header, and the first of both is logged.
      ...(index % 6 === 5 ? [['Cache-Control', 'no-cache'] as const] : []),
      ['Cache-Control', 'no-store'],
      ['X-Release', RELEASE],
      ['CF-Ray', `${random.hex(16)}-${country === 'us' ? 'EWR' : 'FRA'}`],
      ['Set-Cookie', `session_id=s-${random.hex(12)}; Path=/; HttpOnly`],
      ['Set-Cookie', `last_seen=${index}; Path=/`],
    ];
    const url = `${API}/api/search?page=${random.between(1, 9)}`;
    const line = {
      client: { ip, country },
      request: { method: 'GET', url, httpVersion: index % 3 === 0 ? 'HTTP/3' : 'HTTP/2', headers: request },
      response: { status: random.chance(0.9) ? 200 : 503, headers: response },
    };
    return `{"timestamp":${nanoseconds},${JSON.stringify(line).slice(1)}\n`;
  });
  return lines.join('');
}

function harEntry({
  at,
  method,
  url,
  request,
  status,
  response,
  fromCache,
}: Exchange & { fromCache?: string }): object {
  const pairs = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }));
  return {
    ...(fromCache === undefined ? {} : { _fromCache: fromCache }),
    startedDateTime: timeOf(at),
    time: 61.5,
    request: {
      ...{ method, url, httpVersion: 'http/2.0', headers: pairs(request), queryString: [], cookies: [] },
      ...{ headersSize: -1, bodySize: 0 },
    },
    response: {
      ...{ status, statusText: '', httpVersion: 'http/2.0', headers: pairs(response), cookies: [] },
      ...{ content: { size: 0, mimeType: 'x-unknown' }, redirectURL: '', headersSize: -1, bodySize: 0 },
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0.1, wait: 60.4, receive: 1 },
  };
}

function timeOf(at: number): string {
  return new Date(START_MS + at).toISOString();
}

function pseudo(origin: string): Header[] {
  return [
    [':authority', origin.slice('https://'.length)],
    [':method', 'GET'],
    [':scheme', 'https'],
  ];
}

function browserHeaders(language: string): Header[] {
  return [
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br, zstd'],
    ['accept-language', language],
    ['user-agent', AGENT],
  ];
}

function answer(release: string, cacheControl: string, contentType: string): Header[] {
  return [
    ['content-type', contentType],
    ['cache-control', cacheControl],
    ['x-release', release],
  ];
}

function cookieText(session: string, [, , , currency, greeting]: (typeof VISITORS)[number], cart: string): string {
  return `session_id=${session}; currency=${currency}; ${cart}; greeting=${greeting}`;
}

/** Repeats two-byte characters, so that the limit falls inside one; a list of viewed products. */
function longValue(bytes: number): string {
  return 'é4711.'.repeat(Math.ceil(bytes / 7)).slice(0, Math.floor((bytes * 6) / 7));
}
