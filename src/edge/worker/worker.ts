// Serves an R2 bucket over HTTP. An object key is the path of the URL without its first slash, percent-decoded once.
//
// - PUT and DELETE need the auth key in the header X-Custom-Auth-Key.
// - GET and HEAD read what ALLOW_LIST allows and, with the auth key or the read key, what ALLOW_LIST_WITH_KEY allows.
// - GET /?list lists the bucket, with the auth key or the read key.
import { authorizeRead, hasAuthKey, hasReadKey } from './authorization.ts';
import { bucketErrorResponse } from './bucket-error.ts';
import type { Env } from './environment.ts';
import { listObjects } from './list-objects.ts';
import { parseObjectKey } from './object-key.ts';
import { readObject } from './read-object.ts';
import { isRead, METHODS } from './request-method.ts';
import { textResponse } from './text-response.ts';
import { deleteObject, putObject } from './write-object.ts';

export default {
  async fetch(request, env) {
    const response = await respond(request, env).catch(bucketErrorResponse);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  },
} satisfies ExportedHandler<Env>;

/**
 * Checks the method, the object key and the authorization, in this order, before it uses the bucket: a refusal does not depend on
 * what the bucket contains.
 */
async function respond(request: Request, env: Env): Promise<Response> {
  if (!METHODS.includes(request.method)) return methodNotAllowed(env);
  const { pathname, searchParams } = new URL(request.url);
  if (isRead(request) && pathname === '/' && searchParams.has('list')) {
    return (await hasReadKey(request, env)) ? listObjects(env.BUCKET, searchParams) : forbidden();
  }

  const key = parseObjectKey(pathname);
  if (key === null) return textResponse(400, 'Bad Object Key');

  if (isRead(request)) {
    const access = await authorizeRead(request, env, key);
    return access === 'none' ? forbidden() : readObject(request, env.BUCKET, key, access);
  }
  if (!(await hasAuthKey(request, env))) return forbidden();
  return request.method === 'PUT' ? putObject(request, env.BUCKET, key) : deleteObject(request, env.BUCKET, key);
}

function methodNotAllowed({ STRICT_METHODS }: Env): Response {
  if (STRICT_METHODS === true || STRICT_METHODS === 'true') return forbidden();
  return textResponse(405, 'Method Not Allowed', { allow: METHODS.join(', ') });
}

/** The same answer for a missing auth key, a wrong one, and an object outside the allow lists, whether it exists or not. */
function forbidden(): Response {
  return textResponse(403, 'Forbidden');
}
