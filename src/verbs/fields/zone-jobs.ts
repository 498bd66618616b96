// Reads the jobs of a zone as far as a plan of custom fields needs them: names and `field_names`.
import { HeadgateError } from '../../base/index.ts';
import type { ApiJob, ManagementApi } from '../../cloud/api/index.ts';
import type { ZoneJob } from '../../cloud/plan/index.ts';
import { parseJobs } from '../../language/job/index.ts';

/** The jobs of a zone, and why some are missing. */
export interface ReadJobs {
  /** Undefined if none could be read. */
  jobs: readonly ZoneJob[] | undefined;
  warnings: readonly string[];
}

/** Reads the jobs. A failure is a warning: the change does not depend on the jobs. */
export async function readZoneJobs(api: ManagementApi, zoneId: string, signal?: AbortSignal): Promise<ReadJobs> {
  let listed: readonly ApiJob[];
  try {
    listed = await api.listJobs({ zone: zoneId });
  } catch (error) {
    if (!(error instanceof HeadgateError) || signal?.aborted === true) throw error;
    return { jobs: undefined, warnings: [`which jobs list the fields is unknown: ${error.message}`] };
  }
  const warnings: string[] = [];
  const jobs = listed.flatMap((job): ZoneJob[] => {
    try {
      const [read] = parseJobs(JSON.stringify(job), `job ${job.id}`, `job-${job.id}`).jobs;
      const { name, dataset, outputOptions } = read!;
      return [{ id: job.id, name, dataset, fieldNames: outputOptions.field_names }];
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      // Not the message, which may repeat values of the job.
      warnings.push(`headgate cannot parse job ${job.id}, so whether it lists the fields is unknown`);
      return [];
    }
  });
  return { jobs, warnings };
}
