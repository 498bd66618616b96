// The one entry for filters from outside: text (JSON or expression) or an object → a checked filter, or all that is wrong
// with it at once, together with the filter that was probably meant. Never throws for what a user wrote.
import { printJson, type Value } from '../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import { checkNode, createCheck, reportOtherDataset } from './check/check-filter.ts';
import { checkLimits } from './check/check-limits.ts';
import { ExpressionSyntaxError } from './expression/expression-error.ts';
import { locateProblems } from './expression/expression-place.ts';
import { type ParsedExpression, parseExpressionWithPlaces } from './expression/parse-expression.ts';
import { filterValue, printFilterJson, utf8Length } from './filter-value.ts';
import { readJson, unescapedJson } from './json/read-json.ts';
import { readObject } from './json/read-object.ts';
import { readRoot } from './json/read-root.ts';
import { MAX_FILTER_TEXT } from './limits.ts';
import { conditionsOf, type Filter, ROOT_PATH } from './node.ts';
import { type Problem, problemFrom } from './problem.ts';
import { ProblemList } from './problem-list.ts';
import { writeAdvice } from './quote.ts';
import { mergeEquals } from './repair/merge-equals.ts';
import { repairedFilter } from './repair/repair.ts';
import { warnAboutFilter } from './warning/filter-warnings.ts';

/** Where a filter comes from. */
export interface ReadFilterOptions {
  /**
   * `job`: the `filter` string of a job, whose bytes count as they stand, and which must be JSON.
   * `text`: anything else; the bytes of the canonical JSON count.
   * @default 'text'
   */
  readonly source?: 'job' | 'text';
}

/** All that is known of a filter. */
export interface FilterReading {
  /** `none`: no filter, or {@link EVERY_LINE}: every line is pushed. */
  readonly form: 'none' | 'json' | 'expression';
  /** The filter; undefined where there is none, and where any problem is an error. */
  readonly filter: Filter | undefined;
  /** In the order of the filter; what concerns it as a whole comes last. At most 100 and one that counts the rest. */
  readonly problems: readonly Problem[];
  /** Conditions, broken ones included. */
  readonly operators: number;
  /** What counts against the limit of bytes. */
  readonly bytes: number;
  /** The filter with every mechanical correction made, where the filter has errors and the corrected one has none. */
  readonly repaired?: Filter;
}

const NO_FILTER: FilterReading = { form: 'none', filter: undefined, problems: [], operators: 0, bytes: 0 };
/** The text that people write for "no filter": it matches every line. A job that is to push every line has no filter. */
export const EVERY_LINE = 'all';
/** JSON, and not an expression: empty, or beginning with a brace, a quote or the word null. */
const BEGINS_AS_JSON = /^(?:\{|"|null(?![A-Za-z0-9_]))/;

/** What a reading needs to know besides its input. */
interface Context {
  readonly dataset: Dataset;
  readonly source: 'job' | 'text';
  /** Bytes as they stand, where those count. */
  readonly bytes: number | undefined;
}

/** Reads a filter against a dataset: shape, types, limits, and what is legal but hardly meant. */
export function readFilter(
  input: string | object | null | undefined,
  dataset: Dataset,
  { source = 'text' }: ReadFilterOptions = {},
): FilterReading {
  if (input === null || input === undefined) return NO_FILTER;
  const bytes = source === 'job' && typeof input === 'string' ? utf8Length(input) : undefined;
  const context: Context = { dataset, source, bytes };
  if (typeof input === 'string') return readText(input, context, false);
  const problems = new ProblemList();
  const value = readObject(input, problems);
  return value === undefined ? refusal('json', problems.toArray(), 0) : readValue(value, [], context);
}

function readText(text: string, context: Context, isUnwrapped: boolean): FilterReading {
  const trimmed = text.trim();
  if (trimmed === '' || (trimmed === EVERY_LINE && context.source === 'text' && !isUnwrapped)) return NO_FILTER;
  if (text.length > MAX_FILTER_TEXT) return readHugeText(trimmed, context);
  if (!BEGINS_AS_JSON.test(trimmed)) return readExpression(text, context);
  const { value, duplicates, problem } = readJson(text);
  if (problem !== undefined) return readBrokenJson(text, problem, context);
  if (value === null) return NO_FILTER;
  if (typeof value !== 'string' || isUnwrapped) return readValue(value!, duplicates, context);
  if (context.source === 'text') return readText(value, { ...context, bytes: utf8Length(value) }, true);
  const reading = readText(value, context, true);
  const warning = problemFrom({
    severity: 'warning',
    code: 'encoded-twice',
    path: '',
    failed: 'filter encoded twice',
    found: 'a JSON string inside the string of the job',
    expected: 'the JSON object itself',
  });
  return reading.form === 'none' ? reading : { ...reading, problems: [...reading.problems, warning] };
}

function readHugeText(text: string, { dataset }: Context): FilterReading {
  const problems = new ProblemList();
  const bytes = utf8Length(text);
  checkLimits({ operators: 0, bytes }, undefined, dataset, problems);
  return refusal(BEGINS_AS_JSON.test(text) ? 'json' : 'expression', problems.toArray(), bytes);
}

function readBrokenJson(text: string, problem: Problem, context: Context): FilterReading {
  const bytes = context.bytes ?? utf8Length(text);
  const unescaped = unescapedJson(text);
  const meant = unescaped === undefined ? undefined : readText(unescaped, { ...context, bytes: undefined }, true);
  return refusal('json', [problem], bytes, meant?.filter ?? meant?.repaired);
}

function readValue(value: Value, duplicates: readonly string[], context: Context): FilterReading {
  const { dataset } = context;
  const check = createCheck(dataset);
  for (const path of duplicates) {
    const failed = 'key that stands twice';
    check.problems.add('error', 'duplicate-key', {
      path,
      failed,
      expected: 'each key once',
      fix: 'leave one of them out',
    });
  }
  const filter = readRoot(value, check);
  const { problems, operators } = check;
  const bytes = context.bytes ?? utf8Length(printJson(value));
  reportOtherDataset(check);
  checkLimits({ operators, bytes }, filter, dataset, problems);
  const size = { form: 'json', operators, bytes } as const;
  if (filter !== undefined && !problems.hasErrors) {
    warnAboutFilter(filter.where, dataset, problems, 'json');
    return { ...size, filter, problems: problems.toArray() };
  }
  // Of two equal keys nobody knows which one was meant.
  const repaired = duplicates.length > 0 ? undefined : repair(value, dataset);
  return { ...size, filter: undefined, problems: problems.toArray(), ...(repaired && { repaired }) };
}

function readExpression(text: string, context: Context): FilterReading {
  const { dataset, source } = context;
  let parsed: ParsedExpression;
  try {
    parsed = parseExpressionWithPlaces(text);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return refusal('expression', [problemOf(error)], context.bytes ?? utf8Length(text));
  }
  const { filter } = parsed;
  const check = createCheck(dataset);
  checkNode(filter.where, ROOT_PATH, 0, check);
  reportOtherDataset(check);
  const { problems, operators } = check;
  const json = printFilterJson(filter);
  const bytes = source === 'job' && context.bytes !== undefined ? context.bytes : utf8Length(json);
  checkLimits({ operators, bytes }, filter, dataset, problems);
  if (source === 'job') {
    problems.add('error', 'expression-in-job', {
      path: '',
      failed: 'expression in a job',
      found: 'an expression',
      expected: 'JSON: expressions are known to this program only',
      fix: writeAdvice(json),
    });
  }
  const size = { form: 'expression', operators, bytes } as const;
  if (!problems.hasErrors) {
    warnAboutFilter(filter.where, dataset, problems, 'expression');
    return { ...size, filter, problems: locateProblems(problems.toArray(), text, parsed) };
  }
  const repaired = repair(filterValue(filter), dataset);
  return {
    ...size,
    filter: undefined,
    problems: locateProblems(problems.toArray(), text, parsed),
    ...(repaired && { repaired }),
  };
}

function problemOf(error: ExpressionSyntaxError): Problem {
  const { line, column, found, wanted, fix, excerpt } = error;
  const failed = `invalid expression, line ${line}, column ${column}`;
  return { ...problemFrom({ code: 'expression-syntax', path: '', failed, found, expected: wanted, fix }), excerpt };
}

function refusal(
  form: 'json' | 'expression',
  problems: readonly Problem[],
  bytes: number,
  repaired?: Filter,
): FilterReading {
  return { form, filter: undefined, problems, operators: 0, bytes, ...(repaired && { repaired }) };
}

/** The filter that was meant, if correcting it mechanically leaves no error; brought under the limits where lists do it. */
function repair(value: Value, dataset: Dataset): Filter | undefined {
  const check = createCheck(dataset);
  const filter = readRoot(repairedFilter(value, dataset), check);
  if (filter === undefined || check.problems.hasErrors) return undefined;
  return [filter, mergeEquals(filter, dataset).filter].find((candidate) => isWithinLimits(candidate, dataset));
}

function isWithinLimits(filter: Filter, dataset: Dataset): boolean {
  const problems = new ProblemList();
  const size = { operators: conditionsOf(filter.where).length, bytes: utf8Length(printFilterJson(filter)) };
  checkLimits(size, undefined, dataset, problems);
  return !problems.hasErrors;
}
