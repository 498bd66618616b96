// Reads the jobs to plan from their files, and puts the filter of a request in place of that of the one job.
import { HeadgateError, printPlural } from '../../base/index.ts';
import type { Scope } from '../../cloud/api/index.ts';
import { undoScopeIn } from '../../cloud/undo/index.ts';
import { DATASET_NAMES, type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { EVERY_LINE, type Filter, printFilterJson, readFilter } from '../../language/filter/index.ts';
import { type JobFile, parseJobFile } from '../../language/job/index.ts';
import { type ReadStdin, readArgumentFile } from '../request/argument-text.ts';
import {
  argumentOf,
  emptyFilter,
  type FilterObject,
  InvalidFilterError,
  isInvalid,
  type NamedText,
  readFilterArgument,
} from '../request/named-filters.ts';
import { knownDataset } from './known-dataset.ts';

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
 * Reads the filter that replaces that of the one job, before the dataset of the live job is known.
 * @param filter expression, JSON, `@file`, `-`, or `all`, which removes the filter
 * @throws HeadgateError `usage` unless there is one job; InvalidFilterError if it is invalid for the dataset of the file, or for every one
 */
export async function readReplacingFilter(
  wanted: readonly WantedJob[],
  filter: string | FilterObject,
  stdin: ReadStdin,
): Promise<NamedText> {
  if (wanted.length !== 1) {
    throw new HeadgateError(
      'usage',
      `cannot use the filter: found ${printPlural(wanted.length, 'job')}, expected one; write the filters into the job files`,
    );
  }
  const named = await readFilterArgument(argumentOf(filter).value, 'filter-1', stdin);
  checkForDatasets(wanted, (dataset) => filterFor(named, dataset));
  return named;
}

/** Replaces the filter of the one job. @param dataset of the live job, for a file without one @throws InvalidFilterError */
export function withFilter([one]: readonly WantedJob[], named: NamedText, dataset: string | undefined): WantedJob[] {
  const { settings } = one!.file;
  const name = textOf(settings.dataset) ?? dataset ?? DEFAULT_DATASET;
  const found = filterFor(named, getDataset(name));
  const text = found === undefined ? null : printFilterJson(found);
  return [{ ...one!, file: { ...one!.file, settings: { ...settings, filter: text } } }];
}

function filterFor({ name, path, text }: NamedText, dataset: Dataset): Filter | undefined {
  const reading = readFilter(text, dataset);
  if (reading.form === 'none' && text.trim() !== EVERY_LINE) throw emptyFilter(path ?? name);
  if (!isInvalid(reading)) return reading.filter;
  throw new InvalidFilterError([{ name, file: path, dataset, reading, job: undefined, jobProblems: [] }]);
}

/**
 * Calls a check for the dataset of each file. That of a file without one is the live job's: the check must then pass for any.
 * @throws the error of the check, for a file without a dataset that for the default one
 */
export function checkForDatasets(wanted: readonly WantedJob[], check: (dataset: Dataset) => unknown): void {
  const passes = (name: string): boolean => {
    try {
      check(getDataset(name));
      return true;
    } catch (error) {
      if (error instanceof HeadgateError) return false;
      throw error;
    }
  };
  for (const name of new Set(wanted.map(({ file }) => textOf(file.settings.dataset)))) {
    const dataset = knownDataset(name ?? DEFAULT_DATASET);
    // The plan reports an unknown dataset.
    if (dataset === undefined || (name === undefined && DATASET_NAMES.some(passes))) continue;
    check(dataset);
  }
}

/** Returns a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
