// What is asked for: host, method, path, and what an answer to it is like. Which answer it gets is decided in answer.ts.
import { GOODS, type StaticFile } from './tables.ts';

/** What answers of one kind are like. */
export interface Profile {
  readonly kind: 'page' | 'api' | 'asset' | 'health' | 'scan';
  /** As `EdgeResponseContentType` holds it. */
  readonly contentType: string;
  readonly typicalBytes: number;
  /** Time the origin typically takes. */
  readonly typicalOriginMs: number;
}

/** One thing a client may ask for. */
export interface Target {
  readonly host: string;
  readonly method: string;
  /** Percent-encoded where a client encodes it. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly profile: Profile;
  /** Request headers beyond those of the client. */
  readonly headers: Readonly<Record<string, string>>;
}

export const SHOP = 'shop.example.com';
export const API = 'api.example.com';
export const STATIC = 'static.example.com';
/** A second shop on the same platform, under its own name. */
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

/** A search, which the shop's own pages send to the API together with the term as typed. */
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

/** A path no shop has. */
export function scan(path: string): Target {
  return { host: SHOP, method: 'GET', path, query: '', profile: SCAN, headers: NO_HEADERS };
}
