// Renders filters as the strings for the `filter` field of a job, one per line.
import type { CheckResult } from '../../task/index.ts';

/** Renders each checked filter as a JSON string; `""` for no filter. */
export function renderJobStrings({ checks }: CheckResult): string[] {
  return checks.map(({ filter }) => `${filter?.jobString ?? '""'}\n`);
}
