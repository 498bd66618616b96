// A destination without its secrets, for every message, log and report. Works on text that may be wrong in any way,
// because errors about wrong destinations are printed too.

/** A query key that holds a secret, wherever it stands: also where `?` was forgotten or written as `/`. */
const SECRET_KEY = /[/?&](?=(?:account-id|access-key-id|secret-access-key|session-token|x-amz-[a-z-]+)=)/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** Schemes whose path is part of the address of a bucket; in all others (a log service) the path may be a token. */
const PATH_IS_PUBLIC: ReadonlySet<string> = new Set(['s3', 'r2', 'gs', 'azure', 'file']);

/**
 * Takes query, user name and password off, and for log services the path as well.
 * @returns text that holds no secret; plain paths come back as they are
 */
export function redactLocation(source: string): string {
  const scheme = SCHEME.exec(source)?.[1]?.toLowerCase();
  const secret = source.search(SECRET_KEY);
  if (scheme === undefined) return secret < 0 ? source : source.slice(0, secret);
  const query = source.indexOf('?');
  const ends = [secret, query, source.length].filter((end) => end >= 0);
  const address = withoutUser(source.slice(source.indexOf('://') + 3, Math.min(...ends)));
  const slash = address.indexOf('/');
  if (slash < 0) return `${scheme}://${address}`;
  return `${scheme}://${address.slice(0, slash)}${PATH_IS_PUBLIC.has(scheme) ? address.slice(slash) : '/…'}`;
}

/** Takes `user:password@` off; a password may itself hold a slash, so after a colon the last @ counts. */
function withoutUser(address: string): string {
  const authority = address.split('/', 1)[0]!;
  const scope = authority.includes(':') ? address : authority;
  return address.slice(scope.lastIndexOf('@') + 1);
}
