// What --emit is to write, settled before anything is read: for each job its folder and its way of writing. Plain data, so that
// threads can be given it.
import { HeadgateError } from '../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import type { S3Location } from '../../destination/index.ts';
import type { OutputOptions } from '../../job/index.ts';
import { createLineOutput } from '../../output/index.ts';
import type { NamedFilter } from '../../run/named-filters.ts';
import { jobFolders } from './emitted-name.ts';

/** Where the lines of --emit go. */
export type EmitRequest =
  /**
   * Into files below a folder, which may hold `{DATE}` in its path. @param overwrite whether the folder may hold something: files of
   * the same name are replaced then
   */
  | { kind: 'folder'; folder: string; overwrite: boolean }
  /** As a folder, into a bucket. @param destination `s3://…` or `r2://…`, as in a job's `destination_conf` @param partBytes as of a writer */
  | { kind: 'bucket'; destination: string; overwrite: boolean; partBytes?: number | undefined }
  /** To one stream, of one job alone. `write` resolves, or gives nothing, when it can take more. */
  | { kind: 'stream'; write: (chunk: Buffer) => Promise<void> | undefined };

/** What one job writes. */
export interface EmitJob {
  /** Below {@link EmitPlan.folder}; empty where there is one job alone. */
  folder: string;
  /** Undefined where there is only a filter: lines come out as they are. */
  options: OutputOptions | undefined;
}

/** The bucket that files go to. Holds secrets: print only `location.display`. */
export interface EmitBucket {
  location: S3Location;
  overwrite: boolean;
  partBytes: number | undefined;
}

/** What threads write into files. */
export interface EmitPlan {
  /** As the user named it, `{DATE}` included; for a bucket, a folder of this machine for what is unfinished. */
  folder: string;
  /** Where files go once they are whole. @default the folder */
  bucket?: EmitBucket | undefined;
  jobs: EmitJob[];
  /** By job, the temporary folder of its unfinished files; several jobs may share one. */
  unfinished: readonly string[];
  /** Marks the objects of this run in a bucket among those of others. */
  run: string;
}

/** What each job writes, and what should be said about it. */
export interface EmitJobs {
  jobs: EmitJob[];
  warnings: string[];
}

/**
 * Settles what each job writes.
 * @throws HeadgateError `emit-nothing` and `emit-several` (usage), and as `createLineOutput`, naming the job
 */
export function emitJobs(request: EmitRequest, filters: readonly NamedFilter[], dataset: Dataset): EmitJobs {
  if (filters.length === 0) {
    throw new HeadgateError(
      'emit-nothing',
      'cannot use --emit: found neither filter nor job, expected what is to be written; --filter all keeps every line',
    );
  }
  if (request.kind === 'stream' && filters.length > 1) {
    const names = filters.map(({ name }) => name).join(', ');
    throw new HeadgateError(
      'emit-several',
      `cannot use --emit -: found ${names}, expected one filter or job alone; --emit DIR gives each a folder`,
    );
  }
  const folders = filters.length === 1 ? [''] : jobFolders(filters.map(({ name }) => name));
  const warnings: string[] = [];
  const jobs = filters.map(({ name, job }, index): EmitJob => {
    const { unlisted, options } = naming(name, () => createLineOutput(job?.outputOptions, dataset));
    if (unlisted.length > 0) {
      warnings.push(
        `${name}: record_template uses ${unlisted.join(', ')}, which field_names does not list: null in every line`,
      );
    }
    if (options.merge_subrequests) {
      warnings.push(
        `${name}: merge_subrequests is set, but stored lines do not tell which belong together: none is merged`,
      );
    }
    return { folder: folders[index]!, options: job?.outputOptions };
  });
  return { jobs, warnings };
}

/** Adds to what goes wrong whose it is. */
function naming<Result>(job: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    throw new HeadgateError(error.code, `${job}: ${error.message}`, { kind: error.kind, cause: error });
  }
}
