// Defines requested targets: host, method, path, and the typical answer. answer.ts chooses the actual answer.
import { GOODS, type StaticFile } from './tables.ts';

/** The typical answer of one kind. */
export interface Profile {
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
export const API = 'api.example.com';
export const STATIC = 'static.example.com';
/** A second shop on the same platform, with its own name. */
export const BOUTIQUE = 'boutique.example.net';

const PAGE: Profile = { kind: 'page', contentType: 'text/html', typicalBytes: 14_000, typicalOriginMs: 110 };
const JSON_API: Profile = { kind: 'api', contentType: 'application/json', typicalBytes: 1_900, typicalOriginMs: 42 };
const HEALTH: Profile = { kind: 'health', contentType: 'text/plain', typicalBytes: 130, typicalOriginMs: 3 };
const SCAN: Profile = { kind: 'scan', contentType: 'text/html', typicalBytes: 1_500, typicalOriginMs: 15 };
const NO_HEADERS = {};
const JSON_BODY = { 'content-type': 'application/json' };

/** Paths of the product pages, one for each of the goods. */
export const PRODUCT_PATHS = GOODS.map(
  (name) => `/products/${encodeURIComponent(name.toLowerCase().replaceAll(' ', '-'))}`,
);

/** A page. */
export function page(host: string, path: string, query = ''): Target {
  return { host, method: 'GET', path, query, profile: PAGE, headers: NO_HEADERS };
}

/** A read from the API. */
export function apiGet(path: string, query = '', headers: Readonly<Record<string, string>> = NO_HEADERS): Target {
  return { host: API, method: 'GET', path, query, profile: JSON_API, headers };
}

/** A write to the API, with a JSON body. */
export function apiPost(path: string): Target {
  return { host: API, method: 'POST', path, query: '', profile: JSON_API, headers: JSON_BODY };
}

/** A search, which the shop's pages send to the API together with the term as typed. */
export function search(term: string): Target {
  return apiGet('/api/search', `?q=${encodeURIComponent(term)}`, { 'x-search-term': term });
}

/** A static file. */
export function asset(file: StaticFile, release: string): Target {
  const profile: Profile = {
    kind: 'asset',
    contentType: file.contentType,
    typicalBytes: file.bytes,
    typicalOriginMs: 60,
  };
  return { host: STATIC, method: 'GET', path: file.path, query: `?v=${release}`, profile, headers: NO_HEADERS };
}

/** A health check. */
export function health(): Target {
  return { host: API, method: 'GET', path: '/healthz', query: '', profile: HEALTH, headers: NO_HEADERS };
}

/** A path that no shop has. */
export function scan(path: string): Target {
  return { host: SHOP, method: 'GET', path, query: '', profile: SCAN, headers: NO_HEADERS };
}
