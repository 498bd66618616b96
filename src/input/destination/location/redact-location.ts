// Removes the secrets of a destination for messages, logs and reports. Accepts any text, because errors about invalid
// destinations are printed too.
import { redactSecrets, secretStart } from '../../../base/index.ts';
import { s3SchemeOf, schemeOf } from './schemes.ts';

/** A destination parameter in a path: the `?` is missing, or written as `/`. */
const PARAMETER = /[/?&](?=(?:account-id|access-key-id|secret-access-key|session-token|x-amz-[a-z-]+)=)/i;

/** Schemes whose path is part of the address of a bucket. In all others (a log service) the path may contain a token. */
const PATH_IS_PUBLIC = /^(?:s3|r2|gs|azure|file)$/;

/** Text after a colon that is neither a port nor a part of an IPv6 address: a password with a `?`, cut before its `@`. */
const PASSWORD = /^(?!\[).*:(?!\d{1,5}$)/;

/**
 * Removes query, user name and password, and for log services the path.
 * @returns text that contains no secret; plain paths are unchanged
 */
export function redactLocation(source: string): string {
  const scheme = schemeOf(source);
  const ends = [parameterStart(source), secretStart(source), source.length];
  if (scheme === undefined) return source.slice(0, Math.min(...ends.filter((end) => end >= 0)));
  const end = Math.min(...[...ends, source.indexOf('?')].filter((end) => end >= 0));
  const address = withoutUser(source.slice(source.indexOf('://') + 3, end));
  const slash = address.indexOf('/');
  const first = slash < 0 ? address : address.slice(0, slash);
  // A bucket name contains no colon, so text after one may be a password.
  const hasPassword = s3SchemeOf(source) !== undefined ? first.includes(':') : PASSWORD.test(first);
  const shown = hasPassword ? '…' : redactSecrets(first);
  if (slash < 0) return `${scheme}://${shown}`;
  return `${scheme}://${shown}${PATH_IS_PUBLIC.test(scheme) ? address.slice(slash) : '/…'}`;
}

/**
 * Returns the index of the first parameter in an address that should contain none. A folder such as `token=a/` is not a
 * parameter: after a slash only the names of destination parameters count.
 * @returns -1 if there is none
 */
export function parameterStart(address: string): number {
  const named = address.search(PARAMETER);
  const secret = secretStart(address);
  return named >= 0 || secret < 0 || address[secret] === '/' ? named : secret;
}

/** Removes `user:password@`. A password may contain a slash, so after a colon the last @ counts. */
function withoutUser(address: string): string {
  const authority = address.split('/', 1)[0]!;
  const scope = authority.includes(':') ? address : authority;
  return address.slice(scope.lastIndexOf('@') + 1);
}
