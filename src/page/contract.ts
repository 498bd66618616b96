// The questions of the page and the answers of its server; answers are JSON. Both sides import this file, and nothing else of each other. Figures are
// those of the reports (same types); the page computes none.
import type { CompareReport } from '../analysis/compare/index.ts';
import type { CostReport } from '../analysis/cost/index.ts';
import type { GuardResult } from '../analysis/guard/index.ts';
import type { Section, Tone } from '../report/page/page.ts';
import type { SuggestReport } from '../verbs/suggest/suggest-report.ts';
import type { Effect, Questions } from './question-schemas.ts';

export type { Effect };

/** One state of the page, to which every question refers. */
export type PageState = Questions['verdict'];

/** How much of the source an answer covers. */
export interface Coverage {
  /** Objects that are read, and all of them. Equal once reading has ended. */
  objects: number;
  objectsInAll: number;
  lines: number;
  /** Grows when the index changes, and from one process to the next: answers of different revisions must not be shown together. */
  revision: number;
  isComplete: boolean;
  /** Why reading ended early, as a sentence. Absent if it did not. */
  failure?: string;
}

/** A line of the response. Each question of the request has one, as soon as it is answered. */
export interface ResponseLine {
  /** Of the question in the request. */
  index: number;
  answer: Answered | Failed;
}

/** Every answer. */
export interface Answered {
  over: Coverage;
}

/** A sentence in place of an answer, or of a response that is refused as a whole. Code `superseded`: ask again if it still matters; no object is read yet. */
export interface Failed {
  error: {
    code: string;
    message: string;
    /** The part of the state that is wrong. Absent if none is. */
    part?: 'from' | 'to' | 'since' | 'guards' | 'neverDrop' | 'prices' | 'sql';
    /** Of `from`, `to` or `sql`. */
    problems?: TextProblem[];
  };
}

/** A problem of a filter or of SQL. Offsets are UTF-16 units of the text. */
export interface TextProblem {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
  /** Edits that mend it, the best first. */
  fixes: { label: string; text: string; from: number; to: number }[];
}

/** What the page shows before the first question. */
export interface Opened extends Answered {
  version: string;
  dataset: string;
  /** Shown names of the sources. */
  sources: string[];
  /** The state to begin with: filters of --job or --filter, range, guards, prices. */
  state: PageState;
  /** Whether sizes and money are of the fields that the job in force writes. */
  isOfJob: boolean;
  /** The SQL of --transformer. Empty: none. */
  sql: string;
  /** All fields of the dataset, and others that the lines have. `share`: of lines that have it, 0 to 1. `distinguishes` ranks the value panel, greatest first. */
  fields: {
    name: string;
    type: string;
    description: string;
    operators: string[];
    share: number | null;
  }[];
  /** First and last event time of the lines, RFC 3339; null without a readable time. */
  firstTime: string | null;
  lastTime: string | null;
  /** Named filters of the dataset for never-drop guards. `lacks`: fields that they test, and no line has. */
  promises: { name: string; filter: string; covers: string; lacks: string[] }[];
  /** Remarks on the source, for example that the index is older than its objects. */
  warnings: string[];
}

/** What is known of a filter without lines. */
export interface Checked {
  problems: TextProblem[];
  /** Null if the text is not a valid filter. */
  forms: { expression: string; json: string; terraform: string; jobString: string } | null;
  /** Where the conditions are in the text, with their paths as in reports. Empty for JSON. */
  conditions: { path: string; from: number; to: number }[];
}

/** The figures at the top, beside the conditions, and over time. */
export interface Verdict extends Answered {
  /** As `headgate compare --format json` without its hours: jobs[0] is the filter in force, jobs[1] the candidate. */
  report: CompareReport;
  /** Those of the state, then its never-drop guards, as the state writes them. `shows`: of a broken one, the lines to look at; null if none explain it. */
  guards: (GuardResult & { shows: Effect | null })[];
  /** The sentences of every format of the report, in the words of the page: show them under the figures. */
  remarks: {
    /** What was read, and what was not: `Lines: 6 without a readable timestamp, 3 malformed`. */
    facts: string[];
    /** What limits the figures: damage, other datasets, undecided lines, extrapolated rates, problems in the data. */
    notices: string[];
  };
  /** Of the lines in the range. */
  bytes: number;
  /** All lines of the objects that were read for the figures: those outside the range, malformed and blank ones included. */
  linesInAll: number;
  /** Lines by hour, in columns: most of the answer. `starts`: seconds since 1970; verdicts of the candidate; `before`: kept by the filter in force. */
  hours: Record<LineVerdict | 'starts' | 'before', number[]>;
}

/** Stored sizes and money of both filters, `jobs` as in Verdict. */
export interface Costs extends Answered {
  /** Null if the lines cover too little time for a rate. */
  cost: CostReport | null;
}

/** The condition that lines with a value meet, as an expression, and the opposite. Null: no condition can test the value (null, a list). */
export interface ValueConditions {
  require: string | null;
  exclude: string | null;
}

/** The values of one field. */
export interface Values extends Answered {
  /** The field of the question, or the one that is chosen for it. */
  field: string;
  /** Most frequent first. `value`: as JSON. Counts are lines. */
  values: ({ value: string; counts: Record<Effect, number> } & ValueConditions)[];
  /** Distinct values that match the search. */
  distinct: number;
  /** Lines of values that are not listed, and lines without the field. */
  rest: Record<Effect, number>;
  absent: Record<Effect, number>;
}

/** The fields that distinguish lines, the best first. */
export interface RankedFields extends Answered {
  fields: string[];
}

/** Values of a field, the most frequent first. */
export interface Completions extends Answered {
  /** Lines with the value; null if the field has too many values to count the lines of all objects. */
  values: { value: string; lines: number | null }[];
}

/** Rows of a table. */
export interface Lines extends Answered {
  /** Lines of this kind in all. */
  total: number;
  rows: LineRow[];
}
export interface LineRow {
  object: string;
  offset: number;
  /** By column: JSON text, null if the line lacks the field. */
  values: (string | null)[];
  /** What each filter does with the line. */
  from: LineVerdict;
  to: LineVerdict;
}
export type LineVerdict = 'kept' | 'dropped' | 'undecided';

/** One line. */
export interface LineAnswer extends Answered {
  /** The line as it is stored. */
  text: string;
  from: TruthNode | null;
  to: TruthNode | null;
  /** `value`: as JSON. */
  fields: ({ name: string; value: string } & ValueConditions)[];
}
export interface TruthNode {
  /** Expression of this part. */
  text: string;
  path: string;
  outcome: 'true' | 'false' | 'unknown';
  /** Why it is unknown, or the value that was compared, as JSON. */
  value: string | null;
  reason: string | null;
  children: TruthNode[];
}

/** Filters that reach a goal. */
export interface Suggested extends Answered {
  /** As `headgate suggest --format json`, without commands. */
  report: SuggestReport;
  /** The sentences of every format of the report, in the words of the page. */
  answer: { tone: Tone; text: string };
  remarks: string[];
}

/** What a transformer does with the lines that the candidate keeps. */
export interface Transformed extends Answered {
  /** Warnings about the SQL. */
  problems: TextProblem[];
  /** The sentences of `headgate replay --transformer`, in the words of the page. */
  answer: { tone: Tone; text: string };
  remarks: string[];
  /** Its sections of the transformer, of rates and of money. Tables have the rows and the columns that people read. */
  sections: Section[];
  /** The command that gives the same figures in a terminal. */
  command: string;
}

/** A file to take along. */
export interface Taken extends Answered {
  text: string;
  fileName: string;
  mediaType: string;
}

/** Answers, by the name of the question. */
interface Answers {
  check: Checked;
  progress: Answered;
  open: Opened;
  verdict: Verdict;
  line: LineAnswer;
  lines: Lines;
  complete: Completions;
  values: Values;
  fields: RankedFields;
  costs: Costs;
  suggest: Suggested;
  transform: Transformed;
  take: Taken;
}
/** Questions that take seconds. The page sends each in its own request, and the server answers each in its own thread: other questions do not wait, and a cancelled request ends the thread. */
export const SLOW: ReadonlySet<string> = new Set<keyof Answers>(['suggest', 'transform']);
/** Questions with their answers. */
export type Api = { [Name in keyof Questions]: [Questions[Name], Answers[Name]] };
