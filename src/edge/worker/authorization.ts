// Who may do what: the auth key or read key in X-Custom-Auth-Key, and the allow lists. Does not use the bucket, so that no refusal depends
// on its objects.
import { allows, parseAllowList } from './allow-list.ts';
import type { Env } from './environment.ts';

/** Header that carries the auth key or the read key. */
export const AUTH_KEY_HEADER = 'x-custom-auth-key';

/** The requests that may read an object: all, those with the auth key or the read key, or none. */
export type ReadAccess = 'public' | 'with-key' | 'none';

/** Returns who may read the object; `none` if this request may not. */
export async function authorizeRead(request: Request, env: Env, key: string): Promise<ReadAccess> {
  if (allows(parseAllowList('ALLOW_LIST', env.ALLOW_LIST), key)) return 'public';
  if (!allows(parseAllowList('ALLOW_LIST_WITH_KEY', env.ALLOW_LIST_WITH_KEY), key)) return 'none';
  return (await hasReadKey(request, env)) ? 'with-key' : 'none';
}

/** Whether a request carries the auth key. Without a secret in the configuration, none does. */
export function hasAuthKey(request: Request, env: Env): Promise<boolean> {
  return carries(request, env, 'AUTH_KEY_SECRET');
}

/** Whether a request carries a key that lists and reads: the read key, or the auth key. */
export async function hasReadKey(request: Request, env: Env): Promise<boolean> {
  return (await hasAuthKey(request, env)) || (await carries(request, env, 'READ_KEY_SECRET'));
}

/** Whether the header of a request has a secret as its value. An empty secret is none. */
async function carries(request: Request, env: Env, name: 'AUTH_KEY_SECRET' | 'READ_KEY_SECRET'): Promise<boolean> {
  const secret: unknown = env[name];
  if (typeof secret !== 'string' || secret === '') return false;
  // Clients remove white space at the ends of a header, and encode other characters in different ways.
  if (!/^[!-~]([ -~]*[!-~])?$/.test(secret)) {
    console.error(`${name} cannot be sent in a header: expected visible ASCII characters without spaces`);
  }
  // A header that occurs twice arrives as `value, value`.
  const sent = request.headers.get(AUTH_KEY_HEADER);
  if (sent === null || secret.trim() === '') return false;
  return isEqualInConstantTime(sent, secret);
}

/** Compares digests: they have equal lengths, and their comparison takes the same time wherever they differ. */
async function isEqualInConstantTime(a: string, b: string): Promise<boolean> {
  const [digestA, digestB] = await Promise.all([sha256(a), sha256(b)]);
  return crypto.subtle.timingSafeEqual(digestA, digestB);
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
}
