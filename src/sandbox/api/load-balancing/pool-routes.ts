// The routes of load-balancer pools. docs/platform.md, "Pools".
import type { Context } from 'hono';
import { z } from 'zod';
import type { PoolSelection } from '../../state/alerting/pool-store.ts';
import type { StoredPool } from '../../state/alerting/stored-alerting.ts';
import { newId } from '../../state/identity.ts';
import { answer, type ResultInfo } from '../envelope.ts';
import { ApiError, apiError, CODES, messageAt } from '../request/api-error.ts';
import { type Body, messagesFor, readBody } from '../request/read-body.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';
import type { ApiContext, Routes } from '../routes.ts';

const MAX_PORT = 65_535;

const MAX_PERCENT = 100;

const MAX_LATITUDE = 90;

const MAX_LONGITUDE = 180;

const REGIONS = 'WNAM ENAM WEU EEU NSAM SSAM OC ME NAF SAF SAS SEAS NEAS CHINA ALL_REGIONS'.split(' ');

const STEERING = ['random', 'hash', 'least_outstanding_requests', 'least_connections'] as const;

const flag = z.boolean('true or false');

const flagOrNull = z.boolean('true, false or null').nullable().optional();

const text = z.string('a string');

const percent = numberFrom(0, MAX_PERCENT).optional();

/** Reported events of one source. */
const sourceFilter = z
  .strictObject({ disable: flagOrNull, healthy: flagOrNull }, 'an object with disable and healthy, or null')
  .nullable()
  .optional();

const origin = z.strictObject(
  {
    name: text.min(1, 'a name that is not empty'),
    address: text.min(1, 'an IP address or a host name'),
    enabled: flag.default(true),
    weight: numberFrom(0, 1).default(1),
    port: wholeFrom(0, MAX_PORT).optional(),
    header: z.strictObject({ Host: z.array(text, 'an array of strings') }).optional(),
    virtual_network_id: text.optional(),
    flatten_cname: flag.optional(),
    /** Read-only. */
    disabled_at: text.optional(),
  },
  'an object',
);

/** The recipients: no call sets them. */
const noRecipients = z.literal(
  '',
  'an empty string; the field is deprecated, and recipients can only be removed: use notification policies',
);

const keys = {
  name: text.regex(/^[A-Za-z0-9_-]+$/, 'letters, digits, hyphens and underscores'),
  origins: z
    .array(origin, 'an array of origins')
    .refine((all) => new Set(all.map((one) => one.name)).size === all.length, 'origins of different names'),
  description: text.optional(),
  enabled: flag.optional(),
  minimum_origins: z.int('a whole number').min(0, 'a whole number of at least 0').optional(),
  monitor: text.nullable().optional(),
  monitor_group: text.nullable().optional(),
  check_regions: z.array(z.enum(REGIONS, 'the code of a region')).nullable().optional(),
  health_sources: z
    .tuple([z.literal('regional'), z.literal('global')])
    .nullable()
    .optional(),
  latitude: numberFrom(-MAX_LATITUDE, MAX_LATITUDE).nullable().optional(),
  longitude: numberFrom(-MAX_LONGITUDE, MAX_LONGITUDE).nullable().optional(),
  load_shedding: z
    .strictObject({
      default_percent: percent,
      default_policy: z.enum(['random', 'hash'], 'random or hash').optional(),
      session_percent: percent,
      session_policy: z.literal('hash', 'hash').optional(),
    })
    .nullable()
    .optional(),
  origin_steering: z
    .strictObject({ policy: z.enum(STEERING, STEERING.join(', ')).optional() })
    .nullable()
    .optional(),
  networks: z.array(text, 'an array of strings').optional(),
  notification_email: noRecipients.optional(),
  notification_filter: z
    .strictObject({ pool: sourceFilter, origin: sourceFilter }, 'an object with pool and origin, or null')
    .nullable()
    .optional(),
};

/** Keys of a pool that no call sets. A client may send back what it has read: they are ignored. */
const readOnly = {
  id: z.unknown().optional(),
  created_on: z.unknown().optional(),
  modified_on: z.unknown().optional(),
  disabled_at: z.unknown().optional(),
};

/** The body of a creation and of a replacement. */
const poolSchema = z.strictObject({ ...keys, ...readOnly });

/** The body of an edit: any part of a pool. */
const poolEditSchema = z.strictObject({ ...keys, ...readOnly }).partial();

/** The body of an edit of many pools. */
const poolsEditSchema = z.strictObject({ notification_email: noRecipients });

/** Most origins of a pool. The platform's number depends on the plan; ours. */
const MAX_ORIGINS = 100;

/** Keys that no body changes. */
const READ_ONLY = ['id', 'created_on', 'modified_on', 'disabled_at'] as const;

/** What a new pool has unless its body says otherwise: `enabled` as in the types of the SDK, the others are ours. */
const DEFAULTS = { description: '', enabled: true, minimum_origins: 1, check_regions: null, notification_email: '' };

/** Pools on one page without a parameter. docs/platform.md, "Pools". */
const PER_PAGE = 25;

/** Largest page. The platform's is not public; ours. */
const MAX_PER_PAGE = 1000;

/** Bounds of numbers that have no limit of their own. Chosen by headgate. */
const MAX_PAGE = 100_000;

const MAX_OFFSET = 100_000_000;

/** Returns the routes. */
export function poolRoutes(context: ApiContext): Routes {
  const { pools } = context.state;
  const poolOf = (c: Context): StoredPool => {
    const found = pools.get(c.req.param('pool')!);
    if (found === undefined) throw apiError(404, CODES.poolMissing, 'The pool does not exist.');
    return found;
  };
  /** Checks a whole pool against the keys that its body sets, and stores it. */
  const store = (c: Context, body: Readonly<Record<string, unknown>>, pool: StoredPool): Response => {
    checkBody(body, pool, context);
    const stored = withDisabledTime(pool);
    pools.put(stored);
    return answer(c, stored);
  };
  return {
    '/load_balancers/pools': {
      GET: (c) => {
        const selection = readPage(c);
        return answerPools(c, selection, pools.page(selection), context);
      },
      POST: async (c) => {
        const body = settable(parsePool(poolSchema, await readBody(c)));
        const created_on = context.stamp();
        return store(c, body, { id: newId(), created_on, modified_on: created_on, ...DEFAULTS, ...body });
      },
      PATCH: async (c) => {
        const selection = readPage(c);
        const body = parsePool(poolsEditSchema, await readBody(c));
        const modified_on = context.stamp();
        const edited = pools.page(selection).map((pool) => ({ ...pool, ...body, modified_on }));
        pools.putAll(edited);
        return answerPools(c, selection, edited, context);
      },
    },
    '/load_balancers/pools/:pool': {
      GET: (c) => answer(c, poolOf(c)),
      PUT: async (c) => {
        const body = settable(parsePool(poolSchema, await readBody(c)));
        // After the body: the pool may have changed while it arrived.
        const { id, created_on, disabled_at, notification_email } = poolOf(c);
        const kept = { created_on, disabled_at, notification_email };
        return store(c, body, { id, ...DEFAULTS, ...kept, ...body, modified_on: context.stamp() });
      },
      PATCH: async (c) => {
        const body = settable(parsePool(poolEditSchema, await readBody(c)));
        const pool = poolOf(c);
        return store(c, body, { ...pool, ...body, name: body.name ?? pool.name, modified_on: context.stamp() });
      },
      DELETE: (c) => {
        const { id } = poolOf(c);
        pools.delete(id);
        return answer(c, { id });
      },
    },
  };
}

function answerPools(c: Context, selection: PoolSelection, found: readonly StoredPool[], { state }: ApiContext) {
  return answer(c, found, pageInfo(selection, found.length, state.pools.count(selection.monitor)));
}

/**
 * Reads which pools a call selects: `per_page` and `page`, or `limit` and `offset`. The list and the edit of many pools read them in one way.
 * @throws ApiError 400 for a parameter out of range, and for parameters of both ways
 */
function readPage(c: Context): PoolSelection {
  const monitor = c.req.query('monitor');
  const byOffset = ['limit', 'offset'].find((name) => c.req.query(name) !== undefined);
  const byPage = ['per_page', 'page'].find((name) => c.req.query(name) !== undefined);
  if (byOffset !== undefined && byPage !== undefined) {
    throw invalidQuery(byOffset, `no ${byOffset} beside ${byPage}: per_page and page, or limit and offset`);
  }
  if (byOffset !== undefined) {
    const limit = readCount(c, 'limit', PER_PAGE, MAX_PER_PAGE);
    return { monitor, limit, offset: readCount(c, 'offset', 0, MAX_OFFSET, 0) };
  }
  const limit = readCount(c, 'per_page', PER_PAGE, MAX_PER_PAGE);
  return { monitor, limit, offset: (readCount(c, 'page', 1, MAX_PAGE) - 1) * limit };
}

/** Composes `result_info`. @param count pools on the page @param total pools that the call could select */
function pageInfo({ limit, offset }: PoolSelection, count: number, total: number): ResultInfo {
  return {
    page: Math.floor(offset / limit) + 1,
    per_page: limit,
    count,
    total_count: total,
    total_pages: Math.ceil(total / limit),
  };
}

/** Leaves out what no body sets. */
function settable<Body extends z.infer<typeof poolEditSchema>>(body: Body): Omit<Body, (typeof READ_ONLY)[number]> {
  const rest: Body = { ...body };
  for (const key of READ_ONLY) delete rest[key];
  return rest;
}

/** Sets `disabled_at`, which only a disabled pool has. */
function withDisabledTime(pool: StoredPool): StoredPool {
  if (pool.enabled === false) return { ...pool, disabled_at: pool.disabled_at ?? pool.modified_on };
  const { disabled_at: _, ...rest } = pool;
  return rest as StoredPool;
}

/**
 * Checks what concerns several keys, or other pools. Only for the keys of the body: a pool that was added as it was elsewhere must remain
 * editable, whatever its other keys contain.
 */
function checkBody(body: Readonly<Record<string, unknown>>, pool: StoredPool, { state }: ApiContext): void {
  const { origins, latitude, longitude, name } = body;
  if (Array.isArray(origins) && (origins.length === 0 || origins.length > MAX_ORIGINS)) {
    throw invalidPool(`the origin list length must be in range [1, ${MAX_ORIGINS}]`, ['origins']);
  }
  const hasBoth = [pool.latitude, pool.longitude].every((degrees) => typeof degrees === 'number');
  const hasNone = [pool.latitude, pool.longitude].every((degrees) => degrees === undefined || degrees === null);
  if ((latitude !== undefined || longitude !== undefined) && !hasBoth && !hasNone) {
    throw invalidPool('found one of latitude and longitude, expected both or none', ['latitude']);
  }
  if (typeof name === 'string' && state.pools.named(name).some((other) => other.id !== pool.id)) {
    throw apiError(400, CODES.poolNotUnique, 'value not unique', ['name']);
  }
}

/** Parses the body of a call about pools. @throws ApiError 400 with all problems, in the words of the platform's load balancing */
function parsePool<Schema extends z.ZodType>(schema: Schema, body: Body): z.infer<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const messages = messagesFor(parsed.error.issues, CODES.poolInvalid);
  throw new ApiError(
    400,
    messages.map((found) => (found.code === CODES.poolInvalid ? { ...found, message: failed(found.message) } : found)),
  );
}

/** One wrong part of a pool. */
function invalidPool(reason: string, steps: readonly PropertyKey[]): ApiError {
  return new ApiError(400, [messageAt(CODES.poolInvalid, failed(reason), steps)]);
}

/** docs/platform.md, "Pools". */
function failed(reason: string): string {
  return `${reason}: validation failed`;
}

function numberFrom(least: number, most: number) {
  const error = `a number from ${least} to ${most}`;
  return z.number(error).min(least, error).max(most, error);
}

function wholeFrom(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
}
