// Where a request goes, out of its URL and Host header, in the words of http_requests. Takes URLs apart by hand: the
// class URL would rewrite what was sent, and takes longer than all the rest.
import type { Exchange } from '../traffic/index.ts';

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

/** Takes a target apart; a fragment, which is never sent, is left out. */
export function targetOf({ request: { url, headers } }: Exchange): Target {
  const fragment = url.indexOf('#');
  const whole = fragment < 0 ? url : url.slice(0, fragment);
  const schemeEnd = whole.startsWith('/') ? -1 : whole.indexOf('://');
  const start = schemeEnd < 0 ? 0 : schemeEnd + 3;
  const uriStart = schemeEnd < 0 ? 0 : endOfAuthority(whole, start);
  const authority = whole.slice(start, uriStart);
  const rest = whole.slice(uriStart);
  const uri = rest.startsWith('/') ? rest : `/${rest}`;
  const query = uri.indexOf('?');
  return {
    scheme: schemeEnd < 0 ? undefined : whole.slice(0, schemeEnd).toLowerCase().replace(/^ws/, 'http'),
    host: hostIn(headers) ?? (authority === '' ? undefined : authority.slice(authority.lastIndexOf('@') + 1)),
    path: query < 0 ? uri : uri.slice(0, query),
    uri,
  };
}

/** The protocol as it is logged: `HTTP/2` for `h2` and `http/2.0`. */
export function protocolOf(httpVersion: string | undefined): string | undefined {
  const found = /^h(?:ttp)?\/?(\d)(?:\.(\d))?/i.exec(httpVersion ?? '');
  if (found === null) return undefined;
  return found[1] === '1' || found[1] === '0' ? `HTTP/${found[1]}.${found[2] ?? '1'}` : `HTTP/${found[1]}`;
}

function endOfAuthority(url: string, start: number): number {
  for (let i = start; i < url.length; i += 1) if (url[i] === '/' || url[i] === '?') return i;
  return url.length;
}

/** The Host header, or what HTTP/2 sends in its place. */
function hostIn(headers: Exchange['request']['headers']): string | undefined {
  for (const [name, value] of headers) {
    if (name === ':authority' || (name.length === 4 && name.toLowerCase() === 'host')) return value;
  }
  return undefined;
}
