// Creates, lists and deletes the buckets of a running sandbox.
import type { ApiBucket } from '../../cloud/api/index.ts';
import { BUCKET_NAME } from '../../sandbox/edge/index.ts';
import { checkResourceName, openSandbox, type SandboxAccess } from './open-sandbox.ts';

/** A bucket of a running sandbox. */
export interface BucketRequest extends SandboxAccess {
  /** As {@link BUCKET_NAME} requires. */
  readonly name: string;
}

/** A bucket of a list. */
export interface ListedBucket {
  name: string;
  /** RFC 3339; null if the API does not return it. */
  created: string | null;
}

/** The result of {@link listBuckets}. */
export interface BucketList {
  version: 1;
  /** By name. */
  buckets: ListedBucket[];
}

/** The result of {@link createBucket} and {@link deleteBucket}. */
export interface BucketChange {
  version: 1;
  change: 'created' | 'deleted';
  bucket: string;
}

/**
 * Lists the buckets of a running sandbox.
 * @throws HeadgateError `not-a-sandbox`, or if the API cannot be reached or rejects the access
 * @example
 * ```ts
 * import { createBucket, listBuckets, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox();
 * const access = { baseURL: sandbox.baseURL, credentials: { token: sandbox.token }, account: sandbox.accountId };
 * await createBucket({ ...access, name: 'reports' });
 * const { buckets } = await listBuckets(access);
 * console.log(buckets.map(({ name }) => name).join(' ')); // => reports sandbox
 * await sandbox.stop();
 * ```
 */
export async function listBuckets(request: SandboxAccess): Promise<BucketList> {
  const api = await openSandbox(request);
  const buckets = (await api.listBuckets(request.account)).map(listedBucket);
  return { version: 1, buckets };
}

/**
 * Creates a bucket in a running sandbox: for jobs (`s3://<name>/…?region=auto`) and the S3 API, with the keys of the sandbox.
 * @throws HeadgateError `api-bucket` for a name that is taken or invalid; as {@link listBuckets}
 */
export async function createBucket(request: BucketRequest): Promise<BucketChange> {
  checkResourceName('create', 'bucket', request.name, BUCKET_NAME);
  const api = await openSandbox(request);
  const { name } = await api.createBucket(request.account, request.name);
  return { version: 1, change: 'created', bucket: name };
}

/**
 * Deletes an empty bucket of a running sandbox.
 * @throws HeadgateError `api-bucket` if there is no such bucket, it has objects, or the edge script serves it; as {@link listBuckets}
 */
export async function deleteBucket(request: BucketRequest): Promise<BucketChange> {
  checkResourceName('delete', 'bucket', request.name, BUCKET_NAME);
  const api = await openSandbox(request);
  await api.deleteBucket(request.account, request.name);
  return { version: 1, change: 'deleted', bucket: request.name };
}

function listedBucket({ name, creation_date: created }: ApiBucket): ListedBucket {
  return { name, created: created ?? null };
}
