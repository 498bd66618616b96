// JSON text → suite: cases of a line and the verdict that a filter must give; or all of its problems at once, each with its path and line. Keeps
// every number of a line exact, and reads no other file: cases that name an object are read by the verb.
import { type JsonObject, JsonSyntaxError, parseJson, printJson, type Value } from '../../base/index.ts';
import { readLine } from '../../input/record/index.ts';
import type { FinalVerdict, NullReading } from '../../language/filter/index.ts';
import { describeSuiteIssue, type SuiteProblem } from './suite-problem.ts';
import { suiteSchema } from './suite-schema.ts';

/** The filters that a suite tests, as its text names them. Paths are relative to the suite. */
export type SuiteSubject =
  /** Text as `--filter` takes it; `@path` is a file. */
  | { kind: 'filter'; text: string }
  /** The path of a file with a job, an array of jobs, or an API response. */
  | { kind: 'job-file'; path: string }
  /** A job written into the suite, as JSON text. */
  | { kind: 'job'; text: string };

/** Where the line of a case comes from. */
export type CaseLine =
  | { kind: 'line'; record: JsonObject }
  /** The only line with this RayID in a file; the path is relative to the suite. */
  | { kind: 'object'; object: string; ray: string };

/** One case. */
export interface SuiteCase {
  /** `cases[2]` */
  path: string;
  /** Line of the suite's text at which the case begins, from 1. */
  at: number;
  /** Undefined: the suite gives it none. */
  name: string | undefined;
  note: string | undefined;
  line: CaseLine;
  expect: FinalVerdict;
  /** @default any */
  records?: readonly JsonObject[] | undefined;
}

/** A suite. */
export interface Suite {
  /** Undefined: that of its job, else the default dataset. */
  dataset: string | undefined;
  /** Undefined: the filter comes from the command line. */
  subject: SuiteSubject | undefined;
  /** Path of a file with SQL. Undefined: none. */
  transformer: string | undefined;
  /** The meaning of JSON null. Undefined: not set. */
  nullAs: NullReading | undefined;
  /** At least one. */
  cases: SuiteCase[];
}

/** A case with the record that a filter is evaluated on. */
export interface ReadCase extends SuiteCase {
  record: JsonObject;
}

/** A suite, or why the text is not a suite. */
export type SuiteReading =
  | { suite: Suite; problems: readonly [] }
  | { suite: undefined; problems: readonly SuiteProblem[] };

const SUITE_EXPECTED = 'expected a suite, which is an object with the key "cases"';

/** Parses a suite. Never throws because of its text. */
export function readSuite(text: string): SuiteReading {
  const offsets = new Map<string, number>();
  const duplicates: string[] = [];
  let root: Value;
  try {
    root = parseJson(text, {
      onValue: (path, offset) => offsets.set(path, offset),
      onDuplicateKey: (path) => duplicates.push(path),
    });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column, found, wanted } = error;
    return { suite: undefined, problems: [{ path: '', line, column, message: `found ${found}, expected ${wanted}` }] };
  }
  const places = new Places(text, offsets);
  const other = otherDocument(root);
  if (other !== undefined) return { suite: undefined, problems: [{ path: '', ...places.of([]), message: other }] };
  const problems: SuiteProblem[] = [];
  const report = (path: readonly PropertyKey[], message: string): void => {
    problems.push({ path: printPath(path), ...places.of(path), message });
  };
  // Of equal keys in a line the last one counts, as in a log file.
  for (const path of duplicates) {
    if (!/^cases\[\d+\]\.line\./.test(path)) report([path], 'found the key twice, expected it once');
  }
  const checked = suiteSchema.safeParse(plainOf(root), { reportInput: true });
  if (!checked.success) {
    for (const issue of checked.error.issues) {
      for (const { path, message } of describeSuiteIssue(issue)) report(path, message);
    }
  }
  const given = root instanceof Map ? root : new Map<string, Value>();
  const cases = readCases(given, report, places);
  if (!given.has('transformer')) {
    for (const [index, one] of cases.entries()) {
      if (one.expect === 'fail' || one.records !== undefined)
        report(['cases', index], 'found an expectation about a transformer, expected "transformer" in the suite');
    }
  }
  for (const [index, { expect, records }] of cases.entries()) {
    if (expect === 'fail' && records !== undefined)
      report(
        ['cases', index, 'records'],
        'found records of a case that expects fail, expected none; remove them, because no record is delivered',
      );
  }
  if (given.has('filter') && given.has('job')) {
    report(['job'], 'found a filter and a job, expected one of them');
  }
  if (problems.length > 0) return { suite: undefined, problems: problems.sort(byPlace) };
  return {
    suite: {
      dataset: given.get('dataset') as string | undefined,
      subject: subjectOf(given),
      transformer: given.get('transformer') as string | undefined,
      nullAs: given.get('null') as Suite['nullAs'],
      cases,
    },
    problems: [],
  };
}

/** Recognizes the file of a filter or of jobs where a suite is expected. */
function otherDocument(root: Value): string | undefined {
  if (root instanceof Map && root.has('cases')) return undefined;
  const first = Array.isArray(root) ? root[0] : root;
  if (!(first instanceof Map)) return undefined;
  if (first.has('where'))
    return `found a filter, ${SUITE_EXPECTED}; to test a filter with a suite, run headgate test SUITE --filter @FILE`;
  return first.has('destination_conf') || first.has('output_options')
    ? `found a job, ${SUITE_EXPECTED}; to test a job with a suite, run headgate test SUITE --job FILE`
    : undefined;
}

type Report = (path: readonly PropertyKey[], message: string) => void;

/** Reads what the schema cannot check: whether a case has exactly one line. */
function readCases(root: JsonObject, report: Report, places: Places): SuiteCase[] {
  const given = root.get('cases');
  if (!Array.isArray(given)) return [];
  if (given.length === 0) report(['cases'], 'found no case, expected at least one');
  return given.flatMap((one, index): SuiteCase[] => {
    if (!(one instanceof Map)) return [];
    const path = ['cases', index];
    const line = readCaseLine(one, path, report);
    if (line === undefined) return [];
    return [
      {
        path: printPath(path),
        at: places.of(path).line,
        name: one.get('name') as string | undefined,
        note: one.get('note') as string | undefined,
        line,
        expect: one.get('expect') as FinalVerdict,
        records: one.get('records') as readonly JsonObject[] | undefined,
      },
    ];
  });
}

function readCaseLine(one: JsonObject, path: readonly PropertyKey[], report: Report): CaseLine | undefined {
  const [line, object, ray] = [one.get('line'), one.get('object'), one.get('ray')];
  if (line !== undefined && (object !== undefined || ray !== undefined)) {
    report(path, 'found a line and the place of another one, expected "line", or "object" and "ray"');
    return undefined;
  }
  if (line === undefined) {
    if (typeof object === 'string' && typeof ray === 'string') return { kind: 'object', object, ray };
    if (object === undefined && ray === undefined)
      report(path, 'found no line, expected "line", or "object" and "ray"');
    else if (object === undefined) report(path, 'found "ray" alone, expected "object" with the file that has the line');
    else if (ray === undefined) report(path, 'found "object" alone, expected "ray" with the RayID of the line');
    return undefined;
  }
  if (line instanceof Map) return { kind: 'line', record: line };
  if (typeof line !== 'string') return undefined;
  const reading = readLine(line);
  if ('record' in reading) return { kind: 'line', record: reading.record };
  report([...path, 'line'], reading.problem);
  return undefined;
}

function subjectOf(root: JsonObject): SuiteSubject | undefined {
  const [filter, job] = [root.get('filter'), root.get('job')];
  if (typeof filter === 'string') return { kind: 'filter', text: filter };
  if (filter !== undefined) return { kind: 'filter', text: printJson(filter) };
  if (typeof job === 'string') return { kind: 'job-file', path: job };
  return job === undefined ? undefined : { kind: 'job', text: printJson(job) };
}

/** Positions of values by path. */
class Places {
  readonly #offsets: ReadonlyMap<string, number>;
  /** Offset of the first character of each line. */
  readonly #lines: readonly number[];

  constructor(text: string, offsets: ReadonlyMap<string, number>) {
    this.#offsets = offsets;
    const lines = [0];
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines.push(end + 1);
    this.#lines = lines;
  }

  /** The position of a value, or of the value around it if it is missing. */
  of(path: readonly PropertyKey[]): { line: number; column: number } {
    let offset: number | undefined;
    for (let length = path.length; offset === undefined && length >= 0; length -= 1) {
      offset = this.#offsets.get(printPath(path.slice(0, length)));
    }
    return this.#placeOf(offset ?? 0);
  }

  #placeOf(offset: number): { line: number; column: number } {
    let [line, after] = [0, this.#lines.length];
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if (this.#lines[middle]! <= offset) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: offset - this.#lines[line]! + 1 };
  }
}

function byPlace(a: SuiteProblem, b: SuiteProblem): number {
  return a.line - b.line || a.column - b.column;
}

function printPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** Converts a value for the schema: objects become plain ones, and numbers of any size doubles, whose value the schema does not check. */
function plainOf(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plainOf(inner)]));
  return typeof value === 'object' && value !== null ? Number(value.text) : value;
}
