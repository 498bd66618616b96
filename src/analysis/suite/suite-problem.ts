// The problems of a suite file: what was found, what is expected, and where. Converts issues of zod to such problems.
import type { z } from 'zod';
import { enumerate, HeadgateError, nearest, printPlural, startOf } from '../../base/index.ts';
import { suiteCaseSchema, suiteSchema } from './suite-schema.ts';

/** Maximum length of a quoted value. Characters. */
const MAX_SHOWN = 80;

/** One problem with a suite. */
export interface SuiteProblem {
  /** `cases[2].expect`; empty for the whole file. */
  path: string;
  /** Position in the text, from 1. */
  line: number;
  column: number;
  /** `found X, expected Y`, with the correction where there is one. */
  message: string;
}

/** Some suites are invalid: nothing was tested. Has all problems of all suites. */
export class InvalidSuiteError extends HeadgateError {
  readonly suites: readonly { file: string; problems: readonly SuiteProblem[] }[];

  constructor(suites: InvalidSuiteError['suites']) {
    const count = suites.reduce((sum, { problems }) => sum + problems.length, 0);
    const [first] = suites.flatMap(({ file, problems }) => problems.map((problem) => ({ file, problem })));
    const place = first === undefined ? '' : describeSuiteProblem(first.problem);
    const found = count === 1 ? `in ${first?.file}` : `${printPlural(count, 'problem')}, the first in ${first?.file}`;
    const all = suites.flatMap(({ file, problems }) => [
      file,
      ...problems.map((problem) => `  ${describeSuiteProblem(problem)}`),
    ]);
    super('suite-invalid', `cannot test: found ${count === 1 ? 'a problem ' : ''}${found}: ${place}`, {
      // The message contains the only problem.
      details: count === 1 ? [] : all,
    });
    this.suites = suites;
  }
}

/** Describes a problem with its place: `line 4, cases[0].expect: found …`. */
export function describeSuiteProblem({ path, line, column, message }: SuiteProblem): string {
  return `line ${line}, ${path === '' ? `column ${column}` : path}: ${message}`;
}

/** A problem without its position. */
export interface PlacedIssue {
  path: readonly PropertyKey[];
  message: string;
}

/** Describes an issue of {@link suiteSchema}: one problem for each unknown key. */
export function describeSuiteIssue(issue: z.core.$ZodIssue): PlacedIssue[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path);
    return issue.keys.map((key) => {
      const near = nearest(key, known);
      const advice = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
      return { path: [...path, key], message: `found an unknown key, expected one of ${known.join(', ')}${advice}` };
    });
  }
  const found = describeInput(issue.input);
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const near = typeof issue.input === 'string' ? nearest(issue.input, values) : undefined;
    const advice = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
    return [{ path, message: `found ${found}, expected ${enumerate(values)}${advice}` }];
  }
  return [{ path, message: `found ${found}, expected ${EXPECTED[String(path.at(-1))] ?? expectedBy(issue)}` }];
}

/** What a key expects, by its name. */
const EXPECTED: Readonly<Record<string, string>> = {
  line: 'an object of fields, or the text of one line',
  filter: 'an expression, the JSON of a filter, an object with the key "where", or "@" and a path',
  job: 'the path of a job file, or a job',
  cases: 'an array of cases',
  records: 'an array of the records that are delivered',
};

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return 'text that is not empty';
  if (issue.code === 'invalid_type') {
    if (issue.path.length === 0) return 'a suite, which is an object with the key "cases"';
    return issue.expected === 'object' ? 'a case, which is an object' : `a ${issue.expected}`;
  }
  return issue.message;
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  if (path.at(-1) === 'filter') return ['where'];
  const { shape } = path.length === 0 ? suiteSchema : suiteCaseSchema;
  return Object.keys(shape).filter((key) => key !== '$schema');
}

/** Describes a value of a suite. */
export function describeInput(input: unknown): string {
  if (input === undefined) return 'nothing';
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'string') return input === '' ? 'an empty text' : JSON.stringify(startOf(input, MAX_SHOWN));
  return typeof input === 'boolean' || typeof input === 'number' ? String(input) : 'an object';
}
