// Parses a job file that is to be applied: all keys of its jobs, checked against the keys, types and limits of the API.
// Collects every problem of a job. The filter and the names of fields need a dataset: src/plan checks them.
import { isPlainObject } from '../base/index.ts';
import { parseJobDocument } from './job-document.ts';
import { READ_ONLY_KEYS } from './job-schema.ts';
import { isMisplacedOption, isUndoKey, readSettings, type SettingProblem, UNDO_KEY } from './read-settings.ts';

/** Settings of a job by the keys of the API; null removes a setting. */
export type JobSettings = Readonly<Record<string, unknown>>;

/** A job of a file, as it is to be applied. */
export interface JobFile {
  /** The job to change; undefined if the file has none. */
  readonly id: number | undefined;
  /**
   * All keys of the file with a valid value, except `id`, keys that only the service writes, and `ownership_challenge`.
   * An empty text is null. Unknown keys and output options are kept; in an undo file, every value is. May contain secrets.
   */
  readonly settings: JobSettings;
  /** The token of an ownership challenge. A secret. */
  readonly ownershipChallenge: string | undefined;
  /** Names of output options that are keys of the job itself instead of its `output_options`. */
  readonly misplacedOptions: readonly string[];
  /** Why the job cannot be applied: one sentence each, without secrets. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** The file restores a job that the service had accepted: {@link UNDO_KEY}. */
  readonly isUndo: boolean;
}

/**
 * Parses a job file.
 * @param text JSON: a job, an array of jobs, or an API response
 * @param origin the file's name in messages
 * @returns at least one job
 * @throws HeadgateError `job-invalid` (kind `negative`) if the text contains no jobs
 */
export function parseJobFile(text: string, origin: string): readonly JobFile[] {
  const { items, placeOf, duplicatesIn } = parseJobDocument(text, origin);
  return items.map((item, index) => readJob(item, placeOf(index), duplicatesIn(index)));
}

function readJob(item: unknown, place: string, duplicates: readonly string[]): JobFile {
  if (!isPlainObject(item)) {
    const problems = [`${place || 'the document'}: found no object, expected a job`];
    const nothing = { id: undefined, settings: {}, ownershipChallenge: undefined, misplacedOptions: [], warnings: [] };
    return { ...nothing, problems, isUndo: false };
  }
  const isUndo = item[UNDO_KEY] === true;
  const { id, settings: valid, problems } = readSettings(item, duplicates);
  const { ownership_challenge: token, ...settings } = isUndo ? verbatimSettings(item) : valid;
  const isProblem = ({ severity, path }: SettingProblem): boolean => severity === 'error' && (!isUndo || path === 'id');
  return {
    id,
    settings,
    ownershipChallenge: typeof token === 'string' ? token : undefined,
    misplacedOptions: Object.keys(item).filter(isMisplacedOption),
    problems: problems.filter(isProblem).map(sentence),
    warnings: problems.filter((one) => !isProblem(one)).map(sentence),
    isUndo,
  };
}

/** The settings of an undo file, exactly as the service returned them: it had accepted them. */
function verbatimSettings(job: JobSettings): JobSettings {
  const isSetting = (key: string): boolean => key !== 'id' && !isUndoKey(key) && !READ_ONLY_KEYS.includes(key);
  return Object.fromEntries(Object.entries(job).filter(([key]) => isSetting(key)));
}

function sentence({ path, message }: SettingProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}
