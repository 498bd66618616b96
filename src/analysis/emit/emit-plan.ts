// Plans the output of --emit before any source is read: the folder and the output options of each job. Plain data, so that workers can
// receive it.
import { HeadgateError } from '../../base/index.ts';
import type { S3Location } from '../../input/destination/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Job, OutputOptions } from '../../language/job/index.ts';
import type { TransformText } from '../transform/index.ts';
import { jobFolders } from './emitted-name.ts';
import { createLineOutput } from './line-output.ts';

/** The target of --emit. */
export type EmitRequest =
  /**
   * Files below a folder, whose path may contain `{DATE}`. @param overwrite whether the folder may contain files; those of the same name
   * are replaced
   */
  | { kind: 'folder'; folder: string; overwrite: boolean }
  /** Objects in a bucket. @param destination `s3://…` or `r2://…`, as in a `destination_conf` @param partBytes as in the bucket writer */
  | { kind: 'bucket'; destination: string; overwrite: boolean; partBytes?: number | undefined }
  /** One stream, for one job. `write` returns undefined if it accepts more now, or a promise that resolves when it does. */
  | { kind: 'stream'; write: (chunk: Buffer) => Promise<void> | undefined };

/** The output of one job. */
export interface EmitJob {
  /** Folder below {@link EmitPlan.folder}; empty if there is only one job. */
  folder: string;
  /** Undefined for a filter without a job: its lines are written unchanged. */
  options: OutputOptions | undefined;
  /** @default lines are not transformed */
  transformer?: TransformText | undefined;
}

/** The target bucket. Contains secrets: print only `location.display`. */
export interface EmitBucket {
  location: S3Location;
  overwrite: boolean;
  partBytes: number | undefined;
}

/** The plan that every thread follows. */
export interface EmitPlan {
  /** The user's argument, with `{DATE}`; for a bucket, a folder of this machine for unfinished files. */
  folder: string;
  /** The target of complete files. @default the folder */
  bucket?: EmitBucket | undefined;
  jobs: EmitJob[];
  /** By job, the folder of its unfinished files; jobs may share one. */
  unfinished: readonly string[];
  /** Identifies the objects that this run writes to a bucket. */
  run: string;
}

/** The share of the lines that a disabled job pushes. */
const NO_LINE = { sample_rate: 0 } as const;

/** The output of each job, with warnings. */
export interface EmitJobs {
  jobs: EmitJob[];
  warnings: string[];
}

/**
 * Plans the output of each job.
 * @throws HeadgateError `emit-nothing` and `emit-several` (usage), and as `createLineOutput`, naming the job
 */
export function emitJobs(
  request: EmitRequest,
  filters: readonly { name: string; job: Job | undefined; transformer?: TransformText | undefined }[],
  dataset: Dataset,
): EmitJobs {
  if (filters.length === 0) {
    throw new HeadgateError(
      'emit-nothing',
      'cannot use --emit: found no filter and no job, expected at least one; --filter all keeps every line',
    );
  }
  if (request.kind === 'stream' && filters.length > 1) {
    const names = filters.map(({ name }) => name).join(', ');
    throw new HeadgateError(
      'emit-several',
      `cannot use --emit -: found ${names}, expected one filter or job; use --emit DIR, which writes a folder for each`,
    );
  }
  const folders = filters.length === 1 ? [''] : jobFolders(filters.map(({ name }) => name));
  const warnings: string[] = [];
  const jobs = filters.map(({ name, job, transformer }, index): EmitJob => {
    const { unlisted, options } = withJobName(name, () => createLineOutput(job?.outputOptions, dataset, transformer));
    if (unlisted.length > 0) {
      warnings.push(
        `${name}: record_template uses ${unlisted.join(', ')}, which field_names does not list: these fields are null in every line`,
      );
    }
    if (options.merge_subrequests) {
      warnings.push(
        `${name}: merge_subrequests is set, but stored lines do not identify their parent requests: no lines are merged`,
      );
    }
    const isDisabled = job?.state?.isDisabled === true;
    if (isDisabled) warnings.push(`${name}: the job is disabled and pushes no line, so that no line is written`);
    const output = isDisabled ? { ...job.outputOptions, ...NO_LINE } : job?.outputOptions;
    return { folder: folders[index]!, options: output, ...(transformer !== undefined && { transformer }) };
  });
  return { jobs, warnings };
}

/** Adds the name of the job to errors. */
function withJobName<Result>(job: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    throw new HeadgateError(error.code, `${job}: ${error.message}`, { kind: error.kind, cause: error });
  }
}
