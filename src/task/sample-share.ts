// The part of a sample's objects that one thread reads; what this thread does is what a worker does.
import pMap from 'p-map';
import { HeadgateError } from '../base/index.ts';
import { getDataset } from '../dataset/index.ts';
import type { SampleFigures } from '../sample/index.ts';
import type { ObjectEnd } from './feed-object.ts';
import {
  emptyTotal,
  noteUnreadable,
  OBJECTS_IN_FLIGHT,
  type ObjectsRun,
  type ReadTotal,
  replayObject,
} from './replay-objects.ts';
import { createPass, type SamplePlan } from './sample-plan.ts';
import type { SourceObject } from './sources.ts';

/** Who is told of the reading. */
export interface ShareListener {
  signal: AbortSignal;
  /** @param stored bytes since the last call @param lines of the share so far */
  onBytes: (stored: number, lines: number) => void;
  onObject: () => void;
}

/** What became of a share. */
export interface ShareResult {
  figures: SampleFigures;
  total: ReadTotal;
  /** By item: how its reading ended; undefined where it was not begun, or is counted as unreadable. */
  ends: (ObjectEnd | undefined)[];
}

/** Reads a share. @throws HeadgateError where its first object shows that none of the source can be read */
export async function readShare(
  items: readonly SourceObject[],
  plan: SamplePlan,
  { signal, onBytes, onObject }: ShareListener,
): Promise<ShareResult> {
  const pass = createPass(plan, items);
  const total = emptyTotal();
  let isAnyDone = false;
  const run: ObjectsRun = {
    ...{ pass, total, signal, reading: plan.reading, dataset: getDataset(plan.datasetName) },
    onBytes: (stored) => onBytes(stored, pass.lineCount),
    onObject: () => {
      isAnyDone = true;
      onObject();
    },
  };
  const readOne = async (item: SourceObject): Promise<ObjectEnd | undefined> => {
    if (signal.aborted) return undefined;
    try {
      return await replayObject(item, run);
    } catch (error) {
      if (!(error instanceof HeadgateError) || !isAnyDone) throw error;
      noteUnreadable(item, error, run);
      return undefined;
    }
  };
  const hasBucket = items.some(({ destination }) => destination.location.kind === 's3');
  const ends = await pMap(items, readOne, { concurrency: hasBucket ? OBJECTS_IN_FLIGHT : 1 });
  return { figures: pass.toFigures(), total, ends };
}
