// What a thread is told to hold lines to, as plain data, and the pass it makes of that.
import type { TimeRange } from '../../base/index.ts';
import { LIMITS, type LimitsName, type Ruleset } from '../../custom-fields/index.ts';
import { getDataset } from '../../dataset/index.ts';
import { isBadBytes, parseObjectKey } from '../../destination/index.ts';
import { compileFilter, readFilter } from '../../filter/index.ts';
import type { OutputOptions } from '../../job/index.ts';
import type { ObjectReplay } from '../../replay/index.ts';
import type { NullReading } from '../../run/named-filters.ts';
import { type DayPlace, dayOfObject } from '../../run/object-day.ts';
import type { ObjectsWork } from '../../run/objects/replay-objects.ts';
import { type ReadingPlan, workerEntry } from '../../run/threads/worker-message.ts';
import { idFieldOf, lineSchemaOf, type ObjectName, planCustomFields, Validation } from '../../validate/index.ts';

/** The module that a worker thread of `validate` starts with. */
export const VALIDATE_WORKER: URL = workerEntry('validate-worker', import.meta.url);

/** What lines of one job are held to. */
export interface ValidationPlan extends ReadingPlan {
  outputOptions: OutputOptions;
  /** Canonical JSON; undefined where there is no filter. */
  filterJson: string | undefined;
  nullAs: NullReading;
  ruleset: Ruleset | undefined;
  limits: LimitsName;
  range: TimeRange;
  /** Where the names of objects tell the day of their folder. */
  days: readonly DayPlace[];
}

/** Makes a pass that has read nothing. */
export function createValidation(plan: ValidationPlan): Validation {
  const { datasetName, outputOptions, filterJson, nullAs, ruleset, limits, range, days, reading } = plan;
  const dataset = getDataset(datasetName);
  const form = lineSchemaOf(outputOptions, dataset, reading.records);
  const filter = filterJson === undefined ? undefined : readFilter(filterJson, dataset).filter;
  return new Validation({
    ...{ dataset, form, range, idField: idFieldOf(dataset) },
    filter: filter && compileFilter(filter, dataset, { nullAs }),
    plan: planCustomFields(form, ruleset, LIMITS[limits], dataset),
    dayOf: (name) => dayOfObject(name, days),
  });
}

/** The name of an object with the times that it tells. */
export function objectNameOf(name: string, isStream = false): ObjectName {
  return { name, ...parseObjectKey(name), isStream };
}

/** The pass as whoever reads objects wants it. */
export function passOf(validation: Validation): ObjectsWork<unknown>['pass'] {
  return {
    get lineCount() {
      return validation.lineCount;
    },
    openObject: (name, reader): ObjectReplay => {
      const object = validation.openObject(objectNameOf(name, name === 'stdin'), reader);
      return {
        push: object.push,
        readWindow: object.readWindow,
        end: (isTruncated = false) => object.end(isTruncated),
        close: object.close,
        problem: (found) => object.problem(found, !isBadBytes(found.code)),
        get damage() {
          return object.damage;
        },
        get linesRead() {
          return object.linesRead;
        },
      };
    },
  };
}
