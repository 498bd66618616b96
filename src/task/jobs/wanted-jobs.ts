// Reads the jobs to plan from their files, and puts the filter of a request in place of that of the one job.
import type { Scope } from '../../api/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../dataset/index.ts';
import { printFilterJson } from '../../filter/index.ts';
import { type JobFile, parseJobFile } from '../../job/index.ts';
import { type ReadStdin, readArgumentFile } from '../../run/argument-text.ts';
import { type FilterObject, settleFilters } from '../../run/logs-request.ts';
import { InvalidFilterError, isInvalid, readFilters } from '../../run/named-filters.ts';
import { undoScopeIn } from '../../run/undo/undo-scope.ts';

/** A job of a file. */
export interface WantedJob {
  /** The file, for messages. */
  origin: string;
  file: JobFile;
  /** The zone or account of an undo file. */
  undoScope: Scope | undefined;
}

/**
 * Reads job files in order.
 * @param paths `-` reads standard input
 * @throws HeadgateError for a file that cannot be read or contains no job
 */
export async function readWantedJobs(paths: readonly string[], stdin: ReadStdin): Promise<WantedJob[]> {
  const wanted: WantedJob[] = [];
  for (const path of paths) {
    const isStdin = path === '-';
    const origin = isStdin ? 'standard input' : path;
    const text = isStdin ? await stdin() : await readArgumentFile(path, 'job file');
    const undoScope = undoScopeIn(text);
    for (const file of parseJobFile(text, origin)) wanted.push({ origin, file, undoScope });
  }
  return wanted;
}

/**
 * Replaces the filter of a job.
 * @param filter expression, JSON, `@file`, `-`, or `all`, which removes the filter
 * @param dataset of the live job, for a file without one
 * @throws HeadgateError `usage` unless there is one job; InvalidFilterError
 */
export async function withFilter(
  wanted: readonly WantedJob[],
  filter: string | FilterObject,
  dataset: string | undefined,
  stdin: ReadStdin,
): Promise<WantedJob[]> {
  const [one, ...others] = wanted;
  if (one === undefined || others.length > 0) {
    throw new HeadgateError(
      'usage',
      `cannot use the filter: found ${printPlural(wanted.length, 'job')}, expected one; write the filters into the job files`,
    );
  }
  const { settings } = one.file;
  const name = textOf(settings.dataset) ?? dataset ?? DEFAULT_DATASET;
  const request = settleFilters({ filters: [filter], dataset: getDataset(name).name, stdin });
  const { filters } = await readFilters(request.filters, request.dataset, stdin);
  if (filters.some(({ reading }) => isInvalid(reading))) throw new InvalidFilterError(filters);
  const found = filters[0]!.reading.filter;
  const text = found === undefined ? null : printFilterJson(found);
  return [{ ...one, file: { ...one.file, settings: { ...settings, filter: text } } }];
}

/** Returns a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
