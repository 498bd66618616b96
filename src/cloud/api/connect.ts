// Connects to the management API. Loads the official SDK on the first call, because it takes about 200 ms: commands that do not use the
// API start without it. Sends nothing.
import { HeadgateError, isVisibleAscii, optionalPackage } from '../../base/index.ts';
import { checkBaseURL, PUBLIC_BASE_URL } from './base-url.ts';
import type { ConnectOptions, Credentials, ManagementApi } from './management-api.ts';
import type { Connection } from './request/api-request.ts';
import { createRateLimit, type RateLimit } from './request/rate-limit.ts';
import { MAX_RETRY_AFTER_MS, REQUEST_TIMEOUT_MS, RETRY_DELAY_MS } from './request/request-limits.ts';

/** The platform limits the requests of a user, whatever connection sends them. */
const RATE_LIMITS = new WeakMap<ManagementApi, RateLimit>();

/**
 * Connects.
 * @param sharesLimitOf another connection with the same credentials, whose rate limit this one shares. @default a rate limit of its own
 * @throws HeadgateError `api-url` or `api-credentials` for options that cannot be used, `no-package` without the SDK
 */
export async function connectApi(
  {
    baseURL = PUBLIC_BASE_URL,
    credentials,
    signal,
    retrySignal = signal,
    onRetry = () => {},
    onWait = onRetry,
    timeoutMs = REQUEST_TIMEOUT_MS,
    retry: { delayMs = RETRY_DELAY_MS, maxRetryAfterMs = MAX_RETRY_AFTER_MS } = {},
  }: ConnectOptions,
  sharesLimitOf?: ManagementApi,
): Promise<ManagementApi> {
  const url = checkBaseURL(baseURL);
  checkCredentials(credentials);
  const [{ createSdkClient }, zones, jobs, transformers, rulesets, buckets, secrets, pools, policies, events, waits] =
    await optionalPackage('cloudflare', 'use the management API', () =>
      Promise.all([
        import('./request/sdk-client.ts'),
        import('./zone-requests.ts'),
        import('./job-requests.ts'),
        import('./transformer-requests.ts'),
        import('./ruleset-requests.ts'),
        import('./bucket-requests.ts'),
        import('./secret-requests.ts'),
        import('./pools/pool-requests.ts'),
        import('./policy-requests.ts'),
        import('./health-event-requests.ts'),
        import('./request/wait-requests.ts'),
      ]),
    );
  let requests = 0;
  const rateLimit = (sharesLimitOf && RATE_LIMITS.get(sharesLimitOf)) ?? createRateLimit(() => performance.now());
  const onRequest = (): void => {
    requests += 1;
  };
  const connection: Connection = {
    client: createSdkClient(url, credentials, timeoutMs, { onRequest, onAnswer: rateLimit.read }),
    baseURL: url,
    host: new URL(url).host,
    isToken: 'token' in credentials,
    secrets: 'token' in credentials ? [credentials.token] : [credentials.key],
    signal,
    retrySignal,
    onRetry,
    onWait,
    timeoutMs,
    rateLimit,
    retry: { delayMs, maxRetryAfterMs },
  };
  const api: ManagementApi = {
    ...zones.zoneRequests(connection),
    ...jobs.jobRequests(connection),
    ...transformers.transformerRequests(connection),
    ...rulesets.rulesetRequests(connection),
    ...buckets.bucketRequests(connection),
    ...secrets.secretRequests(connection),
    ...pools.poolRequests(connection),
    ...policies.policyRequests(connection),
    ...events.healthEventRequests(connection),
    ...waits.waitRequests(connection),
    requestCount: () => requests,
  };
  RATE_LIMITS.set(api, rateLimit);
  return api;
}

/** Checks that credentials can be a header. Never prints them. */
function checkCredentials(credentials: Credentials): void {
  for (const [name, value] of Object.entries(credentials)) {
    if (isVisibleAscii(value)) continue;
    const found = value === '' ? 'an empty text' : 'a space, a line break or another invisible character in it';
    throw new HeadgateError(
      'api-credentials',
      `cannot use the ${name} of the API: found ${found}, expected visible ASCII characters; copy it again`,
    );
  }
}
