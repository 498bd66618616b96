// Finds the live job that a job of a file means: by id, else by name. Never takes one job for another.
import type { ApiJob } from '../../api/index.ts';
import { HeadgateError } from '../../base/index.ts';

/** What identifies a job in a file. */
export interface JobIdentity {
  id?: number | undefined;
  name?: string | undefined;
}

/**
 * Finds the live job.
 * @returns undefined if no job has the name: it is created
 * @throws HeadgateError `job-missing` if no job has the id; `job-ambiguous` if several have the name; `job-unnamed` if the file has neither
 */
export function findJob({ id, name }: JobIdentity, live: readonly ApiJob[], origin: string): ApiJob | undefined {
  if (id !== undefined) {
    const found = live.find((job) => job.id === id);
    if (found !== undefined) return found;
    throw refused(
      'job-missing',
      `cannot update the job of ${origin}: found no job with the id ${id}, expected one; to create a job, remove "id" from the file`,
    );
  }
  if (name === undefined) {
    throw refused(
      'job-unnamed',
      `cannot use the job of ${origin}: found neither "id" nor "name", expected one of them; without a name, each apply would create another job`,
    );
  }
  const found = live.filter((job) => job.name === name);
  if (found.length < 2) return found[0];
  const ids = found.map((job) => job.id).join(', ');
  throw refused(
    'job-ambiguous',
    `cannot use the job of ${origin}: found ${found.length} jobs with the name ${JSON.stringify(name)} (ids ${ids}), expected one; add the "id" of the job to the file`,
  );
}

function refused(code: string, message: string): HeadgateError {
  return new HeadgateError(code, message, { kind: 'negative' });
}
