// Creates the http_requests line that the service logs for an exchange, as a record: filters read its fields before a line is
// written. Knows nothing of jobs.
import type { LineRecord } from '../../input/record/index.ts';
import { type CustomFieldLimits, FieldReader, type Ruleset } from '../../language/custom-fields/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Exchange } from '../traffic/index.ts';
import { columnsOf } from './line-columns.ts';
import { LoggedLine } from './logged-line.ts';

/** Options of {@link createLineBuilder}. */
export interface LineBuilderOptions {
  dataset: Dataset;
  /** Custom fields to log; undefined: none. */
  ruleset: Ruleset | undefined;
  limits: CustomFieldLimits;
  /**
   * The fields of a line, in order. Names that the dataset lacks or no longer logs are left out, and repetitions.
   * undefined: all fields that the dataset logs
   */
  fields: readonly string[] | undefined;
  /** Seed of the ray IDs of exchanges without a `cf-ray` header. Builders of one seed give the same IDs. @default 1 */
  seed?: number;
}

/** Creates lines. */
export interface LineBuilder {
  /**
   * Returns the line of an exchange. `get` returns any field of the dataset; the JSON has exactly the fields of the builder.
   * The values are derived from the exchange, replaced by its `fields`; without data they are the zero values of their types.
   * @param atMs time of an exchange without a timestamp. Milliseconds since 1970, with fraction
   * @param sequence number of the exchange, from which its ray ID follows @default the number of earlier calls
   * @returns a record that is valid until the next call
   */
  build(exchange: Exchange, atMs: number, sequence?: number): LineRecord;
}

/** Creates a builder. */
export function createLineBuilder(options: LineBuilderOptions): LineBuilder {
  const { dataset, ruleset, limits, fields, seed = 1 } = options;
  const columns = columnsOf(dataset, ruleset);
  const names = fields === undefined ? columns.keys() : new Set(fields);
  const line = new LoggedLine({
    columns,
    written: [...names].flatMap((name) => columns.get(name) ?? []),
    reader: ruleset === undefined ? undefined : new FieldReader(ruleset, limits),
    seed,
  });
  let calls = 0;
  return {
    build(exchange, atMs, sequence = calls) {
      calls += 1;
      line.moveTo(exchange, atMs, sequence);
      return line;
    },
  };
}
