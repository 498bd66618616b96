// What routes share, and adds routes with their methods: another method of the same path is answered with 405, another zone or account with 404.
import type { Context, Hono } from 'hono';
import { startOf } from '../../base/index.ts';
import type { LimitsName } from '../../language/custom-fields/index.ts';
import type { ObjectWriter } from '../destination/object-writer.ts';
import type { Identity } from '../state/identity.ts';
import type { JobScope } from '../state/job-config.ts';
import type { State } from '../state/state.ts';
import { ApiError, apiError, CODES, messageAt } from './request/api-error.ts';

/** The buckets that run, and the edge script in front of one of them. */
interface RunningBuckets {
  /** Name of the bucket of the edge script. */
  readonly ownName: string;
  /**
   * Changes the stored buckets and secrets. Resolves when requests use them.
   * @param store called while no push is in progress, one change at a time; if it throws, or the change cannot take effect, the stored ones
   * remain as they were
   */
  change: (store: () => void | Promise<void>) => Promise<void>;
  /** Whether a bucket contains no object. To be called within `store`. */
  isEmpty: (name: string) => Promise<boolean>;
}

/** The service behind the routes. */
export interface ApiContext {
  state: State;
  /** Service time: milliseconds since 1970. @default Date.now */
  now: () => number;
  /** A time after all earlier ones of this call, as the API writes those of pools and policies: RFC 3339 with microseconds. */
  stamp: () => string;
  /** Limits for custom fields. @default 'classic' */
  limits: LimitsName;
  /** Most jobs of the zone. @default MAX_ZONE_JOBS */
  maxJobs: number;
  /** Most notification policies of the account. @default MAX_POLICIES */
  maxPolicies: number;
  /** Longest wait for a destination. Milliseconds. @default MAX_WAIT_MS */
  maxWaitMs: number;
  /** @throws HeadgateError without secrets if the text is no destination that can be written */
  openWriter: (destinationConf: string) => Promise<ObjectWriter>;
  buckets: RunningBuckets;
  /** Ends POSTs to webhooks when the service stops. @default they end by themselves */
  stopSignal: AbortSignal | undefined;
}

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
