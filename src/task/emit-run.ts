// --emit over a whole run: made ready before anything is read, ended after all was. What threads do of it is in emit.ts.
import type { Dataset } from '../dataset/index.ts';
import type { StoredObject } from '../destination/index.ts';
import { type Emitter, FileEmitter } from './emit.ts';
import { prepareFolders, sweepFolders } from './emit-folder.ts';
import { type EmitJob, type EmitPlan, type EmitRequest, planFiles } from './emit-plan.ts';
import { checkApart } from './emit-source.ts';
import { StreamEmitter } from './emit-stream.ts';

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

/**
 * Makes ready what will be written to.
 * @param objects all that will be read
 * @throws HeadgateError `emit-into-source`, `emit-not-empty`, `emit-failed`
 */
export async function startEmitting(
  request: EmitRequest,
  jobs: EmitJob[],
  dataset: Dataset,
  objects: readonly StoredObject[],
): Promise<EmitRun> {
  if (request.kind === 'stream') {
    const emitter = new StreamEmitter(jobs[0]!, dataset, request);
    return { emitter, plan: undefined, end: () => emitter.end(), close: async () => {} };
  }
  checkApart(request.folder, objects);
  const plan = planFiles(request.folder, jobs);
  await prepareFolders(plan, request.overwrite);
  return {
    emitter: new FileEmitter(plan, dataset),
    plan,
    end: async () => {},
    close: () => sweepFolders(plan),
  };
}
