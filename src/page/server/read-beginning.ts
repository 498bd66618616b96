// Reads what the page begins with from the command line: files of filters and jobs, whose secrets stay in this process. The page gets filters alone.
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { EVERY_LINE, printExpression, readFilter } from '../../language/filter/index.ts';
import { readPromise } from '../../language/promises/index.ts';
import { readStdin } from '../../verbs/request/argument-text.ts';
import {
  datasetOfFlag,
  InvalidFilterError,
  isInvalid,
  NO_LINE,
  readFilterArgument,
  readFilters,
} from '../../verbs/request/named-filters.ts';
import { readGuards } from '../../verbs/request/read-guards.ts';
import { readPrices } from '../../verbs/request/read-prices.ts';

/** The filters of the command line. */
export interface BeginningRequest {
  sources: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  /** Path of a job file. */
  job?: string | undefined;
  neverDrop?: readonly string[] | undefined;
  guards?: readonly string[] | undefined;
  price?: readonly string[] | undefined;
  dataset?: string | undefined;
}

/** The state of the page, and its sources. */
export interface Beginning {
  sources: readonly string[];
  dataset: string | undefined;
  from: string;
  to: string;
  neverDrop: string[];
}

/**
 * Reads the filters.
 * @throws InvalidFilterError; HeadgateError `unknown-dataset`, and for files that cannot be read, or contain no job; as `readGuards` and `readPrices`
 */
export async function readBeginning({
  sources,
  from,
  to,
  job,
  dataset,
  neverDrop = [],
  guards,
  price,
}: BeginningRequest): Promise<Beginning> {
  const stdin = readStdin();
  const set =
    job === undefined ? undefined : await readFilters({ jobs: [job], dataset, stdin }, { collectsProblems: true });
  const known = set?.dataset ?? datasetOfFlag(dataset ?? DEFAULT_DATASET);
  await Promise.all([readGuards({ guards, neverDrop }, known), readPrices({ price })]);
  const textOf = async (value: string, name: string): Promise<string> => {
    const promise = readPromise(value, known);
    if (promise !== undefined && 'filter' in promise) return value.trim();
    const { text } = await readFilterArgument(value, 'filter', stdin);
    const trimmed = text.trim();
    if (trimmed === EVERY_LINE || trimmed === NO_LINE) return trimmed === NO_LINE ? trimmed : '';
    const reading = readFilter(text, known);
    if (isInvalid(reading))
      throw new InvalidFilterError([{ name, dataset: known, reading, job: undefined, jobProblems: [] }]);
    return reading.filter === undefined ? text : printExpression(reading.filter);
  };
  const [inForce] = set?.filters ?? [];
  if (inForce !== undefined && isInvalid(inForce.reading)) throw new InvalidFilterError([inForce]);
  const ofJob = inForce?.reading.filter === undefined ? inForce?.job?.filter : printExpression(inForce.reading.filter);
  const before = from === undefined ? (ofJob ?? '') : await textOf(from, '--from');
  const nevers: string[] = [];
  for (const one of neverDrop) nevers.push(await textOf(one, '--never-drop'));
  const destination = inForce?.job?.destinationConf;
  return {
    sources: sources.length > 0 || destination === undefined ? sources : [destination],
    dataset: set === undefined ? dataset : known.name,
    ...{ from: before, to: to === undefined ? before : await textOf(to, '--to'), neverDrop: nevers },
  };
}
