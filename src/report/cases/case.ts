// The checks of a report as test cases, which JUnit XML and the workflow commands of GitHub share. Types only.
import type { Style } from '../text/style.ts';

/** One check. */
export interface Case {
  name: string;
  /** `failed`: the answer is negative. `error`: there is no answer. `warning` and `notice`: passed, with a remark or a figure that must be seen. */
  result: 'passed' | 'notice' | 'warning' | 'failed' | 'error';
  /** A complete sentence on one line. Absent if passed without a remark. */
  message?: string;
  /** Lines below the message. */
  details?: readonly string[];
  /** Where the mistake can be corrected. */
  file?: string;
  /** From 1. */
  line?: number;
  column?: number;
}

/** What the user chose, if it decides on a result or on the fields of example lines. */
export type CaseSettings = Pick<Style, 'isStrict' | 'show'>;

/** Creates the suites of a result. */
export type SuitesOf<Result> = (result: Result, settings?: CaseSettings) => readonly CaseSuite[];

/** The checks of one filter, job or source. */
export interface CaseSuite {
  name: string;
  cases: readonly Case[];
}
