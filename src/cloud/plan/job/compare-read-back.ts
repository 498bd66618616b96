// Compares the job that the API returns after a change with what was sent. Settings that the service adds itself are no
// difference.
import type { PlainObject } from '../../../base/index.ts';
import type { Dataset } from '../../../language/dataset/index.ts';
import type { JobChange } from '../change.ts';
import { compareSettings } from './compare-settings.ts';
import type { PlannedJob } from './job-plan.ts';
import { settingsOf } from './settings.ts';

/**
 * Lists what differs by meaning from the expected settings; empty if the change is in force.
 * @param answer the job as the API returns it
 * @param dataset undefined if it is unknown
 */
export function compareReadBack(
  { body, expected }: Pick<PlannedJob, 'body' | 'expected'>,
  answer: PlainObject,
  dataset: Dataset | undefined,
): JobChange[] {
  const found = settingsOf(answer);
  return compareSettings(expected, found, dataset)
    .filter(({ key }) => Object.hasOwn(body, key) || Object.hasOwn(expected, key))
    .flatMap(({ changes }) => changes);
}
