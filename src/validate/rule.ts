// What a rule of a validation is. The rules themselves are in rules.ts.

/** `error`: what lies there is not what the job promises. `warning`: it may be. `remark`: good to know. */
export type Severity = 'error' | 'warning' | 'remark';

/** What the places and the count of a rule's findings are of. */
export type Subject = 'line' | 'object' | 'job' | 'hour';

/** One rule. */
export interface Rule {
  severity: Severity;
  of: Subject;
  /** What was found, a few words. */
  title: string;
  /** What to do about it, a sentence. */
  advice: string;
}
