// The management API of the platform over a state: rulesets, Logpush jobs, ownership, transformers, buckets, secrets, pools and notification policies, and the user,
// the zone and the account, which tools ask for first. Authenticates every request before anything else is read: an API token, or e-mail and key.
// Opens no port: the caller serves it.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { MAX_ZONE_JOBS } from '../../cloud/limits/index.ts';
import { MAX_POLICIES } from '../limits/index.ts';
import type { Identity } from '../state/identity.ts';
import { createStamps, printMicroseconds } from '../state/service-time.ts';
import { ZONE_NAME } from '../zone-name.ts';
import { notificationRoutes } from './alerting/notification-routes.ts';
import { policyRoutes, silenceRoutes } from './alerting/policy-routes.ts';
import { webhookRoutes } from './alerting/webhook-routes.ts';
import { answer, answerError } from './envelope.ts';
import { poolRoutes } from './load-balancing/pool-routes.ts';
import { MAX_WAIT_MS } from './logpush/admit-destination.ts';
import { datasetRoutes, jobRoutes, ownershipRoutes, validateRoutes } from './logpush/logpush-routes.ts';
import { transformerRoutes } from './logpush/transformer-routes.ts';
import { answerMalformed } from './malformed-request.ts';
import { bucketRoutes } from './r2/bucket-routes.ts';
import { createRateLimit } from './rate-limit.ts';
import { ApiError, apiError, CODES, messageAt } from './request/api-error.ts';
import { readCount } from './request/read-query.ts';
import { type ApiContext, addRoute, addRoutes, noRoute } from './routes.ts';
import { rulesetRoutes } from './rulesets/ruleset-routes.ts';
import { alertRoutes } from './sandbox/alert-routes.ts';
import { poolImportRoutes } from './sandbox/pool-import-route.ts';
import { secretRoutes } from './workers/secret-routes.ts';

const ACCOUNT_NAME = 'Sandbox';

/** Page sizes. The largest is not public; ours. */
const PER_PAGE = 20;

const MAX_PER_PAGE = 1000;

const MAX_PAGE = 100_000;

/** Path of the API below the address of the server. */
export const BASE_PATH = '/client/v4';

const SCOPED = [rulesetRoutes, jobRoutes, ownershipRoutes, validateRoutes, datasetRoutes];

const OF_ACCOUNT = [
  transformerRoutes,
  bucketRoutes,
  secretRoutes,
  poolRoutes,
  poolImportRoutes,
  policyRoutes,
  silenceRoutes,
  webhookRoutes,
  notificationRoutes,
  alertRoutes,
];

/** Options of {@link createApi}. */
export interface ApiOptions
  extends Pick<ApiContext, 'state' | 'openWriter' | 'buckets'>,
    Partial<Omit<ApiContext, 'state' | 'openWriter' | 'buckets' | 'stamp'>> {
  /** Requests per five minutes. @default unlimited */
  rateLimit?: number | undefined;
  /** Monotonic time of the rate limit: milliseconds. @default performance.now */
  monotonicNow?: () => number;
  /** Called with each error that is a fault of the service; the client receives HTTP 500. */
  onFault?: (error: unknown) => void;
}

/** Creates the API. It answers every request, and never rejects. */
export function createApi(options: ApiOptions): Hono {
  const { state, rateLimit, monotonicNow = () => performance.now(), onFault, ...given } = options;
  const { now = Date.now } = given;
  const stamps = createStamps(now, 0);
  const context: ApiContext = {
    limits: 'classic',
    maxJobs: MAX_ZONE_JOBS,
    maxPolicies: MAX_POLICIES,
    maxWaitMs: MAX_WAIT_MS,
    stopSignal: undefined,
    ...given,
    state,
    now,
    stamp: () => printMicroseconds(stamps()),
  };
  const limit = rateLimit === undefined ? undefined : createRateLimit(rateLimit, monotonicNow);

  const routes = new Hono();
  addUserRoutes(routes, context);
  for (const routesOf of SCOPED) addRoutes(routes, state.identity, ['zone', 'account'], routesOf(context));
  for (const routesOf of OF_ACCOUNT) addRoutes(routes, state.identity, ['account'], routesOf(context));
  const app = new Hono();
  app.use(async (c, next) => {
    authenticate(c.req.raw.headers, state.identity);
    for (const [name, value] of Object.entries(limit?.count() ?? {})) c.header(name, value);
    await next();
  });
  app.route(BASE_PATH, routes);
  app.notFound((c) => answerError(c, noRoute()));
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) onFault?.(error);
    return answerError(c, error);
  });
  return app;
}

/** @throws ApiError 401 without credentials, 400 with those of another form, 403 with wrong ones */
function authenticate(headers: Headers, { token, email, apiKey }: Identity): void {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (sent === undefined) throw malformedCredentials();
    if (!isSame(sent, token)) throw wrongCredentials();
    return;
  }
  const [sentEmail, sentKey] = [headers.get('x-auth-email'), headers.get('x-auth-key')];
  if (sentEmail === null || sentKey === null) {
    const message = 'Missing X-Auth-Key, X-Auth-Email or Authorization headers';
    throw apiError(401, CODES.noCredentials, message);
  }
  // Both are compared always, so that the time does not show which is wrong.
  const isEmail = isSame(sentEmail.toLowerCase(), email);
  if (!isSame(sentKey, apiKey) || !isEmail) throw wrongCredentials();
}

/** docs/platform.md, "Management API". */
function malformedCredentials(): ApiError {
  const reason = messageAt(CODES.malformedAuthorization, 'Invalid format for Authorization header');
  const message = messageAt(CODES.malformedCredentials, 'Invalid request headers');
  return new ApiError(400, [{ ...message, error_chain: [reason] }]);
}

function wrongCredentials() {
  return apiError(403, CODES.wrongCredentials, 'Authentication error');
}

/** Takes the same time wherever two texts differ, and whatever their lengths. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Creates the listener. It answers every request, also one whose address is no URL. */
export function createRequestListener(api: Hono): RequestListener {
  return getRequestListener(api.fetch, {
    // For requests without a Host header. The API does not use the host.
    hostname: 'localhost',
    errorHandler: answerMalformed,
    // The sandbox is a library: with the server's own classes, `instanceof Response` is false for each answer of `fetch`.
    overrideGlobalObjects: false,
  });
}

/** Adds `user/tokens/verify`, `zones` and `accounts`. */
function addUserRoutes(app: Hono, { state: { identity } }: ApiContext): void {
  const created = new Date(identity.createdMs).toISOString();
  const account = {
    id: identity.accountId,
    name: ACCOUNT_NAME,
    type: 'enterprise',
    settings: { enforce_twofactor: false },
    created_on: created,
  };
  const zone = {
    id: identity.zoneId,
    name: ZONE_NAME,
    status: 'active',
    paused: false,
    type: 'full',
    development_mode: 0,
    name_servers: [],
    original_name_servers: [],
    original_registrar: null,
    original_dnshost: null,
    modified_on: created,
    created_on: created,
    activated_on: created,
    meta: {},
    owner: { id: identity.userId, type: 'user', email: identity.email },
    account: { id: identity.accountId, name: ACCOUNT_NAME },
    permissions: ['#logs:edit', '#logs:read', '#zone:read'],
    plan: { id: 'enterprise', name: 'Enterprise Website', legacy_id: 'enterprise' },
  };
  addRoute(app, '/user/tokens/verify', {
    GET: (c) => {
      const message = { code: 10000, message: 'This API Token is valid and active', type: null };
      return answer(c, { id: identity.tokenId, status: 'active' }, undefined, [message]);
    },
  });
  addRoute(app, '/zones', {
    GET: (c) => {
      const [name, owner] = [c.req.query('name'), c.req.query('account.id')];
      const isAsked = (name ?? ZONE_NAME) === ZONE_NAME && (owner ?? account.id) === account.id;
      return answerPage(c, isAsked ? [zone] : []);
    },
  });
  addRoute(app, '/accounts', { GET: (c) => answerPage(c, [account]) });
  addRoutes(app, identity, ['zone', 'account'], {
    '': { GET: (c, scope) => answer(c, scope === 'zone' ? zone : account) },
  });
}

function answerPage(c: Context, all: readonly object[]): Response {
  const page = readCount(c, 'page', 1, MAX_PAGE);
  const perPage = readCount(c, 'per_page', PER_PAGE, MAX_PER_PAGE);
  const items = all.slice((page - 1) * perPage, page * perPage);
  return answer(c, items, {
    page,
    per_page: perPage,
    count: items.length,
    total_count: all.length,
    total_pages: Math.ceil(all.length / perPage),
  });
}
