// Reads the job that wrote the source (`--written-by`): its filter, sample_rate and fields. Lines that its filter dropped are not in the source.
import type { NamedFilter } from '../../../analysis/query/index.ts';
import { HeadgateError } from '../../../base/index.ts';
import type { LocationOptions } from '../../../input/destination/index.ts';
import { type Dataset, DEFAULT_DATASET } from '../../../language/dataset/index.ts';
import { type Filter, readFilter } from '../../../language/filter/index.ts';
import type { Job } from '../../../language/job/index.ts';
import { nameOfFile, readArgumentFile } from '../argument-text.ts';
import { InvalidFilterError, isInvalid } from '../named-filters.ts';
import { isOwnSource } from './own-source.ts';

/** The job that wrote the source. */
export interface WrittenByRequest {
  /**
   * Path of a file with the job, an array of jobs, or an API response. Of several jobs of the dataset, the one whose destination contains
   * the sources is used.
   * @default unknown: the source is taken as complete
   */
  writtenBy?: string | undefined;
}

/** What a job wrote into the source. */
export interface WritingJob {
  name: string;
  /** Undefined: the job pushes every line. */
  filter: Filter | undefined;
  /** Share of the kept lines that the job writes, above 0 and at most 1. */
  sampleRate: number;
  /** The fields of the written lines; undefined: all fields. */
  fieldNames: readonly string[] | undefined;
  /** Whether it pushes nothing now. @default false */
  isDisabled?: boolean | undefined;
}

/** Where the lines of the job are read. */
export interface WrittenSource {
  dataset: Dataset;
  /** Sources of the command line; if empty, the destinations of `jobs` are read. */
  sources: readonly string[];
  /** The jobs that are replayed. */
  jobs: readonly Job[];
  connection: LocationOptions;
}

/**
 * Reads the job that wrote the source.
 * @param path of its file
 * @throws HeadgateError `written-by-stdin`, `written-by-dataset` or `written-by-job` if no job, or more than one, can be the one; as
 * `readArgumentFile` and `parseJobs`; InvalidFilterError if its filter is invalid other than by the platform's limits
 */
export async function readWritingJob(path: string, source: WrittenSource): Promise<WritingJob> {
  if (path === '-') {
    throw new HeadgateError('written-by-stdin', 'cannot read --written-by: found -, expected the path of a job file');
  }
  // Loaded on use, since the library of the schema is large.
  const { parseJobs } = await import('../../../language/job/index.ts');
  const { jobs } = parseJobs(await readArgumentFile(path, 'job file'), path, nameOfFile(path));
  return await writingJobOf(await chooseJob(jobs, path, source), source.dataset);
}

/** Returns what a job wrote. @throws InvalidFilterError if its filter is invalid other than by the platform's limits */
export async function writingJobOf(job: Job, dataset: Dataset): Promise<WritingJob> {
  const reading = readFilter(job.filter, dataset, { source: 'job', isSent: false });
  const named: NamedFilter = { name: job.name, dataset, reading, job, jobProblems: [] };
  if (isInvalid(reading)) throw new InvalidFilterError([named]);
  const { defaultsOf, parseTemplate, templateFields } = await import('../../../language/output/index.ts');
  const { sample_rate: sampleRate, field_names: names, record_template: template } = defaultsOf(job.outputOptions);
  const fieldNames = template === undefined ? names : templateFields(parseTemplate(template));
  const isDisabled = job.state?.isDisabled === true && { isDisabled: true };
  return { name: job.name, filter: reading.filter, sampleRate, fieldNames, ...isDisabled };
}

/** Chooses the job by dataset, then by destination. */
async function chooseJob(jobs: readonly Job[], path: string, source: WrittenSource): Promise<Job> {
  const { dataset, connection } = source;
  const ofDataset = jobs.filter((job) => (job.dataset ?? DEFAULT_DATASET) === dataset.name);
  if (ofDataset.length === 0) {
    const found = [...new Set(jobs.map((job) => job.dataset ?? DEFAULT_DATASET))].join(', ');
    throw new HeadgateError(
      'written-by-dataset',
      `cannot use --written-by ${path}: found jobs of ${found}, expected a job of ${dataset.name}; pass the job that wrote the source`,
    );
  }
  if (ofDataset.length === 1) return ofDataset[0]!;
  const sources =
    source.sources.length > 0
      ? source.sources
      : [...new Set(source.jobs.flatMap(({ destinationConf }) => destinationConf ?? []))];
  const own: Job[] = [];
  for (const job of ofDataset) {
    const conf = job.destinationConf;
    if (conf !== undefined && (await isOwnSource(sources, conf, connection))) own.push(job);
  }
  if (own.length === 1) return own[0]!;
  const names = (own.length === 0 ? ofDataset : own).map(({ name }) => name).join(', ');
  const found = own.length === 0 ? `none of them writes to the source (${names})` : `${names} write to the source`;
  throw new HeadgateError(
    'written-by-job',
    `cannot select the job of --written-by ${path}: found ${ofDataset.length} jobs of ${dataset.name}, of which ${found}, expected one; pass a file with only the job that wrote the source`,
  );
}
