// The figures of the push for every job of the zone, and for deleted jobs that had lines.
import type { JobTotals, PushTotals } from './push/push-event.ts';
import type { StoredJob } from './state/job-config.ts';

/** Adds the jobs without figures, and marks the deleted ones. @param jobs of the zone now */
export function zoneTotals({ exchanges, jobs: pushed }: PushTotals, jobs: readonly StoredJob[]): PushTotals {
  const found = new Map(pushed.map((totals) => [totals.id, totals]));
  const ids = new Set(jobs.map(({ id }) => id));
  const deleted = pushed
    .filter(({ id, lines, lostLines }) => !ids.has(id) && lines + lostLines > 0)
    .map((totals) => ({ ...totals, deleted: true as const }));
  return { exchanges, jobs: [...jobs.map((job) => found.get(job.id) ?? withoutPush(job)), ...deleted] };
}

function withoutPush({ id, config }: StoredJob): JobTotals {
  return { id, name: config.name || `job-${id}`, batches: 0, lines: 0, storedBytes: 0, lostBatches: 0, lostLines: 0 };
}
