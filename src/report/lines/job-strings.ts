// Renders filters as the strings for the `filter` field of a job, one per line: the shortened ones if that was asked for.
import type { CheckResult } from '../../verbs/index.ts';

/** Renders each checked filter as a JSON string; `""` for no filter. */
export function renderJobStrings({ checks }: CheckResult): string[] {
  return checks.map(({ filter, shortened }) => {
    const found = shortened === undefined ? filter : shortened.filter;
    return `${found?.jobString ?? '""'}\n`;
  });
}
