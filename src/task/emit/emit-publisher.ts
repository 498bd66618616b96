// Where files of --emit go once they are whole: a place of their own beside others in a folder, or an object of a bucket. Until
// then they are in a temporary folder of this machine.
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BucketWriter, openBucketWriter, type S3Location } from '../../destination/index.ts';
import { emitFailed } from '../../run/objects/emitter.ts';
import type { EmitBucket, EmitPlan } from './emit-plan.ts';
import { type EmittedName, emittedPath } from './emitted-name.ts';
import { announceUpload } from './open-uploads.ts';

/** Takes finished files. */
export interface EmitPublisher {
  /** Where an unfinished file is written. @param unique distinguishes it from all others of the run and job */
  unfinishedPath(job: number, unique: string): string;
  /** What messages name where an unfinished file of a job cannot be written. */
  unfinishedShown(job: number): string;
  /** Whether a file has to be on the disk, not only in the memory of the system, before it is published. */
  isDisk: boolean;
  /**
   * Gives a whole file its name; it is gone from where it was written.
   * @returns false where the signal ended it, which leaves nothing
   * @throws HeadgateError `emit-failed`
   */
  publish(path: string, job: number, name: EmittedName, signal: AbortSignal): Promise<boolean>;
  /** Waits until nothing is being published any more. Never fails. */
  settle(): Promise<void>;
}

/** The place of a plan, for one thread. */
export function createPublisher(plan: EmitPlan): EmitPublisher {
  const { bucket } = plan;
  const publishing = new Set<Promise<boolean>>();
  const publish = bucket === undefined ? filePublisher(plan) : objectPublisher(plan, bucket);
  return {
    unfinishedPath: (job, unique) => join(plan.unfinished[job]!, `${job}-${unique}`),
    // The temporary folder is gone when its name is read.
    unfinishedShown: (job) => dirname(plan.unfinished[job]!),
    isDisk: bucket === undefined,
    publish: async (...file) => {
      const one = publish(...file);
      publishing.add(one);
      try {
        return await one;
      } finally {
        publishing.delete(one);
      }
    },
    settle: async () => {
      await Promise.allSettled(publishing);
    },
  };
}

function objectPublisher(plan: EmitPlan, bucket: EmitBucket): EmitPublisher['publish'] {
  let writer: Promise<BucketWriter> | undefined;
  return async (path, job, name, signal) => {
    const key = keyOf(bucket.location, plan.jobs[job]!.folder, name);
    try {
      writer ??= openPlannedBucket(plan, bucket);
      return await (await writer).put(key, path, signal);
    } catch (error) {
      throw emitFailed(`${bucket.location.scheme}://${bucket.location.bucket}/${key}`, error);
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  };
}

/** Opens the bucket of a plan. */
export function openPlannedBucket(
  { run }: Pick<EmitPlan, 'run'>,
  { location, overwrite, partBytes }: EmitBucket,
): Promise<BucketWriter> {
  const onUpload = (upload: { key: string; uploadId: string }, isOpen: boolean): void =>
    announceUpload(run, upload, isOpen);
  return openBucketWriter(location, { run, overwrite, partBytes, onUpload });
}

function filePublisher(plan: EmitPlan): EmitPublisher['publish'] {
  return async (path, job, name) => {
    const { root, below } = emittedPath(plan.folder, plan.jobs[job]!.folder, name);
    const target = join(root, below);
    try {
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
      return true;
    } catch (error) {
      throw emitFailed(target, error);
    }
  };
}

function keyOf({ prefix }: S3Location, job: string, name: EmittedName): string {
  const { root, below } = emittedPath(prefix, job, name);
  return root === '' || root.endsWith('/') ? `${root}${below}` : `${root}/${below}`;
}
