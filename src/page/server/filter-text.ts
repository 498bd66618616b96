// Reads the filters that the page sends: an expression, or JSON. The text never names a file, as it may on the command line: what is passed to a
// verb is the filter that was read, printed again.
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type ConditionSpan,
  canonicalFilter,
  conditionSpans,
  EVERY_LINE,
  ExpressionSyntaxError,
  type Filter,
  type FilterReading,
  type Problem,
  printExpression,
  printFilterJson,
  readFilter,
} from '../../language/filter/index.ts';
import { isJobText } from '../../language/job/index.ts';
import { readPromise } from '../../language/promises/index.ts';
import { formsOf } from '../../verbs/check/filter-forms.ts';
import { type FilterArgument, isInvalid, NO_LINE } from '../../verbs/request/named-filters.ts';
import type { Checked, TextProblem } from '../contract.ts';
import { PageError, type StatePart } from './page-error.ts';
import type { PageSource } from './question-thread.ts';

/** A filter as a verb takes it. */
export interface FilterText {
  argument: FilterArgument;
  /** Undefined: every line is kept, or none. */
  filter: Filter | undefined;
}

/** A problem of a filter may quote it: a job, which the page reduces to its filter, has secrets. */
const IS_JOB = 'cannot use the filter: found a job, expected the filter of the job';

/** Reads a filter for a verb. @throws PageError with its problems */
export function readFilterText(text: string, dataset: Dataset, part: StatePart): FilterText {
  const trimmed = text.trim();
  if (['', EVERY_LINE, NO_LINE].includes(trimmed)) return { argument: keeps(trimmed || EVERY_LINE), filter: undefined };
  const promise = part === 'neverDrop' ? readPromise(trimmed, dataset) : undefined;
  if (promise !== undefined) {
    if ('filter' in promise) return { argument: keeps(trimmed), filter: promise.filter };
    const message = `unknown promise: found ${promise.found}, expected ${promise.expected}`;
    throw new PageError(422, 'unknown-promise', message, { part });
  }
  if (isJobText(text)) throw new PageError(422, 'filter-is-job', IS_JOB);
  const reading = readFilter(text, dataset);
  const { filter } = reading;
  if (isInvalid(reading)) {
    const [first] = reading.problems.filter(({ severity }) => severity === 'error');
    const problems = problemsOf(text, reading);
    throw new PageError(422, 'filter-invalid', `cannot use the filter: ${first!.message}`, { part, problems });
  }
  if (filter === undefined) return { argument: keeps(EVERY_LINE), filter };
  // Paths of conditions are those of the text.
  return { argument: keeps(reading.form === 'json' ? printFilterJson(filter) : printExpression(filter)), filter };
}

/** A filter as that of a job with the output of another, which decides what is pushed of its lines. The filter that keeps no line is of no job. */
export function ofJob(
  { argument, filter }: FilterText,
  name: string,
  { dataset, output }: Pick<PageSource, 'dataset' | 'output'>,
): FilterArgument {
  if (argument.value === NO_LINE) return argument;
  const job = {
    name,
    dataset,
    ...(filter && { filter: printFilterJson(filter) }),
    ...(output && { output_options: output }),
  };
  return { kind: 'job', value: name, text: JSON.stringify(job) };
}

function keeps(value: string): FilterArgument {
  return { kind: 'filter', value };
}

/** Checks the text of a filter. */
export function checkText(text: string, dataset: Dataset): Checked {
  // A job without a filter pushes every line: its `filter` is empty.
  const none = { expression: EVERY_LINE, json: '', terraform: terraformOf('""'), jobString: '""' };
  const nothing = { problems: [], forms: none, conditions: [] };
  // No filter of the platform drops every line.
  if (text.trim() === NO_LINE) return { ...nothing, forms: null };
  if ([EVERY_LINE, ''].includes(text.trim())) return nothing;
  if (isJobText(text))
    return {
      ...{ forms: null, conditions: [] },
      problems: [{ ...whole(text), severity: 'error', message: IS_JOB, fixes: [] }],
    };
  const reading = readFilter(text, dataset);
  const { filter, form } = reading;
  const forms = filter === undefined || isInvalid(reading) ? undefined : formsOf(filter);
  return {
    problems: problemsOf(text, reading),
    forms: forms ? { ...forms, terraform: terraformOf(forms.jobString) } : form === 'none' ? none : null,
    conditions: form === 'expression' ? spansOf(text) : [],
  };
}

/** The line of a `cloudflare_logpush_job`. @param jobString the filter as a JSON string literal */
function terraformOf(jobString: string): string {
  const literal = jobString
    .replaceAll(/[$%]\{/g, (sign) => `${sign[0]}${sign}`)
    // Terraform has no escapes for these.
    .replaceAll(/\\\\|\\b|\\f|\\\//g, (found) => ESCAPES[found] ?? found);
  return `filter = ${literal}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c', '\\/': '/' };

function problemsOf(text: string, reading: FilterReading): TextProblem[] {
  const repaired = reading.repaired && formOf(reading.repaired, reading.form);
  const fix =
    repaired === undefined ? [] : [{ label: `Replace with ${shortened(repaired)}`, text: repaired, ...whole(text) }];
  return reading.problems.map((problem) => {
    const place = placeIn(text, problem);
    const written = problem.line === undefined ? undefined : WRITES.exec(problem.fix ?? '')?.[1];
    const own = written === undefined ? [] : [{ label: `Write ${shortened(written)}`, text: written, ...place }];
    const { severity, message } = problem;
    return { ...place, severity, message, fixes: severity === 'error' && own.length === 0 ? fix : own };
  });
}

/** A fix that replaces what was found. */
const WRITES = /^write ("(?:[^"\\]|\\.)*"|[^\s…]+)(?: as a string)?$/;

function formOf(filter: Filter, form: FilterReading['form']): string {
  return form === 'json' ? formsOf(filter).json : printExpression(canonicalFilter(filter));
}

/** Longest filter in the label of a button. Characters. */
const LABEL_LENGTH = 60;

function shortened(text: string): string {
  return text.length <= LABEL_LENGTH ? text : `${text.slice(0, LABEL_LENGTH)}…`;
}

/** A word, a number, a string or a sign. */
const TOKEN = /^(?:"(?:[^"\\\n]|\\.)*"?|[\w.]+|[^\s\w]+)/;

/** Where a problem is underlined: its token; the whole text if its place is not known. */
export function placeIn(
  text: string,
  { line, column }: Pick<Problem, 'line' | 'column'>,
): { from: number; to: number } {
  if (line === undefined || column === undefined) return whole(text);
  const before = text.split('\n').slice(0, line - 1);
  const from = Math.min([...before, ''].join('\n').length + column - 1, text.length);
  const length = TOKEN.exec(text.slice(from))?.[0].length ?? 0;
  // The end of the text has no token: its last character is underlined.
  return length > 0 ? { from, to: from + length } : { from: Math.max(0, from - 1), to: from };
}

function whole(text: string): { from: number; to: number } {
  return { from: 0, to: text.length };
}

function spansOf(text: string): ConditionSpan[] {
  try {
    return conditionSpans(text);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return [];
  }
}
