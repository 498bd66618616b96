// Finds the live job that a job of a file means: by id, else by name. Never takes one job for another.
import { HeadgateError } from '../../base/index.ts';
import type { ApiJob } from '../../cloud/api/index.ts';

/** What identifies a job in a file. */
interface JobIdentity {
  id?: number | undefined;
  name?: string | undefined;
  /** Of an undo file: whether it contains the whole job. Undefined: it is no undo file. */
  undo?: 'part' | 'whole' | undefined;
}

/**
 * Finds the live job.
 * @returns undefined if no job has the name: it is created
 * @throws HeadgateError `job-missing` if no job has the id; `job-ambiguous` if several have the name; `job-unnamed` if the file has neither
 */
export function findJob({ id, name, undo }: JobIdentity, live: readonly ApiJob[], origin: string): ApiJob | undefined {
  if (id !== undefined) {
    const found = live.find((job) => job.id === id);
    if (found !== undefined) return found;
    if (undo !== undefined) throw deleted(`the id ${id}`, undo, origin);
    throw rejected(
      'job-missing',
      `cannot update the job of ${origin}: there is no job with the id ${id}; to create a job, remove "id" from the file`,
    );
  }
  if (name === undefined) {
    throw rejected(
      'job-unnamed',
      `cannot use the job of ${origin}: found neither "id" nor "name", expected one of them; without a name, each apply would create another job`,
    );
  }
  const found = live.filter((job) => job.name === name);
  // A part of a job, such as one without its filter, must not become a job.
  if (found.length === 0 && undo === 'part') throw deleted(`the name ${JSON.stringify(name)}`, undo, origin);
  if (found.length < 2) return found[0];
  const ids = found.map((job) => job.id).join(', ');
  throw rejected(
    'job-ambiguous',
    `cannot use the job of ${origin}: ${found.length} jobs have the name ${JSON.stringify(name)} (ids ${ids}); add the "id" of the job to the file`,
  );
}

function deleted(identity: string, undo: 'part' | 'whole', origin: string): HeadgateError {
  const advice =
    undo === 'whole'
      ? 'the undo file contains the whole job: to create it again, remove "id" from the file and apply it'
      : 'the undo file contains only the settings that the change replaced: to create the job again, write them into a job file with its other settings, such as "destination_conf", and apply that; jobs apply --undo whole stores the whole job';
  return rejected(
    'job-missing',
    `cannot restore the job of ${origin}: the job with ${identity} was deleted; ${advice}`,
  );
}

function rejected(code: string, message: string): HeadgateError {
  return new HeadgateError(code, message, { kind: 'negative' });
}
