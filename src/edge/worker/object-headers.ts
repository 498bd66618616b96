// Headers of answers about an object.
import { AUTH_KEY_HEADER, type ReadAccess } from './authorization.ts';
import { NO_SNIFF } from './text-response.ts';

/** Headers of a 304, which update the copy of a client. */
const NOT_MODIFIED_HEADERS = ['etag', 'last-modified', 'cache-control', 'expires', 'vary'];

/** Returns the stored HTTP metadata and the version of an object, without the length of the body. */
export function objectHeaders(object: R2Object, access: ReadAccess): Headers {
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set('etag', object.httpEtag);
  headers.set('last-modified', object.uploaded.toUTCString());
  headers.set('accept-ranges', 'bytes');
  for (const [name, value] of Object.entries({ ...NO_SNIFF, ...cacheHeaders(access) })) headers.set(name, value);
  return headers;
}

/** Returns the headers of an object that the client already has. */
export function notModifiedHeaders(object: R2Object, access: ReadAccess): Headers {
  const headers = objectHeaders(object, access);
  return new Headers([...headers].filter(([name]) => NOT_MODIFIED_HEADERS.includes(name)));
}

/** Keeps objects that need the auth key or the read key out of shared caches, whatever their stored metadata says. */
export function cacheHeaders(access: ReadAccess): Record<string, string> {
  return access === 'public' ? {} : { 'cache-control': 'private, no-store', vary: AUTH_KEY_HEADER };
}
