// The entry for filters from outside: text (JSON or an expression) or an object → a checked filter, or all of its problems at
// once together with a repaired filter. Never throws because of its input.
import { printCount, printJson, type Value } from '../../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import type { FilterCheck } from './check/check-condition.ts';
import { checkNode, createCheck, reportOtherDataset } from './check/check-filter.ts';
import { checkLimits } from './check/check-limits.ts';
import { ExpressionSyntaxError } from './expression/expression-error.ts';
import { locateProblems, type ParsedExpression, parseExpressionWithPlaces } from './expression/parse-expression.ts';
import { fixForField } from './expression/value-fix.ts';
import { filterValue, printFilterJson, sizeOf, utf8Length } from './filter-value.ts';
import { readJson, unescapedJson } from './json/read-json.ts';
import { readRoot } from './json/read-node.ts';
import { readObject } from './json/read-object.ts';
import { MAX_FILTER_TEXT } from './limits.ts';
import { type Filter, ROOT_PATH } from './node.ts';
import type { WrittenForm } from './operator.ts';
import { type Problem, problemFrom } from './problem.ts';
import { ProblemList } from './problem-list.ts';
import { writeAdvice } from './quote.ts';
import { mergeEquals } from './repair/merge-equals.ts';
import { repairedFilter } from './repair/repair.ts';
import { warnAboutFilter } from './warning/filter-warnings.ts';

/** Options of {@link readFilter}. */
export interface ReadFilterOptions {
  /**
   * `job`: the `filter` string of a job, which must be JSON; its own bytes count against the limit.
   * `text`: anything else; the bytes of its canonical JSON count.
   * @default 'text'
   */
  readonly source?: 'job' | 'text';
  /** Whether the filter may be sent to the platform, whose limits it must then meet. @default true */
  readonly isSent?: boolean;
  /** Whether exceeded limits of the platform are warnings instead of errors. @default false */
  readonly ignoresLimits?: boolean;
}

/** The result of {@link readFilter}. */
export interface FilterReading {
  /** `none`: no filter, or {@link EVERY_LINE}: every line is pushed. */
  readonly form: 'none' | WrittenForm;
  /** The filter; undefined when there is none, or when any problem is an error. */
  readonly filter: Filter | undefined;
  /** In the order of the filter; problems of the filter as a whole come last. At most 100, and one that counts the rest. */
  readonly problems: readonly Problem[];
  /** Number of conditions, including invalid ones. */
  readonly operators: number;
  /** Bytes that count against the limit. */
  readonly bytes: number;
  /** The filter if exceeded limits of the platform are its only errors. */
  readonly beyondLimits?: Filter;
  /** The filter with all mechanical corrections applied; present when the filter has errors and the corrected one has none. */
  readonly repaired?: Filter;
}

const NO_FILTER: FilterReading = { form: 'none', filter: undefined, problems: [], operators: 0, bytes: 0 };
/** The text that means "no filter": it matches every line. A job that pushes every line has no filter. */
export const EVERY_LINE = 'all';
/** Text that is JSON and not an expression begins with a brace, a quote or the word null. */
const BEGINS_AS_JSON = /^(?:\{|"|null(?![A-Za-z0-9_]))/;

/** The inputs of a reading other than the filter. */
interface Context {
  readonly dataset: Dataset;
  readonly source: 'job' | 'text';
  readonly isSent: boolean;
  readonly exceeded: Problem['severity'];
  /** Bytes of the input itself; undefined when the bytes of the canonical JSON count. */
  readonly bytes: number | undefined;
}

/** Parses a filter and checks it against a dataset: shape, types, limits, and legal parts that are probably mistakes. */
export function readFilter(
  input: string | object | null | undefined,
  dataset: Dataset,
  { source = 'text', isSent = true, ignoresLimits = false }: ReadFilterOptions = {},
): FilterReading {
  if (input === null || input === undefined) return NO_FILTER;
  const bytes = source === 'job' && typeof input === 'string' ? utf8Length(input) : undefined;
  const context: Context = { dataset, source, isSent, exceeded: ignoresLimits ? 'warning' : 'error', bytes };
  if (typeof input === 'string') return readText(input, context, false);
  const problems = new ProblemList();
  const value = readObject(input, problems);
  return value === undefined ? rejection('json', problems.toArray(), 0) : readValue(value, [], context);
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
  const warning = problemFrom('encoded-twice', '', {
    found: "a JSON string inside the job's string",
    expected: 'the JSON object itself',
  });
  return reading.form === 'none' ? reading : { ...reading, problems: [...reading.problems, warning] };
}

function readHugeText(text: string, { dataset, exceeded }: Context): FilterReading {
  const problems = new ProblemList();
  const bytes = utf8Length(text);
  if (exceeded === 'error') checkLimits({ operators: 0, bytes }, undefined, dataset, problems);
  else {
    problems.add('too-many-bytes', '', {
      found: `${printCount(text.length)} characters`,
      expected: `at most ${printCount(MAX_FILTER_TEXT)} with limits ignored`,
      fix: 'split it into several filters',
    });
  }
  return rejection(BEGINS_AS_JSON.test(text) ? 'json' : 'expression', problems.toArray(), bytes);
}

function readBrokenJson(text: string, problem: Problem, context: Context): FilterReading {
  const bytes = context.bytes ?? utf8Length(text);
  const unescaped = unescapedJson(text);
  const meant = unescaped === undefined ? undefined : readText(unescaped, { ...context, bytes: undefined }, true);
  return rejection('json', [problem], bytes, meant?.filter ?? meant?.repaired);
}

function readValue(value: Value, duplicates: readonly string[], context: Context): FilterReading {
  const check = createCheck(context.dataset);
  for (const path of duplicates) {
    check.problems.add('duplicate-key', path, { expected: 'each key once', fix: 'remove one of them' });
  }
  const filter = readRoot(value, check);
  const bytes = context.bytes ?? utf8Length(printJson(value));
  const reading = checkedReading('json', filter, bytes, check, context);
  // It is unknown which of two duplicate keys the user meant.
  return reading.filter !== undefined || duplicates.length > 0 ? reading : withRepair(reading, value, context);
}

function readExpression(text: string, context: Context): FilterReading {
  const { dataset, source } = context;
  let parsed: ParsedExpression;
  try {
    parsed = parseExpressionWithPlaces(text);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return rejection('expression', [problemOf(error, text, dataset)], context.bytes ?? utf8Length(text));
  }
  const { filter } = parsed;
  const check = createCheck(dataset, { form: 'expression' });
  checkNode(filter.where, ROOT_PATH, 0, check);
  const bytes = (source === 'job' ? context.bytes : undefined) ?? sizeOf(filter).bytes;
  const checked = checkedReading('expression', filter, bytes, check, context);
  const reading = { ...checked, problems: locateProblems(checked.problems, text, parsed) };
  return reading.filter === undefined ? withRepair(reading, filterValue(filter), context) : reading;
}

/** Checks the limits and what depends on the whole filter. */
function checkedReading(
  form: WrittenForm,
  filter: Filter | undefined,
  bytes: number,
  check: FilterCheck,
  { dataset, source, isSent, exceeded }: Context,
): FilterReading {
  const { problems, operators } = check;
  reportOtherDataset(check);
  const isInJob = form === 'expression' && source === 'job';
  const isValid = filter !== undefined && !problems.hasErrors && !isInJob;
  if (isSent) checkLimits({ operators, bytes }, filter, dataset, problems, exceeded);
  if (isInJob) {
    problems.add('expression-in-job', '', {
      found: 'an expression',
      expected: 'JSON, because only headgate understands expressions',
      fix: writeAdvice(printFilterJson(filter!)),
    });
  }
  const isAccepted = isValid && !problems.hasErrors;
  if (isAccepted) warnAboutFilter(filter.where, dataset, problems, form);
  const reading = { form, filter: undefined, problems: problems.toArray(), operators, bytes };
  if (isAccepted) return { ...reading, filter };
  return isValid ? { ...reading, beyondLimits: filter } : reading;
}

function withRepair(reading: FilterReading, value: Value, { dataset }: Context): FilterReading {
  const repaired = repair(value, dataset);
  return repaired === undefined ? reading : { ...reading, repaired };
}

function problemOf(error: ExpressionSyntaxError, text: string, dataset: Dataset): Problem {
  const { line, column, offset, found, expected, excerpt } = error;
  const fix = fixForField(error.fix, { text, offset, dataset });
  const failed = `invalid expression, line ${line}, column ${column}`;
  const problem = problemFrom('expression-syntax', '', { failed, found, expected, fix });
  return { ...problem, excerpt, line, column };
}

function rejection(form: WrittenForm, problems: readonly Problem[], bytes: number, repaired?: Filter): FilterReading {
  return { form, filter: undefined, problems, operators: 0, bytes, ...(repaired && { repaired }) };
}

/** Corrects a filter mechanically, and merges conditions when the limits require it; undefined when an error remains. */
function repair(value: Value, dataset: Dataset): Filter | undefined {
  const check = createCheck(dataset);
  const filter = readRoot(repairedFilter(value, dataset), check);
  if (filter === undefined || check.problems.hasErrors) return undefined;
  return [filter, mergeEquals(filter, dataset).filter].find((candidate) => isWithinLimits(candidate, dataset));
}

function isWithinLimits(filter: Filter, dataset: Dataset): boolean {
  const problems = new ProblemList();
  checkLimits(sizeOf(filter), undefined, dataset, problems);
  return !problems.hasErrors;
}
