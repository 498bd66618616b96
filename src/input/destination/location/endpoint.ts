// Parses the address of an S3 API: a host alone (as in destination_conf) or a URL.
import { resemblesAccessKey } from '../../../base/index.ts';
import { LocationFault } from './location.ts';
import { schemeOf } from './schemes.ts';

/** An Amazon key id as part of a host name, which a URL has in lower case. */
const AMAZON_KEY_ID = /(?:akia|asia)[a-z0-9]{16}/;

/**
 * Parses an endpoint; a host alone uses https.
 * @param setting name of the setting, for the message
 * @returns a URL without a trailing slash
 * @throws LocationFault `endpoint`
 */
export function parseEndpoint(text: string, setting: string): string {
  const url = URL.parse(schemeOf(text) !== undefined ? text : `https://${text}`);
  const isUsable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
  if (
    !isUsable ||
    mayBeSecret(text, url) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new LocationFault(
      'endpoint',
      `found a value of ${setting} that is not the address of a server, expected a host like nyc3.digitaloceanspaces.com or a URL like http://127.0.0.1:9000, without keys or query`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** A secret given as an endpoint parses as a host without a dot, and a host is printed when it cannot be reached. */
function mayBeSecret(text: string, { hostname, port }: URL): boolean {
  if (hostname.includes('.') || hostname.startsWith('[')) return AMAZON_KEY_ID.test(hostname);
  if (resemblesAccessKey(hostname)) return true;
  return schemeOf(text) === undefined && port === '' && hostname !== 'localhost';
}
