// What a pool in a body may contain: the keys and values in the types of the official SDK 7.3.0. docs/platform.md, "Pools".
import { z } from 'zod';

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
export const poolSchema = z.strictObject({ ...keys, ...readOnly });
/** The body of an edit: any part of a pool. */
export const poolEditSchema = z.strictObject({ ...keys, ...readOnly }).partial();
/** The body of an edit of many pools. */
export const poolsEditSchema = z.strictObject({ notification_email: noRecipients });

function numberFrom(least: number, most: number) {
  const error = `a number from ${least} to ${most}`;
  return z.number(error).min(least, error).max(most, error);
}

function wholeFrom(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
}
