// The routes that describe notifications: alert types, mechanisms, PagerDuty services, and what was sent.
// docs/platform.md, "Notification policies".
import type { Context } from 'hono';
import { POOL_HEALTH_ALERT } from '../../alerts/matching-policy.ts';
import { answer } from '../envelope.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';
import type { ApiContext, Routes } from '../routes.ts';
import { POOL_HEALTH_FILTERS } from './alert-types.ts';

/** Entries of the history on one page: by default, and at most. The largest is not public; ours. */
const PER_PAGE = 25;
const MAX_PER_PAGE = 1000;
const MAX_PAGE = 100_000;

/** The alert type that the sandbox delivers. Its words and the ranges of the filters are ours. */
const AVAILABLE = {
  'Load Balancing': [
    {
      type: POOL_HEALTH_ALERT,
      display_name: 'Load Balancing Health Alert',
      description: 'A pool or an origin has become healthy or unhealthy.',
      filter_options: Object.entries(POOL_HEALTH_FILTERS).map(([Key, values]) => ({
        Key,
        ComparisonOperator: '==',
        AvailableValues: values?.map((ID) => ({ ID, Description: ID })) ?? null,
        Range: '0-n',
      })),
    },
  ],
};

/** What a policy of the account may use. The sandbox has no PagerDuty service. */
const ELIGIBLE = {
  email: [{ type: 'email', eligible: true, ready: true }],
  pagerduty: [{ type: 'pagerduty', eligible: false, ready: false }],
  webhooks: [{ type: 'webhook', eligible: true, ready: true }],
};

/** Returns the routes. */
export function notificationRoutes({ state: { history } }: ApiContext): Routes {
  return {
    '/alerting/v3/available_alerts': { GET: (c) => answer(c, AVAILABLE) },
    '/alerting/v3/destinations/eligible': { GET: (c) => answer(c, ELIGIBLE) },
    '/alerting/v3/destinations/pagerduty': { GET: (c) => answer(c, []) },
    '/alerting/v3/history': {
      GET: (c) => {
        const page = readCount(c, 'page', 1, MAX_PAGE);
        const perPage = readCount(c, 'per_page', PER_PAGE, MAX_PER_PAGE);
        const [since, before] = [readTime(c, 'since') ?? -Infinity, readTime(c, 'before') ?? Infinity];
        const all = history
          .list()
          .filter(({ sent }) => Date.parse(sent) > since && Date.parse(sent) < before)
          .reverse();
        const found = all.slice((page - 1) * perPage, page * perPage);
        return answer(c, found, { page, per_page: perPage, count: found.length, total_count: all.length });
      },
    },
  };
}

/** @returns milliseconds since 1970; undefined if it is missing */
function readTime(c: Context, name: string): number | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw invalidQuery(name, 'a time as in RFC 3339');
  return ms;
}
