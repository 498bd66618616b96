// Checks the address of the API before credentials are sent to it.
import { HeadgateError, isLoopback, resemblesAccessKey, startOf } from '../../base/index.ts';

/** Public address of the API. docs/platform.md, "Management API". */
export const PUBLIC_BASE_URL = 'https://api.cloudflare.com/client/v4';

/**
 * Checks a base URL.
 * @param example an address that can be used, for the message
 * @returns the URL without a slash at its end
 * @throws HeadgateError `api-url` for another text; also for one that would send the credentials unencrypted to another machine
 */
export function checkBaseURL(text: string, example = PUBLIC_BASE_URL): string {
  const wrong = (found: string, fix: string) =>
    new HeadgateError('api-url', `cannot use the address of the API: found ${found}, expected ${fix}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrong(shown(text), `a URL such as ${example}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw wrong('a user name or password in it', 'an address without them; credentials belong in the environment');
  }
  if (/[?#]/.test(text)) throw wrong('a query or fragment in it', 'an address that ends with its path');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw wrong(
      `http://${url.host}, which would send the credentials unencrypted`,
      'https:// (http:// only for 127.0.0.1, [::1] and localhost)',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Longest text that the message repeats. Characters. */
const MAX_SHOWN = 100;

/** Quotes a text that is no address, unless it may contain a secret: a token in the wrong variable, a user with a password. */
function shown(text: string): string {
  const start = text.split(/[?#]/, 1)[0]!;
  if (start.includes('@') || resemblesAccessKey(start)) return 'another text';
  return JSON.stringify(startOf(start, MAX_SHOWN));
}
