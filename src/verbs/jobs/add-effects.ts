// Replays the old and the new filters and transformers of planned jobs over a source, once for all jobs of a dataset, and adds the effects to their plans.
import { HeadgateError } from '../../base/index.ts';
import { INTERRUPTED } from '../../input/sources/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { readFilter, testedFields } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { isOwnSource } from '../request/written-by/own-source.ts';
import { type WritingJob, writingJobOf } from '../request/written-by/written-by.ts';
import type { PlanJobsRequest, PreparedJob } from './jobs-plan.ts';
import { type ReplayEffectsRequest, replayEffects } from './replay-effects.ts';
import { textOf } from './wanted-jobs.ts';

/** A request of a plan whose guards are read, with its number of samples. */
type EffectsRequest = PlanJobsRequest & Pick<ReplayEffectsRequest, 'loadedGuards'>;

/** Adds the effects of all jobs without a problem. @returns false if the run was interrupted */
export async function addEffects(
  jobs: readonly PreparedJob[],
  sources: readonly string[],
  request: EffectsRequest,
): Promise<boolean> {
  const byDataset = Map.groupBy(
    // Of a dataset that headgate does not know, no filter can be replayed.
    jobs.filter(({ plan, dataset }) => plan.problems.length === 0 && dataset !== undefined),
    ({ plan }) => plan.dataset,
  );
  if (byDataset.size > 1 && sources.includes('-')) {
    throw new HeadgateError(
      'stdin-twice',
      `cannot replay standard input for jobs of ${byDataset.size} datasets: found ${[...byDataset.keys()].join(', ')}, expected one dataset, because standard input can be read only once; pass jobs of one dataset, or save the lines to a file`,
    );
  }
  for (const [dataset, ofDataset] of byDataset) {
    try {
      await addEffectsOf(ofDataset, dataset, sources, request);
    } catch (error) {
      if (error instanceof HeadgateError && error.code === INTERRUPTED) return false;
      throw error;
    }
  }
  return true;
}

/** Adds the effects of jobs of one dataset. */
async function addEffectsOf(
  jobs: readonly PreparedJob[],
  datasetName: string,
  sources: readonly string[],
  request: EffectsRequest,
): Promise<void> {
  const { connection = {} } = request;
  const pushedBy: Job[] = [];
  let writer: WritingJob | undefined;
  for (const { plan, live, jobBefore: job } of jobs) {
    if (live === undefined || !(await isOwnSource(sources, textOf(live.destination_conf) ?? '', connection))) continue;
    if (job === undefined) continue;
    pushedBy.push(job);
    // Without a filter or a sample_rate, nothing is missing there.
    if (textOf(live.filter) === undefined && pushSettings(job).sampleRate === 1) continue;
    plan.isOwnSource = true;
    writer ??= await writingJobOf(job, getDataset(datasetName));
  }
  const replacements = jobs.map(({ plan, planned, live, jobBefore, jobAfter, pushBefore, sql }) => ({
    ...{ job: plan.name, from: textOf(live?.filter), to: textOf(planned.expected.filter), isNew: live === undefined },
    ...{ jobBefore, jobAfter, isOwn: plan.isOwnSource, push: plan.push, replacesPush: live && pushBefore },
    ...{ transformerBefore: sql.before, transformerAfter: sql.after },
  }));
  const effects = await replayEffects({ ...request, dataset: datasetName, replacements, pushedBy, writer });
  const dataset = getDataset(datasetName);
  for (const [index, { plan }] of jobs.entries()) {
    const { from, to } = replacements[index]!;
    plan.effect = effects[index]!;
    plan.testedFields = [...new Set([from, to].flatMap((text) => testedFields(readFilter(text, dataset).filter)))];
  }
}
