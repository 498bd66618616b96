// The shape of a rule of a validation. The rules are in rules.ts and rules-of-jobs.ts.

/** `error`: the stored data violates the job. `warning`: it may violate the job. `remark`: worth knowing, not a fault. */
export type Severity = 'error' | 'warning' | 'remark';

/** What a rule applies to: its findings count these and show places of these. */
export type Subject = 'line' | 'object' | 'job' | 'hour';

/** The facts about a rule that a report needs. */
export interface Rule {
  severity: Severity;
  of: Subject;
  /** Names the finding in a few words. */
  title: string;
  /** What the user should do, as one sentence. */
  advice: string;
}
