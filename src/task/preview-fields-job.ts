// A job beside a ruleset: does it list what the ruleset configures? Reads also the legacy logpull_options, which src/job
// leaves aside. Judges nothing itself; src/custom-fields does.
import { parseJson, type Value } from '../base/index.ts';
import { checkJob, type JobMismatch, type Ruleset } from '../custom-fields/index.ts';
import { type ReadStdin, readArgumentFile } from './argument-text.ts';
import { nameOfFile } from './filter-name.ts';

/** What the jobs of a file say about custom fields. */
export interface JobsFit {
  names: string[];
  /** Empty where ruleset and jobs belong together. */
  mismatches: JobMismatch[];
  /** The keys of a line in their order, where the file has one job that names them. */
  fieldNames: readonly string[] | undefined;
  warnings: string[];
}

/** Reads a job file and holds it against a ruleset. @throws HeadgateError where it cannot be read or holds no job */
export async function readJobsFor(ruleset: Ruleset, path: string, stdin: ReadStdin): Promise<JobsFit> {
  const { parseJobs } = await import('../job/index.ts');
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'job file');
  const origin = path === '-' ? 'standard input' : path;
  const { jobs, warnings } = parseJobs(text, origin, nameOfFile(origin));
  const legacy = legacyFields(parseJson(text));
  const found = jobs.map(({ name, dataset, outputOptions }, index) => ({
    name,
    dataset,
    // With output_options the platform ignores logpull_options: reference/logpush.md section 4.
    fieldNames: outputOptions.field_names ?? (Object.keys(outputOptions).length > 0 ? undefined : legacy[index]),
  }));
  return {
    names: found.map(({ name }) => name),
    mismatches: found.flatMap((job) => checkJob(ruleset, job)),
    fieldNames: found.length === 1 ? found[0]!.fieldNames : undefined,
    warnings,
  };
}

/** The `fields` of each job's logpull_options, a text like `fields=RayID,Cookies&timestamps=rfc3339`. */
function legacyFields(document: Value): (string[] | undefined)[] {
  const result = document instanceof Map && document.has('result') ? document.get('result')! : document;
  return (Array.isArray(result) ? result : [result]).map((job) => {
    const options = job instanceof Map ? job.get('logpull_options') : undefined;
    if (typeof options !== 'string') return undefined;
    return new URLSearchParams(options).get('fields')?.split(',');
  });
}
