// The bucket of --emit: made sure of before anything is read, like a folder. Writes no objects.
import { tmpdir } from 'node:os';
import { HeadgateError } from '../../base/index.ts';
import {
  DATE_PLACEHOLDER,
  type LocationOptions,
  parseWriteLocation,
  type S3Location,
} from '../../destination/index.ts';
import { emitFailed } from '../../run/objects/emitter.ts';
import type { SourceObject } from '../../run/sources.ts';
import { clearAbandoned } from '../../run/temporary-files.ts';
import { writerOf } from './emit-place.ts';
import type { EmitBucket, EmitJob, EmitPlan, EmitRequest } from './emit-plan.ts';
import { makeUnfinished } from './emit-unfinished.ts';

/** What is written to a bucket, and which objects are read. */
interface BucketWork {
  jobs: EmitJob[];
  objects: readonly SourceObject[];
  connection: LocationOptions;
  signal: AbortSignal;
}

/**
 * The plan for a bucket.
 * @throws HeadgateError `emit-into-source`, `emit-not-empty`; where the destination cannot be parsed or listed
 */
export async function openEmitBucket(
  { destination, overwrite, partBytes }: Extract<EmitRequest, { kind: 'bucket' }>,
  { jobs, objects, connection, signal }: BucketWork,
  run: string,
): Promise<EmitPlan> {
  const location = await parseWriteLocation(destination, connection, '--emit');
  for (const source of new Set(objects.map((object) => object.destination.location))) {
    if (source.kind === 's3') checkBucketApart(location, source);
  }
  const bucket: EmitBucket = { location, overwrite, partBytes };
  await checkEmpty(bucket, run, signal);
  const folder = await makeSpool();
  return { folder, bucket, jobs, run, unfinished: jobs.map(() => folder) };
}

/** Makes a folder for unfinished objects. Those of killed runs are removed. @throws HeadgateError `emit-failed` */
async function makeSpool(): Promise<string> {
  const folder = tmpdir();
  await clearAbandoned(folder);
  return makeUnfinished(folder).catch((error: unknown) => {
    throw emitFailed(`${folder} (for unfinished objects)`, error);
  });
}

/** With `overwrite` no request is sent: keys that may write need not be allowed to list. */
async function checkEmpty(bucket: EmitBucket, run: string, signal: AbortSignal): Promise<void> {
  const refuse = (error: unknown): never => {
    throw error instanceof HeadgateError ? checkFailed(error) : error;
  };
  const writer = await writerOf({ run }, bucket).catch(refuse);
  try {
    if (bucket.overwrite) return;
    const found = await writer.anyKey(startOf(bucket.location), signal).catch(refuse);
    if (found === undefined) return;
    throw new HeadgateError(
      'emit-not-empty',
      `cannot write to --emit ${bucket.location.display}: found objects there, such as ${JSON.stringify(found)}, expected none; with --overwrite objects of the same name are replaced and the others stay`,
    );
  } finally {
    writer.close();
  }
}

function checkFailed({ code, kind, message }: HeadgateError): HeadgateError {
  const advice = code === 's3-denied' ? '; with --overwrite nothing is listed' : '';
  return new HeadgateError(code, `${message.replace(/^cannot (?:list|read)/, 'cannot write to --emit')}${advice}`, {
    kind,
  });
}

function checkBucketApart(target: S3Location, source: S3Location): void {
  if (target.bucket !== source.bucket || serviceOf(target) !== serviceOf(source)) return;
  const [written, read] = [startOf(target), startOf(source)];
  if (!written.startsWith(read) && !read.startsWith(written)) return;
  const how = written === read ? 'is' : written.startsWith(read) ? 'lies below' : 'holds';
  throw new HeadgateError(
    'emit-into-source',
    `cannot write to --emit ${target.display}: found a prefix that ${how} the source ${source.display}, expected one apart from it, so that what is written is not read as what was pushed`,
  );
}

/** How all keys of a place begin: a prefix is a folder, and a day comes after it. */
function startOf({ prefix }: S3Location): string {
  const date = prefix.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) return prefix.slice(0, date);
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** One name for one service: Amazon's has a host for each region. */
function serviceOf({ endpoint }: S3Location): string {
  if (endpoint === undefined) return 'amazonaws.com';
  const { host, pathname } = new URL(endpoint);
  return host.endsWith('.amazonaws.com') ? 'amazonaws.com' : `${host}${pathname}`;
}
