// Publishes complete files of --emit: renames them in the target folder, or uploads them to the bucket. Until then they are in a
// temporary folder of this machine.
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BucketWriter, openBucketWriter, type S3Location } from '../../input/destination/index.ts';
import { emitFailed } from '../../input/objects/index.ts';
import type { EmitBucket, EmitPlan } from './emit-plan.ts';
import { type EmittedName, emittedPath } from './emitted-name.ts';
import { announceUpload } from './open-uploads.ts';

/** Publishes complete files. */
export interface EmitPublisher {
  /** Returns the path of an unfinished file. @param unique distinguishes the file from others of the run and job */
  unfinishedPath(job: number, unique: string): string;
  /** Returns the folder that a message names if an unfinished file of a job cannot be written. */
  unfinishedShown(job: number): string;
  /** Whether a file must be flushed to the disk before it is published. */
  isDisk: boolean;
  /**
   * Moves a complete file to its final name.
   * @returns false if the signal aborted it, which leaves no object
   * @throws HeadgateError `emit-failed`
   */
  publish(path: string, job: number, name: EmittedName, signal: AbortSignal): Promise<boolean>;
  /** Waits for every file that is being published. Never fails. */
  allPublished(): Promise<void>;
}

/** Creates the publisher of a plan for one thread. */
export function createPublisher(plan: EmitPlan): EmitPublisher {
  const { bucket } = plan;
  const publishing = new Set<Promise<boolean>>();
  const publish = bucket === undefined ? filePublisher(plan) : objectPublisher(plan, bucket);
  return {
    unfinishedPath: (job, unique) => join(plan.unfinished[job]!, `${job}-${unique}`),
    // The temporary folder no longer exists when the user reads the message.
    unfinishedShown: (job) => shownFolder(dirname(plan.unfinished[job]!), bucket?.location),
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
    allPublished: async () => {
      await Promise.allSettled(publishing);
    },
  };
}

/** Names the folder of unfinished files for a message after `cannot write --emit`. @param target the bucket of objects */
export function shownFolder(folder: string, target: S3Location | undefined): string {
  return target === undefined ? folder : `${target.display}: cannot write unfinished objects to ${folder} (TMPDIR)`;
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

/** Opens a plan's bucket for writing. */
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
