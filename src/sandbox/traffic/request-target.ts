// Parses the target of a request from its URL and Host header, as http_requests logs it. Does not use the class URL, which rewrites
// the text and takes more time than the rest of a preview.
import type { Exchange } from './exchange.ts';

/** Parts of a request's target. */
export interface Target {
  /** `https`; undefined for a URL that begins with `/`. */
  scheme: string | undefined;
  host: string | undefined;
  /** Without the query. */
  path: string;
  /** Path and query. */
  uri: string;
}

/** Parses a target without its fragment, which a client never sends. */
export function targetOf({ request: { url, headers } }: Exchange): Target {
  const fragment = url.indexOf('#');
  const whole = fragment < 0 ? url : url.slice(0, fragment);
  const { schemeEnd, start, end: uriStart } = authorityIn(whole);
  const rest = whole.slice(uriStart);
  const uri = rest.startsWith('/') ? rest : `/${rest}`;
  const query = uri.indexOf('?');
  return {
    scheme: schemeEnd < 0 ? undefined : schemeOf(whole, schemeEnd),
    host: hostIn(headers) ?? hostWithin(whole, start, uriStart),
    path: query < 0 ? uri : uri.slice(0, query),
    uri,
  };
}

function schemeOf(url: string, end: number): string {
  // The usual schemes without a copy.
  if (end === 5 && url.startsWith('https')) return 'https';
  return url.slice(0, end).toLowerCase().replace(/^ws/, 'http');
}

/** Returns the host of a request, with its port if there is one; the same as in {@link targetOf}. */
export function hostOf({ request: { url, headers } }: Exchange): string | undefined {
  const host = hostIn(headers);
  if (host !== undefined) return host;
  const { start, end } = authorityIn(url);
  return hostWithin(url, start, end);
}

/** Returns the protocol in the form that is logged: `HTTP/2` for `h2` and `http/2.0`. */
export function protocolOf(httpVersion: string | undefined): string | undefined {
  // Most recorded versions have this form already.
  if (httpVersion === 'HTTP/2' || httpVersion === 'HTTP/3' || httpVersion === 'HTTP/1.1') return httpVersion;
  const found = /^h(?:ttp)?\/?(\d)(?:\.(\d))?/i.exec(httpVersion ?? '');
  if (found === null) return undefined;
  return found[1] === '1' || found[1] === '0' ? `HTTP/${found[1]}.${found[2] ?? '1'}` : `HTTP/${found[1]}`;
}

/** Finds the authority; empty if there is none. @returns schemeEnd -1 for a URL that begins with `/` */
function authorityIn(url: string): { schemeEnd: number; start: number; end: number } {
  const schemeEnd = url.startsWith('/') ? -1 : url.indexOf('://');
  if (schemeEnd < 0) return { schemeEnd, start: 0, end: 0 };
  const start = schemeEnd + 3;
  let end = start;
  while (end < url.length && url[end] !== '/' && url[end] !== '?' && url[end] !== '#') end += 1;
  return { schemeEnd, start, end };
}

function hostWithin(url: string, start: number, end: number): string | undefined {
  const authority = url.slice(start, end);
  return authority === '' ? undefined : authority.slice(authority.lastIndexOf('@') + 1);
}

/** Returns the Host header, or the `:authority` of HTTP/2. */
function hostIn(headers: Exchange['request']['headers']): string | undefined {
  for (let i = 0; i < headers.length; i += 1) {
    const header = headers[i]!;
    const name = header[0];
    if (name === ':authority' || (name.length === 4 && name.toLowerCase() === 'host')) return header[1];
  }
  return undefined;
}
