// What a report states about the job of a filter: its settings, how much it pushes, and what is unusual. Reads nothing.
import type { PushedLines } from '../../analysis/cost/index.ts';
import type { Job } from '../../language/job/index.ts';
import { type PushSettings, pushRemarks, pushSettings } from '../../language/output/index.ts';

/** The push of a job. */
export interface PushReport {
  push: PushSettings;
  /** What it pushes of the kept lines. */
  pushed: PushedLines;
  /** What is unusual about the job: clauses that start with a small letter. */
  remarks: string[];
}

/** Returns what a report states; nothing for a filter without a job. @param other the job that it is compared with */
export function pushReport(job: Job | undefined, pushed: PushedLines, other?: Job): PushReport | undefined {
  if (job === undefined) return undefined;
  const push = pushSettings(job);
  return { push, pushed, remarks: pushRemarks(push, other && pushSettings(other)) };
}
