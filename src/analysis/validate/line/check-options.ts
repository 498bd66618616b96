// The criteria that lines are checked against. Checks nothing itself.
import type { TimeRange } from '../../../base/index.ts';
import type { Dataset } from '../../../language/dataset/index.ts';
import type { CompiledFilter } from '../../../language/filter/index.ts';
import type { CustomPlan } from './custom-plan.ts';
import type { LineSchema } from './line-schema.ts';

/** The criteria that lines are checked against. */
export interface CheckOptions {
  dataset: Dataset;
  schema: LineSchema;
  /** The job's filter; undefined keeps every line. */
  filter: CompiledFilter | undefined;
  plan: CustomPlan;
  /** Only lines whose own time is in this range are checked. */
  range: TimeRange;
  /** Field with the id of an event; undefined: repeated events are not counted. */
  idField: string | undefined;
  /** Returns the day, `YYYYMMDD`, that the folder of an object is named after, by the object's name. */
  dayOf: (object: string) => string | undefined;
}
