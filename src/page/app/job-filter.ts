// Keeps the filter of a pasted job and leaves out the rest: a job has credentials, which must reach neither the address, nor the storage of the tab, nor
// the server. Pure. Whether the filter is valid is for headgate to decide.
import { isJob } from '../../language/job/index.ts';

/** What of a text may become a filter. */
export interface FilterOfJob {
  /** The text itself without a job; null: none of it, because it may have credentials and no filter can be taken out. */
  text: string | null;
  /** What was left out and why, as a sentence. Empty: nothing. */
  note: string;
  /** Of several jobs, the filters that may take its place. */
  others: { name: string; text: string }[];
}

/** A key with credentials, in JSON, in JSON within a string, or in Terraform. */
const SECRET = /\b(?:destination_conf|ownership_challenge)[\\"'\s]*[:=]/;

/**
 * The filter of the job in a text, as the job has it: the job itself, an answer of the API, or a list. Of several, that of the first job with a filter.
 * @param ofLines the dataset of the lines; absent: any
 */
export function filterOfJob(text: string, ofLines?: string): FilterOfJob {
  const rejected = (found: string): FilterOfJob => ({
    ...{ text: null, note: `The text was not taken: found ${found}.`, others: [] },
  });
  const value = jsonOf(text);
  if (!Array.isArray(value) && !isJob(value))
    return SECRET.test(text)
      ? rejected('a job that is not valid JSON, expected jobs or a filter')
      : { text, note: '', others: [] };
  const found = (value as { result?: unknown }).result ?? value;
  const jobs = (Array.isArray(found) ? found : [found]).filter((one) => isJob(one) && one.result === undefined);
  if (jobs.length === 0) return rejected('no job, expected jobs or a filter');
  const named = jobs.map(({ name, dataset }, index) => ({
    ...{ index, name: typeof name === 'string' && name !== '' ? `job ${name}` : 'job' },
    dataset: typeof dataset === 'string' ? dataset : undefined,
  }));
  const textOf = (index: number): string => {
    const { filter } = jobs[index];
    if (typeof filter !== 'object' || filter === null) return String(filter ?? '');
    return objectIn(text, jobs.slice(0, index).filter((one) => Object.hasOwn(one, 'filter')).length);
  };
  const fitting = named.filter(({ dataset }) => [dataset, undefined].includes(ofLines) || dataset === undefined);
  if (fitting.length === 0) {
    const [{ name, dataset }] = named as [(typeof named)[number]];
    const what = named.length === 1 ? `the ${name} for ${dataset}` : `${named.length} jobs for other datasets`;
    return rejected(`${what}, expected one for ${ofLines}, the dataset of the lines`);
  }
  const taken = fitting.find(({ index }) => textOf(index) !== '') ?? fitting[0]!;
  const which = `${taken.name}${taken.dataset === undefined ? '' : ` for ${taken.dataset}`}`;
  const rest = jobs.length === 1 ? 'the rest of it, with its destination, was left out' : 'the rest was left out';
  const taking = textOf(taken.index);
  return {
    text: taking,
    note:
      taking === ''
        ? `The ${which} has no filter and keeps every line; ${rest}.`
        : `Only the filter of the ${which} is here: ${rest}.`,
    others: fitting.filter((one) => one !== taken).map(({ index, name }) => ({ name, text: textOf(index) })),
  };
}

function jsonOf(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a filter that is an object, as it is: parsed, its numbers would be rounded. @param before filters before it */
function objectIn(text: string, before: number): string {
  const { 0: key, index } = [...text.matchAll(/"filter"\s*:\s*/g)][before]!;
  const start = index + key.length;
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return text.slice(start, start + index + 1);
  }
  return '';
}
