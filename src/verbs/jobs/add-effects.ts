// Replays the old and the new filters of planned jobs over a source, once for all jobs of a dataset, and adds the effects to their plans.
import { HeadgateError, type Instant, printInstant } from '../../base/index.ts';
import { redactLocation } from '../../input/destination/index.ts';
import { INTERRUPTED } from '../../input/sources/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { printExpression, readFilter, testedFields } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { isOwnSource } from '../request/written-by/own-source.ts';
import { type WritingJob, writingJobOf } from '../request/written-by/written-by.ts';
import type { JobOfPlan, PlanJobsRequest, PreparedJob } from './jobs-plan.ts';
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
  const replacements = jobs.map(({ plan, planned, live, jobBefore, jobAfter, pushBefore }) => ({
    ...{ job: plan.name, from: textOf(live?.filter), to: textOf(planned.expected.filter), isNew: live === undefined },
    ...{ jobBefore, jobAfter, isOwn: plan.isOwnSource, push: plan.push, replacesPush: live && pushBefore },
  }));
  const effects = await replayEffects({ ...request, dataset: datasetName, replacements, pushedBy, writer });
  const dataset = getDataset(datasetName);
  for (const [index, { plan, planned }] of jobs.entries()) {
    const { from, to } = replacements[index]!;
    plan.effect = effects[index]!;
    const { transformer_id: id } = planned.expected;
    if (typeof id === 'number') plan.transformerReplay = transformerReplay(id, { plan, filter: to, sources, request });
    plan.testedFields = [...new Set([from, to].flatMap((text) => testedFields(readFilter(text, dataset).filter)))];
  }
}

/** Returns the words of the `replay` of a transformer: with the filter of the job after the change, the guards and the source of the plan. */
function transformerReplay(
  id: number,
  {
    plan,
    filter,
    sources,
    request,
  }: { plan: JobOfPlan; filter: string | undefined } & {
    sources: readonly string[];
    request: EffectsRequest;
  },
): string[] {
  const {
    range: { since, until } = {},
    guards = [],
    neverDrop = [],
    neverKeep = [],
    undecidedOk,
    price = [],
  } = request;
  const { zone, account } = request;
  const each = (flag: string, values: readonly (string | Instant | undefined)[]) =>
    values.flatMap((value) =>
      value === undefined ? [] : [flag, typeof value === 'string' ? value : printInstant(value)],
    );
  const read = filter === undefined ? undefined : readFilter(filter, getDataset(plan.dataset)).filter;
  return [
    ...['headgate', 'replay', ...sources.map((source) => redactLocation(source))],
    ...each('--dataset', [plan.dataset === DEFAULT_DATASET ? undefined : plan.dataset]),
    ...each('--filter', [read ? printExpression(read) : filter]),
    ...['--transformer', String(id)],
    ...(zone === undefined || account !== undefined ? each('--account', [account]) : each('--zone', [zone])),
    ...each('--since', [since]),
    ...each('--until', [until]),
    ...each('--guard', guards),
    ...each('--never-drop', neverDrop),
    ...each('--never-keep', neverKeep),
    ...(undecidedOk === true ? ['--undecided-ok'] : []),
    ...each('--price', [price].flat()),
  ];
}
