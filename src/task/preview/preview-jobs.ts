// Jobs beside a ruleset: do they list what the ruleset configures, and how would they write its lines? Judges nothing
// itself; src/custom-fields does.
import { checkJobs, isOfCustomFields, type JobMismatch, type Ruleset } from '../../custom-fields/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../dataset/index.ts';
import type { Job, OutputOptions } from '../../job/index.ts';
import { type JobProblem, jobProblems } from '../../output/index.ts';
import { type ReadStdin, readArgumentFile } from '../../run/argument-text.ts';
import { nameOfFile } from '../../run/filter-name.ts';

/** What the jobs of a file say about custom fields. */
export interface PreviewJobs {
  names: string[];
  /** Empty where ruleset and jobs belong together. */
  mismatches: JobMismatch[];
  /** On jobs of other datasets. */
  remarks: JobMismatch[];
  /** Of the one job that could log custom fields; undefined where there are several, or none. */
  lines: JobLines | undefined;
  warnings: string[];
  /** What is wrong with jobs beside that, by job. */
  problems: { name: string; problems: JobProblem[] }[];
}

/** How a job writes its lines. */
export interface JobLines {
  output: OutputOptions;
  /** Which lines the job would leave out, where it would: keys of the job. */
  drops: string[];
}

/** Reads a job file and holds it against a ruleset. @throws HeadgateError where it cannot be read or holds no job */
export async function readPreviewJobs(ruleset: Ruleset, path: string, stdin: ReadStdin): Promise<PreviewJobs> {
  const { parseJobs } = await import('../../job/index.ts');
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
  const isSampled = outputOptions.sample_rate !== undefined && outputOptions.sample_rate < 1;
  return {
    output: outputOptions,
    drops: [...(filter === undefined ? [] : ['filter']), ...(isSampled ? ['sample_rate'] : [])],
  };
}
