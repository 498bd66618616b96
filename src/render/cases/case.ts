// The checks of a report as test cases, which JUnit XML and the workflow commands of GitHub share. Types only.

/** One check. */
export interface Case {
  name: string;
  /** `failed`: the answer is negative. `error`: there is no answer. `warning`: passed, with a remark. */
  result: 'passed' | 'warning' | 'failed' | 'error';
  /** A complete sentence on one line. Absent if passed. */
  message?: string;
  /** Lines below the message. */
  details?: readonly string[];
  /** Where the mistake can be corrected. */
  file?: string;
  /** From 1. */
  line?: number;
  column?: number;
}

/** The checks of one filter, job or source. */
export interface CaseSuite {
  name: string;
  cases: readonly Case[];
}
