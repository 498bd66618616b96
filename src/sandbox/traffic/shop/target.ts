// Defines requested targets: host, method, path, and the typical answer. answer.ts chooses the actual answer.
import shop from './shop-data.json' with { type: 'json' };

/** The typical answer of one kind. */
interface Profile {
  readonly kind: 'page' | 'api' | 'asset' | 'health' | 'scan';
  /** As in `EdgeResponseContentType`. */
  readonly contentType: string;
  readonly typicalBytes: number;
  /** Typical time of the origin. Milliseconds. */
  readonly typicalOriginMs: number;
}

/** A target that a client may request. */
export interface Target {
  readonly host: string;
  readonly method: string;
  /** Percent-encoded as a client does. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly profile: Profile;
  /** Request headers in addition to the client's. */
  readonly headers: Readonly<Record<string, string>>;
}

export const SHOP = 'shop.example.com';
const API = 'api.example.com';
const STATIC = 'static.example.com';
/** A second shop on the same platform, with its own name. */
export const BOUTIQUE = 'boutique.example.net';

const PAGE: Profile = { kind: 'page', contentType: 'text/html', typicalBytes: 14_000, typicalOriginMs: 110 };
const JSON_API: Profile = { kind: 'api', contentType: 'application/json', typicalBytes: 1_900, typicalOriginMs: 42 };
const HEALTH: Profile = { kind: 'health', contentType: 'text/plain', typicalBytes: 130, typicalOriginMs: 3 };
const SCAN: Profile = { kind: 'scan', contentType: 'text/html', typicalBytes: 1_500, typicalOriginMs: 15 };

/** Paths of the product pages, one for each of the goods. */
export const PRODUCT_PATHS = shop.goods.map(
  (name) => `/products/${encodeURIComponent(name.toLowerCase().replaceAll(' ', '-'))}`,
);

function targetOf(profile: Profile, host: string, path: string, more: Partial<Target> = {}): Target {
  return { host, method: 'GET', path, query: '', profile, headers: {}, ...more };
}

/** A page. */
export function page(host: string, path: string, query = ''): Target {
  return targetOf(PAGE, host, path, { query });
}

/** A read from the API. */
export function apiGet(path: string, more: Pick<Partial<Target>, 'query' | 'headers'> = {}): Target {
  return targetOf(JSON_API, API, path, more);
}

/** A write to the API, with a JSON body. */
export function apiPost(path: string): Target {
  return targetOf(JSON_API, API, path, { method: 'POST', headers: { 'content-type': 'application/json' } });
}

/** A search, which the shop's pages send to the API together with the term as typed. */
export function search(term: string): Target {
  return apiGet('/api/search', { query: `?q=${encodeURIComponent(term)}`, headers: { 'x-search-term': term } });
}

/** A file on the host for static files. */
export interface StaticFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** A static file. */
export function asset({ path, contentType, bytes: typicalBytes }: StaticFile, release: string): Target {
  const profile: Profile = { kind: 'asset', contentType, typicalBytes, typicalOriginMs: 60 };
  return targetOf(profile, STATIC, path, { query: `?v=${release}` });
}

/** A health check. */
export function health(): Target {
  return targetOf(HEALTH, API, '/healthz');
}

/** A path that no shop has. */
export function scan(path: string): Target {
  return targetOf(SCAN, SHOP, path);
}
