// The part of a validation's objects that one thread reads; what this thread does is what a worker does.
import pMap from 'p-map';
import { HeadgateError } from '../base/index.ts';
import { getDataset } from '../dataset/index.ts';
import type { ValidationTotals } from '../validate/index.ts';
import type { ObjectEnd } from './feed-object.ts';
import {
  emptyTotal,
  noteUnreadable,
  OBJECTS_IN_FLIGHT,
  type ObjectsRun,
  type ReadTotal,
  replayObject,
} from './replay-objects.ts';
import type { ShareListener } from './sample-share.ts';
import type { SourceObject } from './sources.ts';
import { createValidation, passOf, type ValidationPlan } from './validate-plan.ts';

/** What became of a share. */
export interface ValidationShare {
  totals: ValidationTotals;
  total: ReadTotal;
  /** By item: how its reading ended; undefined where it was not begun, or is counted as unreadable. */
  ends: (ObjectEnd | undefined)[];
}

/** Reads a share. @throws HeadgateError where its first object shows that none of the source can be read */
export async function readValidationShare(
  items: readonly SourceObject[],
  plan: ValidationPlan,
  { signal, onBytes, onObject }: ShareListener,
): Promise<ValidationShare> {
  const validation = createValidation(plan);
  const total = emptyTotal();
  let isAnyDone = false;
  const run: ObjectsRun = {
    ...{ pass: passOf(validation), total, signal, reading: plan.reading, dataset: getDataset(plan.datasetName) },
    onBytes: (stored) => onBytes(stored, validation.lineCount),
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
  return { totals: validation.toTotals(), total, ends };
}
