// The questions of the page and the answers of its server, as types: requests are the bodies of POST /api/NAME, answers are JSON. Types only: both sides import
// this file, and nothing else of each other. Figures are those of the reports (same types); the page computes none.
import type { CompareReport } from '../analysis/compare/index.ts';
import type { CostReport } from '../analysis/cost/index.ts';
import type { GuardResult } from '../analysis/guard/index.ts';
import type { SuggestReport } from '../verbs/suggest/suggest-report.ts';

/** What every question refers to: one state of the page. Answers to two questions of one state describe the same lines. */
export interface PageState {
  /** The filter in force, as text: an expression, or a filter as JSON. Empty: every line is kept. */
  from: string;
  /** The candidate, in the same forms. */
  to: string;
  /** First instant, and first instant after the range, RFC 3339. Absent: all. */
  since?: string;
  until?: string;
  /** Guards as on the command line, for example `kept >= 10%`. */
  guards: string[];
  /** Filters of `--never-drop`. */
  neverDrop: string[];
  /** Prices as on the command line, for example `0.05/GB`. */
  prices: string[];
}

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

/** Every answer. */
export interface Answered {
  over: Coverage;
}

/**
 * A sentence in place of an answer. Status 400: the question; 401, 403: the token or the origin; 409: a newer question of the same kind replaces
 * this one, or no object is read yet (code `superseded`: ask again if it still matters), or another process has changed the index; 413: too large; 422: a filter, a guard, a price or a time; 500: the rest.
 */
export interface Failed {
  error: {
    code: string;
    message: string;
    /** The part of the state that is wrong. Absent if none is. */
    part?: 'from' | 'to' | 'since' | 'guards' | 'neverDrop' | 'prices';
    /** Of `from` or `to`. */
    problems?: TextProblem[];
  };
}

/** A problem of a filter. Offsets are UTF-16 units of the text. */
export interface TextProblem {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
  /** Edits that mend it, the best first. */
  fixes: { label: string; text: string; from: number; to: number }[];
}

/** POST /api/open, body {}: what the page shows before the first question. Asked again, it has the fields and times read since. */
export interface Opened extends Answered {
  version: string;
  dataset: string;
  /** Shown names of the sources. */
  sources: string[];
  /** The state to begin with: filters of --job or --filter, range, guards, prices. */
  state: PageState;
  /** All fields of the dataset, and others that the lines have. `share`: of lines that have it, 0 to 1. `distinguishes` ranks the value panel, greatest first. */
  fields: {
    name: string;
    type: string;
    description: string;
    operators: string[];
    share: number | null;
    isPersonal: boolean;
  }[];
  /** First and last event time of the lines, RFC 3339; null without a readable time. */
  firstTime: string | null;
  lastTime: string | null;
  /** Named filters of the dataset for never-drop guards. `lacks`: fields that they test, and no line has. */
  promises: { name: string; filter: string; covers: string; lacks: string[] }[];
  /** Remarks on the source, for example that the index is older than its objects. */
  warnings: string[];
}

/** POST /api/progress, body {}: a stream of NDJSON, a Coverage each time it changes; ends once reading has ended. */
export type ProgressLine = Coverage;

/** POST /api/check, body: the text of one filter. Needs no lines. */
export interface CheckQuestion {
  text: string;
}
export interface Checked {
  problems: TextProblem[];
  /** Null if the text is not a valid filter. Of an empty text, the filter that keeps every line has empty forms. */
  forms: { expression: string; json: string; terraform: string; jobString: string } | null;
  operators: number;
  bytes: number;
  maxOperators: number;
  maxBytes: number;
  /** Where the conditions are in the text, with their paths as in reports. Empty for JSON. */
  conditions: { path: string; from: number; to: number }[];
}

/** POST /api/verdict, body: PageState. The figures at the top, beside the conditions, and over time. */
export interface Verdict extends Answered {
  /** As `headgate compare --format json` without its hours: jobs[0] is the filter in force, jobs[1] the candidate. */
  report: CompareReport;
  /** Those of the state, then its never-drop guards, as the state writes them. `shows`: of a broken one, the lines to look at; null if none explain it. */
  guards: (GuardResult & { shows: Effect | null })[];
  /** The sentences of every format of the report, in the words of the page: show them under the figures. */
  remarks: {
    /** How the filters differ, also where undecided lines leave a range. */
    statements: string[];
    /** What was read, and what was not: `Lines: 6 without a readable timestamp, 3 malformed`. */
    facts: string[];
    /** What limits the figures: damage, other datasets, undecided lines, extrapolated rates, problems in the data. */
    notices: string[];
  };
  /** What the figures are of. */
  extent: {
    /** In the range, and their bytes. */
    lines: number;
    bytes: number;
    /** All lines of the objects that were read for them, those outside the range, malformed and blank ones included, and the bytes of all but the last two. */
    linesInAll: number;
    bytesInAll: number;
    /** Objects that were read for them. */
    objects: number;
  };
  /** Verdicts by hour of both filters. `hour`: RFC 3339. */
  hours: { hour: string; from: HourFigures; to: HourFigures }[];
}
export interface HourFigures {
  kept: number;
  dropped: number;
  undecided: number;
}

/** POST /api/costs, body: PageState. Stored sizes and money of both filters, `jobs` as in Verdict. Compresses a part of the lines: slower. */
export interface Costs extends Answered {
  /** Null if the lines cover too little time for a rate. */
  cost: CostReport | null;
}

/**
 * What happens to lines. `kept`, `dropped` and `undecided` are verdicts of the candidate alone. Both filters divide all lines into `kept-by-both`,
 * `newly-kept`, `newly-dropped`, `dropped-by-both` and `either-undecided` (at least one filter is undecided), as `keptByBoth`, `onlyAfter`, `onlyBefore`,
 * `neither` and `undecided` of a comparison.
 */
export type Effect = (typeof EFFECTS)[number];

/** All effects, in the order of the page. */
export const EFFECTS = [
  ...(['all', 'kept', 'dropped', 'newly-dropped', 'newly-kept', 'undecided'] as const),
  ...(['kept-by-both', 'dropped-by-both', 'either-undecided'] as const),
] as const;

/** POST /api/values: the values of one field, by effect. */
export interface ValuesQuestion extends PageState {
  field: string;
  /** Only values that contain it. */
  search?: string;
  /** How many values. At most 10,000. */
  count: number;
  /** The lines whose most frequent values are listed. @default all */
  by?: Effect;
}
export interface Values extends Answered {
  /** Most frequent first. `value`: as JSON. Counts are lines. `require`, `exclude`: expressions; null if no condition can test the value (null, a list). */
  values: { value: string; counts: Record<Effect, number>; require: string | null; exclude: string | null }[];
  /** Distinct values that match the search. */
  distinct: number;
  /** Lines of values that are not listed, and lines without the field. */
  rest: Record<Effect, number>;
  absent: Record<Effect, number>;
}

/** POST /api/fields: the fields whose values distinguish the lines of an effect from the rest, best first. */
export interface FieldsQuestion extends PageState {
  effect: Effect;
}
export interface RankedFields extends Answered {
  fields: string[];
}

/** POST /api/complete: values of a field that occur, for the editor. */
export interface CompleteQuestion {
  field: string;
  prefix: string;
}
export interface Completions extends Answered {
  /** Lines with the value; null if the field has too many values to count the lines of all objects. */
  values: { value: string; lines: number | null }[];
}

/** POST /api/lines: rows of a table. */
export interface LinesQuestion extends PageState {
  effect: Effect;
  /** Path of a condition of the candidate: only lines that it alone decides. */
  condition?: string;
  /** Filter of a never-drop guard: of `dropped`, the lines that break it; of `all`, also those that may, because it or the candidate is undecided. */
  breaks?: string;
  first: number;
  /** At most 1,000. */
  count: number;
  columns: string[];
}
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

/** POST /api/line: one line, and why each filter decides as it does. */
export interface LineQuestion extends PageState {
  object: string;
  offset: number;
}
export interface LineAnswer extends Answered {
  /** The line as it is stored. */
  text: string;
  from: TruthNode | null;
  to: TruthNode | null;
  /** `value`: as JSON. Expressions are null if no condition can test the value. */
  fields: { name: string; value: string; require: string | null; exclude: string | null }[];
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

/** POST /api/suggest: filters that reach a goal and lose no line of the never-drop guards. The candidate and the other guards have no part in it. Takes seconds. */
export interface SuggestQuestion extends PageState {
  /** As on the command line: `50 %` to drop, or `20 GB/day` or `5/month` that may remain. */
  goal: string;
  /** Whether every line may be dropped, without a never-drop guard. */
  noPromise: boolean;
}
export interface Suggested extends Answered {
  /** As `headgate suggest --format json`, without commands. */
  report: SuggestReport;
  /** The sentences of every format of the report, in the words of the page. */
  answer: { tone: string; text: string };
  remarks: string[];
}

/** POST /api/take: something to take along, as a file or a text. */
export interface TakeQuestion extends PageState {
  what:
    | 'filter-json'
    | 'job-string'
    | 'expression'
    | 'terraform'
    | 'command'
    | 'plan-command'
    | 'report-html'
    | 'report-markdown'
    | 'report-json'
    | 'suite'
    | 'changed-lines';
}
export interface Taken extends Answered {
  text: string;
  fileName: string;
  mediaType: string;
}

/** Questions and their answers, by the last part of their path. */
export interface Api {
  open: [Record<never, never>, Opened];
  check: [CheckQuestion, Checked];
  verdict: [PageState, Verdict];
  costs: [PageState, Costs];
  values: [ValuesQuestion, Values];
  fields: [FieldsQuestion, RankedFields];
  complete: [CompleteQuestion, Completions];
  lines: [LinesQuestion, Lines];
  line: [LineQuestion, LineAnswer];
  suggest: [SuggestQuestion, Suggested];
  take: [TakeQuestion, Taken];
}
