// A destination without its secrets, for every message, log and report. Works on text that may be wrong in any way,
// because errors about wrong destinations are printed too.
import { redactSecrets, secretStart } from '../../base/index.ts';

/** A parameter of a destination where only an address should be: `?` was forgotten, or written as `/`. */
const PARAMETER = /[/?&](?=(?:account-id|access-key-id|secret-access-key|session-token|x-amz-[a-z-]+)=)/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** Schemes whose path is part of the address of a bucket; in all others (a log service) the path may be a token. */
const PATH_IS_PUBLIC: ReadonlySet<string> = new Set(['s3', 'r2', 'gs', 'azure', 'file']);
/** Schemes whose address begins with a bucket, which holds no colon: what follows one was meant as a password. */
const BUCKET_FIRST: ReadonlySet<string> = new Set(['s3', 'r2']);

/**
 * Takes query, user name and password off, and for log services the path as well.
 * @returns text that holds no secret; plain paths come back as they are
 */
export function redactLocation(source: string): string {
  const scheme = SCHEME.exec(source)?.[1]?.toLowerCase();
  const ends = [parameterStart(source), secretStart(source), source.length];
  if (scheme === undefined) return source.slice(0, Math.min(...ends.filter((end) => end >= 0)));
  const end = Math.min(...[...ends, source.indexOf('?')].filter((end) => end >= 0));
  const address = withoutUser(source.slice(source.indexOf('://') + 3, end));
  const slash = address.indexOf('/');
  const first = slash < 0 ? address : address.slice(0, slash);
  const shown = BUCKET_FIRST.has(scheme) && first.includes(':') ? '…' : redactSecrets(first);
  if (slash < 0) return `${scheme}://${shown}`;
  return `${scheme}://${shown}${PATH_IS_PUBLIC.has(scheme) ? address.slice(slash) : '/…'}`;
}

/**
 * Where parameters begin in an address that should have none. A folder such as `token=a/` is no parameter: only the
 * names that destinations have count after a slash.
 * @returns -1 where there are none
 */
export function parameterStart(address: string): number {
  const named = address.search(PARAMETER);
  const secret = secretStart(address);
  return named >= 0 || secret < 0 || address[secret] === '/' ? named : secret;
}

/** Takes `user:password@` off; a password may itself hold a slash, so after a colon the last @ counts. */
function withoutUser(address: string): string {
  const authority = address.split('/', 1)[0]!;
  const scope = authority.includes(':') ? address : authority;
  return address.slice(scope.lastIndexOf('@') + 1);
}
