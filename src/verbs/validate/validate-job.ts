// Reads --job and --ruleset: the jobs of one file, each with its filter, and the ruleset.
import type { NamedFilter } from '../../analysis/query/index.ts';
import { HeadgateError, uniqueNames } from '../../base/index.ts';
import type { LimitsName, Ruleset } from '../../language/custom-fields/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { readFilter } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { nameOfFile, type ReadStdin, readArgumentFile, readStdin } from '../request/argument-text.ts';
import { InvalidFilterError, isInvalid } from '../request/named-filters.ts';
import { DEFAULT_LIMITS } from '../request/request-defaults.ts';
import { readRulesetArgument } from '../request/ruleset-argument.ts';

/** A job to validate. */
export interface ValidatedJob {
  filter: NamedFilter;
  job: Job;
}

/** The files read before any object. */
export interface ValidationInput {
  jobs: ValidatedJob[];
  ruleset: Ruleset | undefined;
  warnings: string[];
}

/** The files. */
export interface ValidationFiles {
  /** Path of a job file, or `-`. */
  job: string;
  /** The one job of the file that is wanted. @default all */
  jobName?: string | undefined;
  /** Path of a custom-fields ruleset, or `-`. @default none: custom fields are checked for their form alone */
  ruleset?: string | undefined;
  /** @default 'classic' */
  limits?: LimitsName | undefined;
  /** Reads standard input, for an argument `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
}

/**
 * Reads jobs and ruleset.
 * @throws HeadgateError `job-invalid`, `no-such-job`, `job-transformed`, `unknown-dataset`, `ruleset-invalid` and those of reading files; InvalidFilterError, InvalidRulesetError
 */
export async function readValidationInput({
  job: path,
  jobName,
  ruleset,
  limits = DEFAULT_LIMITS,
  stdin = readStdin(),
}: ValidationFiles): Promise<ValidationInput> {
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'job file');
  const origin = path === '-' ? 'standard input' : path;
  const { parseJobs } = await import('../../language/job/index.ts');
  const reading = parseJobs(text, origin, nameOfFile(origin));
  const names = uniqueNames(reading.jobs.map(({ name }) => name));
  const all = reading.jobs.map((job, index) => validatedJob({ ...job, name: names[index]! }));
  const jobs = jobName === undefined ? all : all.filter(({ job }) => job.name === jobName);
  if (jobs.length === 0) {
    const found = all.map(({ job }) => job.name).join(', ');
    throw new HeadgateError(
      'no-such-job',
      `cannot use --job-name ${JSON.stringify(jobName)}: found ${found} in ${origin}`,
    );
  }
  for (const { job } of jobs) rejectTransformed(job);
  const filters = jobs.map(({ filter }) => filter);
  if (filters.some((filter) => isInvalid(filter.reading))) throw new InvalidFilterError(filters);
  const found = await readRulesetFile(ruleset, limits, stdin);
  return { jobs, ruleset: found.ruleset, warnings: [...reading.warnings, ...found.warnings] };
}

/** The lines of such a job have the columns of its SQL, not the fields of the dataset. */
function rejectTransformed({ name, transformerId: id }: Job): void {
  if (id === undefined) return;
  throw new HeadgateError(
    'job-transformed',
    `cannot validate the job ${name}: found transformer_id ${id}, so its lines are transformed, expected a job whose lines have the fields of output_options; headgate replay --transformer ${id} on the logs of a job without a transformer shows what it makes of lines; --job-name selects another job of the file`,
  );
}

function validatedJob(job: Job): ValidatedJob {
  const dataset = getDataset(job.dataset ?? DEFAULT_DATASET);
  const reading = readFilter(job.filter ?? '', dataset, { source: 'job' });
  // Problems of the job are findings of the report.
  return { job, filter: { name: job.name, dataset, reading, job, jobProblems: [] } };
}

async function readRulesetFile(
  path: string | undefined,
  limits: LimitsName,
  stdin: ReadStdin,
): Promise<{ ruleset: Ruleset | undefined; warnings: string[] }> {
  if (path === undefined) return { ruleset: undefined, warnings: [] };
  const { ruleset, reading } = await readRulesetArgument(path, limits, stdin);
  const warnings = reading.warnings.map(({ path: at, message }) => (at === '' ? message : `${at}: ${message}`));
  return { ruleset, warnings };
}
