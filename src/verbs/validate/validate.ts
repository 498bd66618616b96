// The verb validate: do the pushed lines match their job? Joins jobs, ruleset, sources and the pass; prints nothing.
import {
  batchSpanOf,
  createValidation,
  dayPlacesOf,
  idFieldOf,
  type JobValidation,
  jobFindings,
  jobValidation,
  lineSchemaOf,
  parseName,
  VALIDATE_WORKER,
  VALIDATION_VERSION,
  type ValidationPlan,
  type ValidationReport,
  type ValidationTotals,
} from '../../analysis/validate/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { emptyTotal, startProgress } from '../../input/objects/index.ts';
import type { ResumedRun, StoredRuns } from '../../input/resume/index.ts';
import {
  INTERRUPTED,
  listedTotal,
  listSources,
  listSourcesSoFar,
  type SourceListing,
} from '../../input/sources/index.ts';
import { readObjects } from '../../input/threads/index.ts';
import { printFilterJson } from '../../language/filter/index.ts';
import { checkChoice } from '../request/check-value.ts';
import { ignore, type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { DEFAULT_LIMITS } from '../request/request-defaults.ts';
import { type ResumeRequest, resumable, takeRun } from '../request/resume.ts';
import { readValidationInput, type ValidatedJob, type ValidationFiles, type ValidationInput } from './validate-job.ts';

/** How many times as long as in a replay a line takes: a thread is started for fewer lines. Measured: bench/. */
const SLOWER_THAN_REPLAY = 1.6;

/** The sources and jobs to validate. Without sources, each job is validated against its own destination. */
export interface ValidateRequest extends LogsRequest, ResumeRequest, ThreadsRequest, ValidationFiles {
  /** Warnings make a job invalid, too. @default false */
  strict?: boolean | undefined;
  /** Called once, when the job file and the ruleset are read. */
  onInput?: ((input: ValidationInput) => void) | undefined;
  /** Called once for each job, before an object of it is read. */
  onListing?: ((listing: SourceListing, job: string) => void) | undefined;
}

type ResolvedValidate = Awaited<ReturnType<typeof resolve>>;

async function resolve(request: ValidateRequest) {
  const { job: path, limits = DEFAULT_LIMITS, strict = false, onInput = ignore, onListing = ignore } = request;
  checkChoice('limits', limits, ['classic', 'current']);
  const logs = resolveLogs(request);
  const input = await abortable(readValidationInput(request), logs.signal);
  const { jobs, ruleset } = input;
  if (logs.sources.length > 0 && jobs.length > 1) {
    const names = jobs.map(({ job }) => job.name).join(', ');
    throw new HeadgateError(
      'several-jobs',
      `cannot validate one source against several jobs: found ${names} in ${path}, expected one; select it with --job-name, or omit the source to read the destination of each job`,
    );
  }
  // Reports a job that cannot be validated before anything is read.
  for (const { job, filter } of jobs) lineSchemaOf(job.outputOptions, filter.dataset);
  onInput(input);
  return { ...logs, jobs, ruleset, limits, strict, onListing };
}

const NOTHING_LISTED: SourceListing = {
  objects: [],
  sources: [],
  bytes: 0,
  listed: 0,
  pruned: 0,
  prunedFolders: 0,
  skipped: 0,
  warnings: [],
};

/** Lists what a validation would read, of all jobs, and checks jobs and ruleset. */
export async function listValidation(request: ValidateRequest): Promise<SourceListing> {
  const listings: SourceListing[] = [];
  const keep = async (_: ValidatedJob, listing: SourceListing): Promise<void> => {
    listings.push(listing);
  };
  await eachJob(await resolve(request), keep, listSourcesSoFar);
  return listings.reduce(
    (sum, one) => ({
      objects: [...sum.objects, ...one.objects],
      sources: [...sum.sources, ...one.sources],
      bytes: sum.bytes + one.bytes,
      listed: sum.listed + one.listed,
      pruned: sum.pruned + one.pruned,
      prunedFolders: sum.prunedFolders + one.prunedFolders,
      skipped: sum.skipped + one.skipped,
      warnings: [...sum.warnings, ...one.warnings],
      indexes: [...(sum.indexes ?? []), ...(one.indexes ?? [])],
      isPartial: sum.isPartial === true || one.isPartial === true,
    }),
    NOTHING_LISTED,
  );
}

/**
 * Checks every pushed line against its job: filter, fields, types, timestamps, custom fields, batches, repeated events. Without sources, each
 * job is checked against its own destination. A violated rule is a finding, not an error.
 * @throws InvalidFilterError, HeadgateError before an object is read, and when a source cannot be reached
 * @example
 * ```ts
 * import { validate } from 'headgate';
 *
 * const { jobs } = await validate({ sources: ['samples/logs/all-requests'], job: 'samples/jobs/all-requests.json' });
 * for (const { name, valid, findings, lines } of jobs) {
 *   console.log(name, valid, lines.read); // => all-requests true 19575
 *   for (const { code, severity, count } of findings) console.log(code, severity, count); // => custom-near-limit remark 42
 * }
 * ```
 */
export async function validate(given: ValidateRequest): Promise<ValidationReport> {
  return await resumable('validate', given, undefined, validateIn);
}

async function validateIn(request: ValidateRequest, file: StoredRuns | undefined): Promise<ValidationReport> {
  const started = new Date();
  const resolved = await resolve(request);
  const jobs: JobValidation[] = [];
  await eachJob(resolved, async (one, found) => {
    const resumed = takeRun(file, found, { verb: 'validate', name: one.job.name }, resolved);
    const listing = resumed?.listing ?? found;
    resolved.onListing(listing, one.job.name);
    jobs.push(await validateJob({ ...resolved, resumed }, one, listing));
  });
  return {
    version: VALIDATION_VERSION,
    partial: resolved.signal.aborted,
    jobs,
    timing: { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 },
  };
}

/** Calls `use` for every job with its objects, one after the other. A job that has pushed nothing does not stop the others. */
async function eachJob(
  resolved: ResolvedValidate,
  use: (one: ValidatedJob, listing: SourceListing) => Promise<void>,
  list = listSources,
): Promise<void> {
  const { signal, jobs } = resolved;
  const empty: HeadgateError[] = [];
  let isAnyUsed = false;
  for (const one of jobs) {
    if (signal.aborted && empty.length < jobs.length - 1) break;
    const listing = await list(resolved, [one.job]).catch((error: unknown) => {
      // The findings of earlier jobs count.
      if (isAnyUsed && error instanceof HeadgateError && error.code === INTERRUPTED) return undefined;
      const mayBeEmpty = jobs.length > 1 && error instanceof HeadgateError && error.code === 'no-objects';
      if (!mayBeEmpty) throw error;
      empty.push(error);
      return undefined;
    });
    if (listing === undefined) continue;
    isAnyUsed = true;
    await use(one, listing);
  }
  if (empty.length === jobs.length)
    throw new HeadgateError('no-objects', empty.map(({ message }) => message).join('; '));
}

async function validateJob(
  resolved: ResolvedValidate & { resumed: ResumedRun | undefined },
  { job, filter }: ValidatedJob,
  listing: SourceListing,
): Promise<JobValidation> {
  const { signal, range, ruleset, limits, nullAs, strict, threads, bytesPerThread, partBytes, resumed } = resolved;
  const { dataset, reading: filterReading } = filter;
  const { outputOptions, name } = job;
  const form = lineSchemaOf(outputOptions, dataset);
  const { records } = resolved.reading;
  const isFromJob = resolved.reading.input === 'auto' && records === undefined;
  const input = isFromJob ? form.input : resolved.reading.input;
  const reading = { ...resolved.reading, input, records: isFromJob ? form.records : records };
  const locations = new Set(Array.from(listing.objects, ({ destination }) => destination.location));
  const names = Array.from(listing.objects, ({ object }) => object.name);
  const days = dayPlacesOf([...locations], job, names);
  const plan: ValidationPlan = {
    ...{ datasetName: dataset.name, outputOptions, nullAs, ruleset, limits, range, reading, days },
    filterJson: filterReading.filter && printFilterJson(filterReading.filter),
  };
  const validation = createValidation(plan);
  const total = emptyTotal();
  const [, ...others] = await readObjects<ValidationPlan, ValidationTotals | undefined>(listing.objects, {
    ...{ verb: 'validate', entry: VALIDATE_WORKER, plan, total, signal, onProgress: resolved.onProgress },
    ...{ threads, bytesPerThread, partBytes, slowness: SLOWER_THAN_REPLAY },
    // A part of a file does not show with which of its blank lines the batch ends.
    splits: form.blankLines.first + form.blankLines.last + form.blankLines.between === 0,
    pass: validation,
    shards: resumed && {
      store: resumed.begin({
        ...{ '--ruleset': ruleset ?? null, '--limits': limits },
        'the dataset of the job': dataset.name,
        'the filter of the job': plan.filterJson ?? null,
        'the output_options of the job': outputOptions,
      }),
      createTarget: () => {
        const pass = createValidation(plan);
        return { pass, result: () => pass.toTotals() };
      },
      add: (totals) => totals && validation.addShard(totals),
    },
    // The pass of this thread has its totals.
    result: () => undefined,
    progress: startProgress(listing.objects.length, listing.bytes),
  });
  for (const other of others) if (other !== undefined) validation.add(other);
  const isListed = form.fields === undefined || form.fields.some(({ field }) => field === idFieldOf(dataset));
  return jobValidation({
    ...{ name, dataset, strict, totals: validation.toTotals() },
    source: { ...listedTotal(listing), ...total },
    jobFindings: jobFindings({ ...job, dataset }, ruleset),
    spans: [...listing.objects].flatMap(({ object }) => {
      const named = parseName(object.name);
      const span = named.end === undefined ? undefined : batchSpanOf(named);
      return span === undefined ? [] : [span];
    }),
    idField: isListed ? idFieldOf(dataset) : undefined,
  });
}
