// --emit over a whole run: made ready before anything is read, ended after all was. What threads do of it is in emit.ts.
import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Dataset } from '../../dataset/index.ts';
import type { LocationOptions } from '../../destination/index.ts';
import type { Emitter } from '../../run/objects/emitter.ts';
import type { SourceObject } from '../../run/sources.ts';
import { END_WRITING_MS } from '../../run/threads/thread-pool.ts';
import { openEmitBucket } from './emit-bucket.ts';
import { prepareFolders } from './emit-folder.ts';
import type { EmitJob, EmitPlan, EmitRequest } from './emit-plan.ts';
import { openPlannedBucket } from './emit-publisher.ts';
import { canonicalName, checkOutsideSources } from './emit-source.ts';
import { FileEmitter } from './file-emitter.ts';
import { trackUploads } from './open-uploads.ts';
import { resolveHashCollisions } from './source-hash.ts';
import { StreamEmitter } from './stream-emitter.ts';
import { removeUnfinishedFolders } from './unfinished-folder.ts';

/** The emission of a run, as its main thread has it. */
export interface EmitRun {
  /** Of this thread. */
  emitter: Emitter;
  /** For other threads; undefined where there is one stream, which they cannot share. */
  plan: EmitPlan | undefined;
  /** After everything was read. */
  end: () => Promise<void>;
  /** However the run ended: leaves nothing unfinished behind. */
  close: () => Promise<void>;
}

/** What is written, and of what. */
export interface EmitWork {
  jobs: EmitJob[];
  dataset: Dataset;
  /** All that will be read. Those that cannot have the digits of their name are given others. */
  objects: readonly SourceObject[];
  /** What the command line says of the buckets of sources. */
  connection: LocationOptions;
  /** Ends what is asked before anything is read. */
  signal: AbortSignal;
}

/**
 * Makes ready what will be written to.
 * @throws HeadgateError `emit-into-source`, `emit-not-empty`, `emit-failed`, and those of a destination that cannot be parsed or listed
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
    objects[index]!.emitDigits = digits;
  }
  const emitter = new FileEmitter(plan, dataset);
  return {
    emitter,
    plan,
    end: async () => {},
    close: async () => {
      await Promise.race([emitter.settle(), wait(END_WRITING_MS, undefined, { ref: false })]);
      // What ended threads had to say is still on its way.
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
