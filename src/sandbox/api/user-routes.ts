// The user, the zone and the account: tools ask for these first. One of each.
import type { Context, Hono } from 'hono';
import { ZONE_NAME } from '../zone-name.ts';
import { answer } from './envelope.ts';
import { readCount } from './request/read-query.ts';
import { type ApiContext, addRoute, addRoutes } from './routes.ts';

const ACCOUNT_NAME = 'Sandbox';
/** Page sizes. The largest is not public; ours. */
const PER_PAGE = 20;
const MAX_PER_PAGE = 1000;
const MAX_PAGE = 100_000;

/** Adds `user/tokens/verify`, `zones` and `accounts`. */
export function addUserRoutes(app: Hono, { state: { identity } }: ApiContext): void {
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
