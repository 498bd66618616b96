// Reads the jobs of a preview, checks them against the ruleset, and finds the job whose output options the lines use. The checks are
// in src/language/custom-fields and src/language/output.
import { checkJobs, isOfCustomFields, type JobMismatch, type Ruleset } from '../../language/custom-fields/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import type { Job, OutputOptions } from '../../language/job/index.ts';
import { type JobProblem, jobProblems, sampleRateOf } from '../../language/output/index.ts';
import { nameOfFile, type ReadStdin, readArgumentFile } from '../request/argument-text.ts';

/** The jobs of a file and their checks against a ruleset. */
export interface PreviewJobs {
  names: string[];
  /** Empty if the jobs match the ruleset. */
  mismatches: JobMismatch[];
  /** Mismatches of jobs of other datasets. */
  remarks: JobMismatch[];
  /** The output of the only job that can log custom fields; undefined if there are several, or none. */
  lines: JobLines | undefined;
  warnings: string[];
  /** Other problems, by job. */
  problems: { name: string; problems: JobProblem[] }[];
}

/** The output of a job. */
export interface JobLines {
  output: OutputOptions;
  /** Keys of the job that would drop lines. */
  drops: string[];
}

/** Reads a job file and checks it against a ruleset. @throws HeadgateError if it cannot be read or contains no job */
export async function readPreviewJobs(ruleset: Ruleset, path: string, stdin: ReadStdin): Promise<PreviewJobs> {
  const { parseJobs } = await import('../../language/job/index.ts');
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'job file');
  const origin = path === '-' ? 'standard input' : path;
  const { jobs, warnings } = parseJobs(text, origin, nameOfFile(origin));
  const fields = jobs.map(({ name, dataset, outputOptions }) => {
    return { name, dataset, fieldNames: outputOptions.field_names };
  });
  const [only, ...others] = jobs.filter(isOfCustomFields);
  return {
    names: jobs.map(({ name }) => name),
    ...checkJobs(ruleset, fields),
    lines: only === undefined || others.length > 0 ? undefined : linesOf(only),
    warnings,
    problems: jobs.flatMap((job) => {
      const problems = jobProblems(job, getDataset(job.dataset ?? DEFAULT_DATASET));
      return problems.length === 0 ? [] : [{ name: job.name, problems }];
    }),
  };
}

function linesOf({ filter, outputOptions }: Job): JobLines {
  return {
    output: outputOptions,
    drops: [...(filter === undefined ? [] : ['filter']), ...(sampleRateOf(outputOptions) < 1 ? ['sample_rate'] : [])],
  };
}
