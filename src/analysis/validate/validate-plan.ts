// The plan of a validation: plain data from which every thread creates its pass.
import type { TimeRange } from '../../base/index.ts';
import { parseObjectKey } from '../../input/destination/index.ts';
import { type WorkerPlan, workerEntry } from '../../input/threads/index.ts';
import { LIMITS, type LimitsName, type Ruleset } from '../../language/custom-fields/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { compileFilter, type NullReading, readFilter } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import type { ObjectName } from './batch-time.ts';
import { planCustomFields } from './line/custom-plan.ts';
import { lineSchemaOf } from './line/line-schema.ts';
import { type DayPlace, dayOfObject } from './object-day.ts';
import { idFieldOf } from './repeats/id-field.ts';
import { Validation } from './validation.ts';

/** The module that a worker thread of `validate` starts with. */
export const VALIDATE_WORKER: URL = workerEntry('validate-worker', import.meta.url);

/** The criteria for the lines of one job. */
export interface ValidationPlan extends WorkerPlan {
  outputOptions: OutputOptions;
  /** Canonical JSON; undefined: every line is kept. */
  filterJson: string | undefined;
  nullAs: NullReading;
  ruleset: Ruleset | undefined;
  limits: LimitsName;
  range: TimeRange;
  /** Where the names of objects contain the day of their folder. */
  days: readonly DayPlace[];
}

/** Creates a pass that has read nothing. */
export function createValidation(plan: ValidationPlan): Validation {
  const { datasetName, outputOptions, filterJson, nullAs, ruleset, limits, range, days, reading } = plan;
  const dataset = getDataset(datasetName);
  const schema = lineSchemaOf(outputOptions, dataset, reading.records);
  const filter = filterJson === undefined ? undefined : readFilter(filterJson, dataset, { isSent: false }).filter;
  return new Validation({
    dataset,
    schema,
    range,
    idField: idFieldOf(dataset),
    filter: filter && compileFilter(filter, dataset, { nullAs }),
    plan: planCustomFields(schema, ruleset, LIMITS[limits], dataset),
    dayOf: (name) => dayOfObject(name, days),
    parseName,
  });
}

/** The times in the name of an object. Standard input has no name. */
export function parseName(name: string): ObjectName {
  return { name, ...parseObjectKey(name), isStream: name === 'stdin' };
}
