// Adds routes with their methods: another method of the same path is answered with 405, another zone or account with 404.
import type { Context, Hono } from 'hono';
import { startOf } from '../../base/index.ts';
import type { Identity } from '../state/identity.ts';
import type { JobScope } from '../state/job-config.ts';
import { ApiError, apiError, messageAt } from './request/api-error.ts';
import { CODES } from './request/error-codes.ts';

/** Longest path that a message repeats. Characters. */
const MAX_SHOWN_PATH = 200;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Answer = Response | Promise<Response>;
type Methods = Partial<Record<Method, (c: Context, scope: JobScope) => Answer>>;
/** The methods of paths; `scope` is the owner in the path of a request. */
export type Routes = Readonly<Record<string, Methods>>;

/** Adds one path. */
export function addRoute(app: Hono, path: string, methods: Partial<Record<Method, (c: Context) => Answer>>): void {
  for (const [method, handler] of Object.entries(methods)) app.on(method, path, handler);
  const allow = Object.keys(methods).join(', ');
  app.all(path, (c) => {
    const message = `Method ${startOf(c.req.method, MAX_SHOWN_PATH)} not available for that URI`;
    throw new ApiError(405, [messageAt(CODES.noMethod, message)], { allow });
  });
}

/** Adds paths below `accounts/{id}`, and with the scope `zone` also below `zones/{id}`. */
export function addRoutes(
  app: Hono,
  { zoneId, accountId }: Identity,
  scopes: readonly JobScope[],
  routes: Routes,
): void {
  for (const scope of scopes) {
    const id = scope === 'zone' ? zoneId : accountId;
    for (const [path, methods] of Object.entries(routes)) {
      const scoped = Object.entries(methods).map(([method, handler]) => [
        method,
        (c: Context): Answer => {
          if (c.req.param('owner') !== id) throw noObject(c);
          return handler(c, scope);
        },
      ]);
      addRoute(app, `/${scope}s/:owner${path}`, Object.fromEntries(scoped));
    }
  }
}

function noObject(c: Context): ApiError {
  const path = startOf(c.req.path, MAX_SHOWN_PATH);
  return apiError(404, CODES.noRoute, `Could not route to ${path}, perhaps your object identifier is invalid?`);
}

/** The answer to a path that the API does not have. */
export function noRoute(): ApiError {
  return apiError(404, CODES.noRoute, 'No route for the URI');
}
