// Filters as the strings that a job's `filter` field takes, one a line.
import type { CheckResult } from '../../task/index.ts';

/** Renders each checked filter as a JSON string; `""` where there is no filter. */
export function renderJobStrings({ checks }: CheckResult): string[] {
  return checks.map(({ filter }) => `${filter?.jobString ?? '""'}\n`);
}
