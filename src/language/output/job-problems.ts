// Reports the problems of a job that its text and its dataset show. Every command that reads a job uses this file, so
// that a problem has one code and one severity. Reads no lines and no ruleset; src/language/filter checks the filter.
import { HeadgateError, nearest, startOf } from '../../base/index.ts';
import { type Dataset, datasetsWithField, MAX_COMPARED_LENGTH, nearestField } from '../dataset/index.ts';
import type { Job } from '../job/index.ts';
import { defaultsOf } from './defaults.ts';
import { failureText, pushSettings } from './push-settings.ts';
import { parseTemplate, templateFields } from './record-template.ts';

/**
 * `error`: the platform rejects the job, or does not do what it states. `warning`: that is possible. `remark`:
 * information.
 */
export type JobSeverity = 'error' | 'warning' | 'remark';

/** The severity of every problem of a job, by its stable code. */
export const JOB_SEVERITIES = {
  'job-filter-object': 'error',
  'job-option-unknown': 'error',
  'job-option-misplaced': 'error',
  'job-template': 'error',
  'job-field-unknown': 'error',
  'job-filter-empty': 'warning',
  'job-field-removed': 'warning',
  'job-field-unlisted': 'warning',
  'job-no-fields': 'warning',
  'job-legacy': 'warning',
  'job-state': 'remark',
  'job-field-deprecated': 'remark',
  'job-field-repeated': 'remark',
} as const satisfies Readonly<Record<string, JobSeverity>>;

/** Stable code of a kind of problem. */
export type JobProblemCode = keyof typeof JOB_SEVERITIES;

/** One problem of a job. */
export interface JobProblem {
  severity: JobSeverity;
  code: JobProblemCode;
  /** Path in the job: `output_options.field_names`. */
  path: string;
  /** "found …, expected …; the fix". One line. */
  message: string;
  /** The fields and options concerned, each once. */
  names: readonly string[];
}

/** The parts of a job that are checked. */
export type CheckedJob = Pick<
  Job,
  'filter' | 'filterObject' | 'misplacedOptions' | 'outputOptions' | 'isLegacy' | 'state'
>;

/** Names shown in one message; `names` contains all. */
const NAMES_SHOWN = 10;
/** Datasets shown for a field of another dataset. */
const DATASETS_SHOWN = 3;
/** Longest filter shown in full as the fix: a filter at the byte limit, escaped. Characters. */
const MAX_SHOWN_FILTER = 2400;

/** Every option of the platform. */
const OPTION_NAMES: readonly string[] = Object.keys(defaultsOf({}));

const OPTIONS = 'output_options';
const FIELDS = `${OPTIONS}.field_names`;
const TEMPLATE = `${OPTIONS}.record_template`;
/** In the documentation but not in the list of dataset fields. docs/platform.md, "Custom fields". */
const UNLISTED_FIELD = 'ResponseFields';

/** Returns all problems of a job, in the order of {@link JOB_SEVERITIES}. Takes time in proportion to its fields. */
export function jobProblems(job: CheckedJob, dataset: Dataset): JobProblem[] {
  const found = [
    ...filterProblems(job),
    ...optionProblems(job),
    ...templateProblems(job, dataset),
    ...fieldProblems(job, dataset),
    ...stateProblems(job),
  ];
  const order = Object.keys(JOB_SEVERITIES);
  return found.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

function problem(code: JobProblemCode, path: string, message: string, names: readonly string[] = []): JobProblem {
  return { severity: JOB_SEVERITIES[code], code, path, message, names };
}

/** Text that means no filter. Empty text is the platform's form of a job without a filter, and not a problem. */
const NO_FILTER_TEXT = /^\s*(?:null)?\s*$/;

function filterProblems({ filter, filterObject }: CheckedJob): JobProblem[] {
  if (filterObject === undefined) {
    if (filter === undefined || !NO_FILTER_TEXT.test(filter)) return [];
    const found = JSON.stringify(startOf(filter, MAX_COMPARED_LENGTH));
    const message = `found ${found}, expected a filter: the platform reads it as none, so every line is pushed; write a filter, or remove the key`;
    return [problem('job-filter-empty', 'filter', message)];
  }
  const string = JSON.stringify(filterObject);
  const fix = string.length > MAX_SHOWN_FILTER ? 'write it with check --as-job-string' : `write "filter": ${string}`;
  return [problem('job-filter-object', 'filter', `found an object, expected the filter as a JSON string; ${fix}`)];
}

/** A problem with names; none if there are no names. @param message continues after the names; not called without names */
function namesProblem(
  code: JobProblemCode,
  path: string,
  names: readonly string[],
  message: () => string,
): readonly JobProblem[] {
  return names.length === 0 ? [] : [problem(code, path, `found ${quoteNames(names)}${message()}`, names)];
}

function optionProblems({ outputOptions, misplacedOptions }: CheckedJob): JobProblem[] {
  const unknown = Object.keys(outputOptions).filter((name) => !OPTION_NAMES.includes(name));
  const expected = `expected options among ${OPTION_NAMES.join(', ')}`;
  const nearOption = (name: string): string | undefined =>
    name.length <= MAX_COMPARED_LENGTH ? nearest(name, OPTION_NAMES) : undefined;
  const options =
    ' next to output_options, expected these options inside it: the platform ignores them here; move them';
  return [
    ...namesProblem(
      'job-option-unknown',
      OPTIONS,
      unknown,
      () => `, which the platform does not define; ${adviceFor(unknown, nearOption) ?? expected}`,
    ),
    ...namesProblem('job-option-misplaced', '', misplacedOptions, () => options),
  ];
}

function templateProblems({ outputOptions }: CheckedJob, dataset: Dataset): JobProblem[] {
  const { record_template: template, field_names: names } = defaultsOf(outputOptions);
  if (template === undefined) return [];
  try {
    const fields = templateFields(parseTemplate(template));
    const listed = new Set(names ?? fields);
    const unlisted = fields.filter((name) => !listed.has(name));
    const advice =
      ', expected fields that field_names lists: the others are null in every line; add them to field_names';
    return [
      ...unknownFields(fields, TEMPLATE, dataset),
      ...namesProblem('job-field-unlisted', TEMPLATE, unlisted, () => advice),
    ];
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    return [problem('job-template', TEMPLATE, error.message.replace(/^.*?: (?=found)/s, ''))];
  }
}

function fieldProblems({ outputOptions, isLegacy }: CheckedJob, dataset: Dataset): JobProblem[] {
  // An empty list counts as none; a template names its fields itself.
  const { field_names: names, record_template: template } = defaultsOf(outputOptions);
  const problems: JobProblem[] = [];
  if (isLegacy) {
    const message = 'found the legacy logpull_options, expected output_options; the platform recommends replacing them';
    problems.push(problem('job-legacy', 'logpull_options', message));
  }
  if (names === undefined) {
    if (template !== undefined) return problems;
    const message = 'found no fields, expected the fields of a line in their order; use the job as the API returns it';
    return [...problems, problem('job-no-fields', FIELDS, message)];
  }
  const distinct = [...new Set(names)];
  const gone = distinct.filter((name) => dataset.fields.get(name)?.removed !== undefined);
  const deprecated = distinct.filter((name) => dataset.fields.get(name)?.deprecated === true);
  const replacementOf = (name: string): string | undefined => dataset.fields.get(name)?.removed?.replacedBy;
  return [
    ...problems,
    ...unknownFields(distinct, FIELDS, dataset),
    ...namesProblem(
      'job-field-removed',
      FIELDS,
      gone,
      () => `, which the platform no longer pushes; ${adviceFor(gone, replacementOf) ?? 'remove them'}`,
    ),
    ...namesProblem(
      'job-field-deprecated',
      FIELDS,
      deprecated,
      () => ', which the platform still pushes but will remove',
    ),
    ...namesProblem(
      'job-field-repeated',
      FIELDS,
      [...repeatsIn(names)],
      () => ' more than once, expected each field once',
    ),
  ];
}

function unknownFields(names: readonly string[], path: string, dataset: Dataset): readonly JobProblem[] {
  const unknown = names.filter((name) => !dataset.fields.has(name) && name !== UNLISTED_FIELD);
  return namesProblem('job-field-unknown', path, unknown, () => {
    const elsewhere = unknown.slice(0, NAMES_SHOWN).flatMap((name) => {
      const homes = datasetsWithField(name).slice(0, DATASETS_SHOWN);
      return homes.length === 0 ? [] : `${name} is a field of ${homes.join(', ')}`;
    });
    const advice = adviceFor(unknown, (name) => nearestField(name, dataset));
    return [`, expected fields of ${dataset.name}`, advice, ...elsewhere].filter(Boolean).join('; ');
  });
}

function stateProblems(job: CheckedJob): JobProblem[] {
  const settings = pushSettings(job);
  const text = [settings.enabled ? '' : 'enabled is false', failureText(settings)].filter(Boolean).join(', ');
  return text === '' ? [] : [problem('job-state', '', text)];
}

/** Returns the names that a list contains more than once. */
function repeatsIn(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const repeats = new Set<string>();
  for (const name of names) (seen.has(name) ? repeats : seen).add(name);
  return repeats;
}

/**
 * Returns `write A for "a", B for "b"`; undefined if there is no suggestion. Searches only for the names shown, because
 * searching is slow.
 */
function adviceFor(names: readonly string[], replacementOf: (name: string) => string | undefined): string | undefined {
  const pairs = names.slice(0, NAMES_SHOWN).flatMap((name) => {
    const replacement = replacementOf(name);
    return replacement === undefined ? [] : `${replacement} for ${JSON.stringify(name)}`;
  });
  return pairs.length === 0 ? undefined : `write ${pairs.join(', ')}`;
}

/** `"A", "B" and 3 more`. */
function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => JSON.stringify(startOf(name, MAX_COMPARED_LENGTH)));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
