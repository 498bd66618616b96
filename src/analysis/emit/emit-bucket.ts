// Prepares the bucket of --emit: checks before any source is read that it is outside the sources and empty. Writes no objects.
import { tmpdir } from 'node:os';
import { HeadgateError } from '../../base/index.ts';
import { clearAbandoned } from '../../base/temporary/index.ts';
import {
  DATE_PLACEHOLDER,
  type LocationOptions,
  parseWriteLocation,
  type S3Location,
} from '../../input/destination/index.ts';
import { emitFailed } from '../../input/objects/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { EmitBucket, EmitJob, EmitPlan, EmitRequest } from './emit-plan.ts';
import { openPlannedBucket, shownFolder } from './emit-publisher.ts';
import { createUnfinishedFolder } from './unfinished-folder.ts';

/** The output to a bucket, and the objects that are read. */
interface BucketWork {
  jobs: EmitJob[];
  objects: readonly SourceObject[];
  connection: LocationOptions;
  signal: AbortSignal;
}

/**
 * Creates the plan for a bucket.
 * @throws HeadgateError `emit-into-source`, `emit-not-empty`; or if the destination cannot be parsed or listed
 */
export async function openEmitBucket(
  { destination, overwrite, partBytes }: Extract<EmitRequest, { kind: 'bucket' }>,
  { jobs, objects, connection, signal }: BucketWork,
  run: string,
): Promise<EmitPlan> {
  const location = await parseWriteLocation(destination, connection, '--emit');
  for (const source of new Set(objects.map((object) => object.destination.location))) {
    if (source.kind === 's3') checkOutsideSource(location, source);
  }
  const bucket: EmitBucket = { location, overwrite, partBytes };
  await checkEmpty(bucket, run, signal);
  const folder = await makeSpool(location);
  return { folder, bucket, jobs, run, unfinished: jobs.map(() => folder) };
}

/** Creates a folder for unfinished objects and removes those of killed runs. @throws HeadgateError `emit-failed` */
async function makeSpool(location: S3Location): Promise<string> {
  const folder = tmpdir();
  await clearAbandoned(folder);
  return createUnfinishedFolder(folder).catch((error: unknown) => {
    throw emitFailed(shownFolder(folder, location), error);
  });
}

/** Checks that a bucket is empty. Sends no request with `overwrite`: a key that may write need not have permission to list. */
async function checkEmpty(bucket: EmitBucket, run: string, signal: AbortSignal): Promise<void> {
  const reject = (error: unknown): never => {
    throw error instanceof HeadgateError ? checkFailed(error) : error;
  };
  const writer = await openPlannedBucket({ run }, bucket).catch(reject);
  try {
    if (bucket.overwrite) return;
    const found = await writer.anyKey(startOf(bucket.location), signal).catch(reject);
    if (found === undefined) return;
    throw new HeadgateError(
      'emit-not-empty',
      `cannot write to --emit ${bucket.location.display}: the prefix has objects, such as ${JSON.stringify(found)}; use another prefix, or --overwrite, which replaces objects of the same name and keeps the others`,
    );
  } finally {
    writer.close();
  }
}

function checkFailed({ code, kind, message }: HeadgateError): HeadgateError {
  return new HeadgateError(code, message.replace(/^cannot (?:list|read)/, 'cannot write to --emit'), { kind });
}

function checkOutsideSource(target: S3Location, source: S3Location): void {
  if (target.bucket !== source.bucket || serviceOf(target) !== serviceOf(source)) return;
  const [written, read] = [startOf(target), startOf(source)];
  if (!written.startsWith(read) && !read.startsWith(written)) return;
  const relation = written === read ? 'is' : written.startsWith(read) ? 'is below' : 'contains';
  throw new HeadgateError(
    'emit-into-source',
    `cannot write to --emit ${target.display}: the prefix ${relation} the source ${source.display}; use another prefix`,
  );
}

/** Returns the beginning of all keys of a location, up to `{DATE}`, with a slash at the end of a prefix. */
function startOf({ prefix }: S3Location): string {
  const date = prefix.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) return prefix.slice(0, date);
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** Returns one name for each service: Amazon's has a host for each region. */
function serviceOf({ endpoint }: S3Location): string {
  if (endpoint === undefined) return 'amazonaws.com';
  const { host, pathname } = new URL(endpoint);
  return host.endsWith('.amazonaws.com') ? 'amazonaws.com' : `${host}${pathname}`;
}
