// Starts --emit before any source is read and ends it after the last. file-emitter.ts and stream-emitter.ts write the lines.
import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { LocationOptions } from '../../input/destination/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { END_WRITING_MS } from '../../input/threads/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { openEmitBucket } from './emit-bucket.ts';
import { prepareFolders } from './emit-folder.ts';
import type { EmitJob, EmitPlan, EmitRequest } from './emit-plan.ts';
import { openPlannedBucket } from './emit-publisher.ts';
import { canonicalName, checkOutsideSources } from './emit-source.ts';
import { type CountedEmitter, FileEmitter } from './file-emitter.ts';
import { trackUploads } from './open-uploads.ts';
import { resolveHashCollisions } from './source-hash.ts';
import { StreamEmitter } from './stream-emitter.ts';
import { removeUnfinishedFolders } from './unfinished-folder.ts';

/** The emission of a run in its main thread. */
export interface EmitRun {
  /** The emitter of this thread. */
  emitter: CountedEmitter;
  /** The plan for workers; undefined for a stream, which threads cannot share. */
  plan: EmitPlan | undefined;
  /** Called after all sources are read. */
  end: () => Promise<void>;
  /** Called at the end of every run, also after a failure: removes unfinished files and uploads. */
  close: () => Promise<void>;
}

/** The jobs to write and the objects to read. */
export interface EmitWork {
  jobs: EmitJob[];
  dataset: Dataset;
  /** All objects that will be read. Sets `emitHash` of those whose hash equals another's. */
  objects: readonly SourceObject[];
  /** Connection flags of the command line. */
  connection: LocationOptions;
  /** Aborts the checks before reading. */
  signal: AbortSignal;
}

/**
 * Prepares the target.
 * @throws HeadgateError `emit-into-source`, `emit-not-empty`, `emit-failed`; or if the destination cannot be parsed or listed
 */
export async function startEmitting(request: EmitRequest, work: EmitWork): Promise<EmitRun> {
  const { jobs, dataset, objects } = work;
  if (request.kind === 'stream') {
    const emitter = new StreamEmitter(jobs[0]!, dataset, request);
    return { emitter, plan: undefined, end: () => emitter.end(), close: async () => {} };
  }
  const plan = await (request.kind === 'folder'
    ? planFolder(request, work)
    : openEmitBucket(request, work, randomUUID()));
  const uploads = plan.bucket && trackUploads(plan.run);
  for (const [index, digits] of resolveHashCollisions(objects.length, (at) => canonicalName(objects[at]!.object))) {
    objects[index]!.emitHash = digits;
  }
  const emitter = new FileEmitter(plan, dataset);
  return {
    emitter,
    plan,
    end: async () => {},
    close: async () => {
      await Promise.race([emitter.allPublished(), wait(END_WRITING_MS, undefined, { ref: false })]);
      // Messages of ended workers may still be in transit.
      await setImmediate();
      const open = uploads?.all() ?? [];
      if (open.length > 0) {
        const writer = await openPlannedBucket(plan, plan.bucket!);
        await Promise.all(open.map((upload) => writer.abort(upload)));
        writer.close();
      }
      uploads?.close();
      removeUnfinishedFolders(new Set(plan.unfinished));
    },
  };
}

async function planFolder(
  { folder, overwrite }: Extract<EmitRequest, { kind: 'folder' }>,
  { jobs, objects }: EmitWork,
): Promise<EmitPlan> {
  checkOutsideSources(
    folder,
    objects.map(({ object }) => object),
  );
  return { folder, jobs, unfinished: await prepareFolders({ folder, jobs }, overwrite), run: randomUUID() };
}
