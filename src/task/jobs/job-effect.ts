// Replays the old and the new filter of planned jobs over a source, and adds the effect to their plans.
import type { ApiJob } from '../../api/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { getDataset } from '../../dataset/index.ts';
import { readFilter, testedFields } from '../../filter/index.ts';
import { type Job, parseJobs } from '../../job/index.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../../run/request-defaults.ts';
import { INTERRUPTED } from '../../run/sources.ts';
import { isOwnSource } from '../../run/written-by/own-source.ts';
import { replayChange } from '../compare/replay-change.ts';
import type { PlanJobsRequest } from './plan-jobs-request.ts';
import type { PreparedJob } from './prepared-job.ts';
import { textOf } from './wanted-jobs.ts';

/** Adds the effects of all jobs without a problem. @returns false if the run was interrupted */
export async function addEffects(
  jobs: readonly PreparedJob[],
  sources: readonly string[],
  request: PlanJobsRequest,
): Promise<boolean> {
  const { connection = {}, samples = DEFAULT_CHANGED_SAMPLES } = request;
  if (jobs.length > 1 && sources.includes('-')) {
    throw new HeadgateError(
      'stdin-twice',
      `cannot replay standard input for ${printPlural(jobs.length, 'job')}: it can be read only once; pass one job, or save the lines to a file`,
    );
  }
  for (const { plan, planned, live } of jobs) {
    if (plan.problems.length > 0) continue;
    const isOwn = live !== undefined && (await isOwnSource(sources, textOf(live.destination_conf) ?? '', connection));
    const [from, to] = [textOf(live?.filter), textOf(planned.expected.filter)];
    // Without a filter, nothing is missing there.
    if (isOwn && from !== undefined) plan.isOwnSource = true;
    try {
      plan.effect = await replayChange({
        ...request,
        ...{ samples, job: plan.name, dataset: plan.dataset, from, isNew: live === undefined },
        to,
        pushedBy: isOwn ? parsed(live) : [],
      });
      const dataset = getDataset(plan.dataset);
      plan.testedFields = [...new Set([from, to].flatMap((text) => testedFields(readFilter(text, dataset).filter)))];
    } catch (error) {
      if (error instanceof HeadgateError && error.code === INTERRUPTED) return false;
      throw error;
    }
  }
  return true;
}

/** The live job, for the form of its lines. The platform may have jobs that headgate cannot parse. */
function parsed(live: ApiJob): Job[] {
  try {
    return parseJobs(JSON.stringify(live), 'the live job', `job-${live.id}`).jobs;
  } catch (error) {
    if (error instanceof HeadgateError) return [];
    throw error;
  }
}
