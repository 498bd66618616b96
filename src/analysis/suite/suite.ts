// A suite of filter tests as data: cases of a line and the verdict that a filter must give. Types only.
import type { JsonObject } from '../../base/index.ts';
import type { NullReading, VerdictName } from '../../language/filter/index.ts';

/** The filters that a suite tests, as its text names them. Paths are relative to the suite. */
export type SuiteSubject =
  /** Text as `--filter` takes it; `@path` is a file. */
  | { kind: 'filter'; text: string }
  /** The path of a file with a job, an array of jobs, or an API response. */
  | { kind: 'job-file'; path: string }
  /** A job written into the suite, as JSON text. */
  | { kind: 'job'; text: string };

/** Where the line of a case comes from. */
export type CaseLine =
  | { kind: 'line'; record: JsonObject }
  /** The only line with this RayID in a file; the path is relative to the suite. */
  | { kind: 'object'; object: string; ray: string };

/** One case. */
export interface SuiteCase {
  /** `cases[2]` */
  path: string;
  /** Line of the suite's text at which the case begins, from 1. */
  at: number;
  /** Undefined: the suite gives it none. */
  name: string | undefined;
  note: string | undefined;
  line: CaseLine;
  expect: VerdictName;
}

/** A suite. */
export interface Suite {
  /** Undefined: that of its job, else the default dataset. */
  dataset: string | undefined;
  /** Undefined: the filter comes from the command line. */
  subject: SuiteSubject | undefined;
  /** The meaning of JSON null. Undefined: not set. */
  nullAs: NullReading | undefined;
  /** At least one. */
  cases: SuiteCase[];
}

/** A case with the record that a filter is evaluated on. */
export interface ReadCase extends SuiteCase {
  record: JsonObject;
}
