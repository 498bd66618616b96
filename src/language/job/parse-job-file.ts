// Parses a job file that is to be applied: all keys of its jobs, checked against the keys, types and limits of the API.
// Collects every problem of a job. The filter and the names of fields need a dataset: src/cloud/plan checks them.
import { isDeepStrictEqual } from 'node:util';
import { HeadgateError, isPlainObject, type PlainObject } from '../../base/index.ts';
import { parseJobDocument } from './job-document.ts';
import { describeInput } from './job-problem.ts';
import { READ_ONLY_KEYS } from './job-schema.ts';
import { describeOtherDocument, isSuite } from './other-document.ts';
import {
  describeInvalidId,
  hasJobKey,
  isMisplacedOption,
  isUndoFile,
  isUndoKey,
  parseJobId,
  readSettings,
  type SettingProblem,
  UNDO_KEY,
  WHOLE_JOB,
} from './read-settings.ts';

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
  /** The job as it is in the file. May contain secrets. */
  readonly raw: PlainObject;
  /** The file restores a job that the service had accepted: {@link UNDO_KEY}. */
  readonly isUndo: boolean;
  /** An undo file contains the settings that a change replaced, unless it contains the whole job. */
  readonly isWhole: boolean;
}

/**
 * Parses a job file.
 * @param text JSON: a job, an array of jobs, or an API response
 * @param origin the file's name in messages
 * @returns at least one job
 * @throws HeadgateError `job-invalid` (kind `negative`) if the text contains something else than jobs, or an invalid id: it is unknown
 * which job the other settings are for
 */
export function parseJobFile(text: string, origin: string): readonly JobFile[] {
  const { items, placeOf, duplicatesIn } = parseJobDocument(text, origin);
  return items.map((item, index) => {
    const place = placeOf(index);
    const reason = reasonAgainst(item, place);
    if (reason === undefined) return readJob(item as PlainObject, duplicatesIn(index));
    throw new HeadgateError('job-invalid', `cannot use the job in ${origin}: ${reason}`, { kind: 'negative' });
  });
}

/** Why a value is not a job that can be found or created. @returns undefined if it may be one */
function reasonAgainst(item: unknown, place: string): string | undefined {
  const at = `${place || 'the document'}: `;
  if (!isPlainObject(item)) return `${at}found ${describeInput(item, false)}, expected a job, which is an object`;
  if (parseJobId(item.id) === null) return `${place}${place && '.'}id: ${describeInvalidId(item.id)}`;
  if (hasJobKey(item) && !isSuite(item)) return undefined;
  const other = describeOtherDocument(item);
  if (other !== undefined) return at + other;
  return `${at}found an object without any key of a job, expected at least "name" and "destination_conf"`;
}

function readJob(item: PlainObject, duplicates: readonly string[]): JobFile {
  const isUndo = isUndoFile(item);
  const { id, settings: valid, problems } = readSettings(item, duplicates);
  const { ownership_challenge: token, ...settings } = isUndo ? verbatimSettings(item) : valid;
  const isProblem = ({ severity }: SettingProblem): boolean => severity === 'error' && !isUndo;
  return {
    id,
    settings,
    ownershipChallenge: typeof token === 'string' ? token : undefined,
    misplacedOptions: Object.keys(item).filter(isMisplacedOption),
    problems: problems.filter(isProblem).map(sentence),
    warnings: problems.filter((one) => !isProblem(one)).map(sentence),
    raw: item,
    isUndo,
    isWhole: !isUndo || item[UNDO_KEY] === WHOLE_JOB,
  };
}

/**
 * Returns a file without problems and warnings of values that the live job has too: the platform accepted them.
 * @param live as the API returns it
 */
export function withoutLiveProblems(file: JobFile, live: PlainObject): JobFile {
  const same = sameEntries(file.raw, live);
  const [options, ofLive] = [file.raw.output_options, live.output_options];
  if (isPlainObject(options) && isPlainObject(ofLive)) same.output_options = sameEntries(options, ofLive);
  const known = new Set(readSettings(same, []).problems.map(sentence));
  const isNew = (text: string): boolean => !known.has(text);
  return {
    ...file,
    misplacedOptions: file.misplacedOptions.filter((key) => !Object.hasOwn(same, key)),
    problems: file.problems.filter(isNew),
    warnings: file.warnings.filter(isNew),
  };
}

function sameEntries(a: PlainObject, b: PlainObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(a).filter(([key, value]) => Object.hasOwn(b, key) && isDeepStrictEqual(value, b[key])),
  );
}

/** The settings of an undo file, exactly as the service returned them: it had accepted them. */
function verbatimSettings(job: JobSettings): JobSettings {
  const isSetting = (key: string): boolean => key !== 'id' && !isUndoKey(key) && !READ_ONLY_KEYS.includes(key);
  return Object.fromEntries(Object.entries(job).filter(([key]) => isSetting(key)));
}

function sentence({ path, message }: SettingProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}
