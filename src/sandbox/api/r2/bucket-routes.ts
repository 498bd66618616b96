// The routes of R2 buckets. docs/platform.md, "Management API".
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { StoredBucket } from '../../state/resource-store.ts';
import { printSeconds } from '../../state/service-time.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { apiError } from '../request/api-error.ts';
import { parseBody } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import { readBody } from '../request/read-body.ts';
import { addAccountRoute } from '../routes.ts';
import { listBuckets } from './list-buckets.ts';

/** 3 to 63 characters; hyphens only inside. docs/platform.md, "Management API". */
const NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const STORAGE_CLASSES = ['Standard', 'InfrequentAccess'] as const;
const LOCATIONS = ['apac', 'eeur', 'enam', 'weur', 'wnam', 'oc'] as const;
/** Header of a request for buckets of another jurisdiction, which have an S3 API of their own. */
const JURISDICTION = 'cf-r2-jurisdiction';
const DEFAULT_JURISDICTION = 'default';

const bucketSchema = z.strictObject({
  name: z.string({ error: 'the name of a bucket' }),
  locationHint: z.enum(LOCATIONS, { error: `one of ${LOCATIONS.join(', ')}` }).optional(),
  storageClass: z.enum(STORAGE_CLASSES, { error: STORAGE_CLASSES.join(' or ') }).optional(),
});

/** Adds the routes. */
export function addBucketRoutes(app: Hono, context: ApiContext): void {
  const { resources, identity } = context.state;
  addAccountRoute(app, identity, '/r2/buckets', {
    GET: (c) => {
      checkJurisdiction(c);
      return listBuckets(c, allBuckets(context).map(presentBucket));
    },
    POST: async (c) => {
      checkJurisdiction(c);
      return answer(c, presentBucket(await createBucket(c, context)));
    },
  });
  addAccountRoute(app, identity, '/r2/buckets/:bucket', {
    GET: (c) => {
      checkJurisdiction(c);
      return answer(c, presentBucket(bucketOf(c, context)));
    },
    DELETE: async (c) => {
      checkJurisdiction(c);
      const { name } = bucketOf(c, context);
      if (name === context.buckets.ownName) {
        throw apiError(409, CODES.bucketInUse, 'The bucket you tried to delete is bound to the edge script.');
      }
      if (!(await context.buckets.isEmpty(name))) {
        throw apiError(409, CODES.bucketNotEmpty, 'The bucket you tried to delete is not empty.');
      }
      // Another client may have deleted it meanwhile.
      if (!resources.deleteBucket(name)) throw noBucket();
      await context.buckets.apply();
      return answer(c, {});
    },
  });
}

async function createBucket(c: Context, context: ApiContext): Promise<StoredBucket> {
  const input = parseBody(bucketSchema, await readBody(c.req.raw), CODES.malformedBody);
  const { name, locationHint, storageClass = STORAGE_CLASSES[0] } = input;
  if (!NAME.test(name)) throw apiError(400, CODES.bucketName, 'The specified bucket name is not valid.', ['name']);
  if (allBuckets(context).some((bucket) => bucket.name === name)) {
    throw apiError(409, CODES.bucketExists, 'The bucket you tried to create already exists, and you own it.');
  }
  const bucket = {
    ...{ name, creation_date: printSeconds(context.now()), storage_class: storageClass },
    ...(locationHint === undefined ? {} : { location: locationHint }),
  };
  context.state.resources.addBucket(bucket);
  await context.buckets.apply();
  return bucket;
}

/** Returns all buckets, that of the edge script first. */
function allBuckets({ state, buckets }: ApiContext): readonly StoredBucket[] {
  const creation_date = printSeconds(state.identity.createdMs);
  return [{ name: buckets.ownName, creation_date, storage_class: STORAGE_CLASSES[0] }, ...state.resources.buckets()];
}

function bucketOf(c: Context, context: ApiContext): StoredBucket {
  const name = c.req.param('bucket');
  const found = allBuckets(context).find((bucket) => bucket.name === name);
  if (found === undefined) throw noBucket();
  return found;
}

function noBucket() {
  return apiError(404, CODES.bucketMissing, 'The specified bucket does not exist.');
}

function presentBucket(bucket: StoredBucket) {
  return { ...bucket, jurisdiction: DEFAULT_JURISDICTION };
}

/** The sandbox has no other jurisdictions. */
function checkJurisdiction(c: Context): void {
  if ((c.req.header(JURISDICTION) ?? DEFAULT_JURISDICTION) === DEFAULT_JURISDICTION) return;
  throw apiError(400, CODES.badQuery, `invalid value for the header ${JURISDICTION}: expected default`);
}
