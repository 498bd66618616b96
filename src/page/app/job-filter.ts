// Keeps the filter of a pasted job and drops the rest: a job has credentials, which must reach neither the address, nor the storage of the tab, nor
// the server. Pure. Whether the filter is valid is for headgate to decide.
import { isJob } from '../../language/job/index.ts';

/** What of a text may become a filter. */
export interface FilterOfJob {
  /** The text itself without a job; null: none of it, because it may have credentials and no filter can be taken out. */
  text: string | null;
  /** What was dropped and why, as a sentence. Empty: nothing. */
  note: string;
}

/** A key with credentials, in JSON, in JSON within a string, or in Terraform. */
const SECRET = /\b(?:destination_conf|ownership_challenge)[\\"'\s]*[:=]/;

/**
 * The filter of the job in a text, as the job has it: the job itself, an answer of the API with one, or a list of one.
 * @param ofLines the dataset of the lines; absent: any
 */
export function filterOfJob(text: string, ofLines?: string): FilterOfJob {
  const rejected = (found: string): FilterOfJob => ({ text: null, note: `The text was not taken: found ${found}.` });
  const value = jsonOf(text);
  if (!Array.isArray(value) && !isJob(value))
    return SECRET.test(text)
      ? rejected('a job that is not valid JSON, expected one job or its filter')
      : { text, note: '' };
  const found = (value as { result?: unknown }).result ?? value;
  const [job, ...others] = Array.isArray(found) ? found : [found];
  if (others.length > 0 || !isJob(job) || job.result !== undefined)
    return rejected(`${job === undefined ? 0 : others.length + 1} jobs, expected one job or its filter`);
  const { name, filter, dataset } = job;
  const ofDataset = typeof dataset === 'string' ? ` for ${dataset}` : '';
  const ofName = typeof name === 'string' && name !== '' ? `job ${name}` : 'job';
  if (ofDataset !== '' && ofLines !== undefined && dataset !== ofLines)
    return rejected(`the ${ofName}${ofDataset}, expected one for ${ofLines}, the dataset of the lines`);
  return {
    text: typeof filter === 'object' && filter !== null ? objectIn(text) : String(filter ?? ''),
    note: `Only the filter of the ${ofName}${ofDataset} is here: the rest of it, with its destination, was dropped.`,
  };
}

function jsonOf(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a filter that is an object, as it is: parsed, its numbers would be rounded. */
function objectIn(text: string): string {
  const start = /.*?"filter"\s*:\s*/s.exec(text)![0].length;
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return text.slice(start, start + index + 1);
  }
  return '';
}
