// The management API of the platform over a state: rulesets, Logpush jobs, ownership, buckets, secrets, pools and
// notification policies. Opens no port: the caller serves it.
import { Hono } from 'hono';
import { MAX_ZONE_JOBS } from '../../cloud/limits/index.ts';
import type { LimitsName } from '../../language/custom-fields/index.ts';
import type { ObjectWriter } from '../destination/object-writer.ts';
import { MAX_POLICIES } from '../limits/index.ts';
import { createStamps, printMicroseconds } from '../state/service-time.ts';
import type { State } from '../state/state.ts';
import { addNotificationRoutes } from './alerting/notification-routes.ts';
import { addPolicyRoutes } from './alerting/policy-routes.ts';
import { addSilenceRoutes } from './alerting/silence-routes.ts';
import { addWebhookRoutes } from './alerting/webhook-routes.ts';
import type { ApiContext, RunningBuckets } from './api-context.ts';
import { authenticate } from './authenticate.ts';
import { answerError } from './envelope.ts';
import { addPoolRoutes } from './load-balancing/pool-routes.ts';
import { addDatasetRoutes } from './logpush/dataset-routes.ts';
import { addJobRoutes } from './logpush/job-routes.ts';
import { addOwnershipRoutes } from './logpush/ownership-routes.ts';
import { MAX_WAIT_MS } from './logpush/probe-destination.ts';
import { addValidateRoutes } from './logpush/validate-routes.ts';
import { addBucketRoutes } from './r2/bucket-routes.ts';
import { createRateLimit } from './rate-limit.ts';
import { ApiError } from './request/api-error.ts';
import { noRoute } from './routes.ts';
import { addRulesetRoutes } from './rulesets/ruleset-routes.ts';
import { addAlertRoutes } from './sandbox/alert-routes.ts';
import { addPoolImportRoute } from './sandbox/pool-import-route.ts';
import { addUserRoutes } from './user-routes.ts';
import { addSecretRoutes } from './workers/secret-routes.ts';

/** Path of the API below the address of the server. */
export const BASE_PATH = '/client/v4';

/** Options of {@link createApi}. */
export interface ApiOptions {
  state: State;
  /** Opens the destination of a job. @throws HeadgateError without secrets */
  openWriter: (destinationConf: string) => Promise<ObjectWriter>;
  buckets: RunningBuckets;
  /** Limits for custom fields. @default 'classic' */
  limits?: LimitsName;
  /** Most jobs of the zone. @default MAX_ZONE_JOBS */
  maxJobs?: number;
  /** Most notification policies of the account. @default MAX_POLICIES */
  maxPolicies?: number;
  /** Requests per five minutes. @default unlimited */
  rateLimit?: number | undefined;
  /** Longest wait for a destination. Milliseconds. @default MAX_WAIT_MS */
  maxWaitMs?: number;
  /** Service time: milliseconds since 1970. @default Date.now */
  now?: () => number;
  /** Monotonic time of the rate limit: milliseconds. @default performance.now */
  monotonicNow?: () => number;
  /** Ends POSTs to webhooks when the service stops. @default they end by themselves */
  stopSignal?: AbortSignal;
  /** Called with each error that is a fault of the service; the client receives HTTP 500. */
  onFault?: (error: unknown) => void;
}

/** Creates the API. It answers every request, and never rejects. */
export function createApi(options: ApiOptions): Hono {
  const { state, openWriter, buckets, rateLimit, onFault } = options;
  const { limits = 'classic', maxJobs = MAX_ZONE_JOBS, now = Date.now, maxWaitMs = MAX_WAIT_MS } = options;
  const { maxPolicies = MAX_POLICIES, stopSignal } = options;
  const stamps = createStamps(now, 0);
  const stamp = () => printMicroseconds(stamps());
  const context: ApiContext = {
    state,
    now,
    stamp,
    limits,
    maxJobs,
    maxPolicies,
    maxWaitMs,
    openWriter,
    buckets,
    stopSignal,
  };
  const limit =
    rateLimit === undefined ? undefined : createRateLimit(rateLimit, options.monotonicNow ?? (() => performance.now()));

  const routes = new Hono();
  addUserRoutes(routes, context);
  addRulesetRoutes(routes, context);
  addJobRoutes(routes, context);
  addOwnershipRoutes(routes, context);
  addValidateRoutes(routes, context);
  addDatasetRoutes(routes, context);
  addBucketRoutes(routes, context);
  addSecretRoutes(routes, context);
  addPoolRoutes(routes, context);
  addPoolImportRoute(routes, context);
  addPolicyRoutes(routes, context);
  addSilenceRoutes(routes, context);
  addWebhookRoutes(routes, context);
  addNotificationRoutes(routes, context);
  addAlertRoutes(routes, context);

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
