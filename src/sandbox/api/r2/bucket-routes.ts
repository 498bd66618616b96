// The routes of R2 buckets. docs/platform.md, "Management API".
import type { Context } from 'hono';
import { z } from 'zod';
import { BUCKET_NAME } from '../../edge/index.ts';
import type { StoredBucket } from '../../state/resource-store.ts';
import { printSeconds } from '../../state/service-time.ts';
import { answer } from '../envelope.ts';
import { apiError, CODES } from '../request/api-error.ts';
import { parseBody, readBody } from '../request/read-body.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';
import type { ApiContext, Routes } from '../routes.ts';

const STORAGE_CLASSES = ['Standard', 'InfrequentAccess'] as const;
const LOCATIONS = ['apac', 'eeur', 'enam', 'weur', 'wnam', 'oc'] as const;
/** Header of a request for buckets of another jurisdiction, which have an S3 API of their own. */
const JURISDICTION = 'cf-r2-jurisdiction';
const DEFAULT_JURISDICTION = 'default';

const bucketSchema = z.strictObject({
  name: z.string('the name of a bucket'),
  locationHint: z.enum(LOCATIONS, `one of ${LOCATIONS.join(', ')}`).optional(),
  storageClass: z.enum(STORAGE_CLASSES, STORAGE_CLASSES.join(' or ')).optional(),
});

/** Buckets on one page: by default, and at most. docs/platform.md, "Management API". */
const PER_PAGE = 20;
const MAX_PER_PAGE = 1000;

/** Returns the routes. */
export function bucketRoutes(context: ApiContext): Routes {
  const { resources } = context.state;
  return {
    '/r2/buckets': {
      GET: (c) => {
        checkJurisdiction(c);
        return listBuckets(c, allBuckets(context).map(presentBucket));
      },
      POST: async (c) => {
        checkJurisdiction(c);
        return answer(c, presentBucket(await createBucket(c, context)));
      },
    },
    '/r2/buckets/:bucket': {
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
        await context.buckets.change(async () => {
          // Another client may have deleted it in the meantime.
          bucketOf(c, context);
          if (!(await context.buckets.isEmpty(name))) {
            throw apiError(409, CODES.bucketNotEmpty, 'The bucket you tried to delete is not empty.');
          }
          resources.deleteBucket(name);
        });
        return answer(c, {});
      },
    },
  };
}

/**
 * Answers with one page of the buckets by name. A cursor names the last bucket of a page, so that changes between two pages neither repeat nor
 * skip one.
 * @param all in any order
 */
function listBuckets<Bucket extends { name: string }>(c: Context, all: readonly Bucket[]): Response {
  const perPage = readCount(c, 'per_page', PER_PAGE, MAX_PER_PAGE);
  const isDescending = readChoice(c, 'direction', ['asc', 'desc']) === 'desc';
  readChoice(c, 'order', ['name']);
  const part = c.req.query('name_contains') ?? '';
  const after = nameFrom(c.req.query('cursor')) ?? c.req.query('start_after');
  const sign = isDescending ? -1 : 1;
  const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -sign : sign);
  const found = all
    .filter(({ name }) => name.includes(part) && (after === undefined || compare(name, after) > 0))
    .sort((a, b) => compare(a.name, b.name));
  const buckets = found.slice(0, perPage);
  const cursor = found.length > perPage ? Buffer.from(buckets.at(-1)!.name).toString('base64url') : undefined;
  return answer(c, { buckets }, { per_page: perPage, ...(cursor !== undefined && { cursor }) });
}

function nameFrom(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const name = Buffer.from(cursor, 'base64url').toString();
  if (!/^[a-z0-9-]+$/.test(name)) throw invalidQuery('cursor', 'the cursor of the page before');
  return name;
}

function readChoice(c: Context, name: string, choices: readonly string[]): string | undefined {
  const text = c.req.query(name);
  if (text === undefined || choices.includes(text)) return text;
  throw invalidQuery(name, choices.join(' or '));
}

async function createBucket(c: Context, context: ApiContext): Promise<StoredBucket> {
  const input = parseBody(bucketSchema, await readBody(c), CODES.malformedBody);
  const { name, locationHint, storageClass = STORAGE_CLASSES[0] } = input;
  if (!BUCKET_NAME.pattern.test(name)) {
    throw apiError(400, CODES.bucketName, 'The specified bucket name is not valid.', ['name']);
  }
  const bucket = {
    name,
    creation_date: printSeconds(context.now()),
    storage_class: storageClass,
    ...(locationHint === undefined ? {} : { location: locationHint }),
  };
  await context.buckets.change(() => {
    if (allBuckets(context).some((one) => one.name === name)) {
      throw apiError(409, CODES.bucketExists, 'The bucket you tried to create already exists, and you own it.');
    }
    context.state.resources.addBucket(bucket);
  });
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
