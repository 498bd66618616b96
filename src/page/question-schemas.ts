// The questions of the page, as in the body of POST /api: their keys, types and ranges. What a filter, a guard or a time means is for the verbs to read.
import { z } from 'zod';

/** Questions of a request, values of an answer, rows of a window, columns of a row, guards of each kind. Ours: more are no page. */
const MOST = { questions: 64, values: 10_000, rows: 1000, columns: 256, guards: 256 };

const nothing = z.object({});
const texts = z.array(z.string()).max(MOST.guards);
const index = z.int().min(0);
const count = (most: number) => z.int().min(0).max(most);

/**
 * What happens to lines. `kept`, `dropped` and `undecided` are verdicts of the candidate alone. Both filters divide all lines into `kept-by-both`,
 * `newly-kept`, `newly-dropped`, `dropped-by-both` and `either-undecided` (at least one filter is undecided), as `keptByBoth`, `onlyAfter`, `onlyBefore`,
 * `neither` and `undecided` of a comparison.
 */
const effect = z.enum([
  ...(['all', 'kept', 'dropped', 'newly-dropped', 'newly-kept', 'undecided'] as const),
  ...(['kept-by-both', 'dropped-by-both', 'either-undecided'] as const),
]);
/** All effects. */
export const EFFECTS: readonly Effect[] = effect.options;
export type Effect = z.infer<typeof effect>;

/** One state of the page, to which every question refers. Answers to two questions of one state describe the same lines. */
const state = z.object({
  /** The filter in force, as text: an expression, or a filter as JSON. Empty: every line is kept. */
  from: z.string(),
  /** The candidate, in the same forms. */
  to: z.string(),
  /** First instant, and first instant after the range, RFC 3339. Absent: all. */
  since: z.string().optional(),
  until: z.string().optional(),
  /** Guards and prices as on the command line: `kept >= 10%`, `0.05/GB`. */
  guards: texts,
  prices: texts,
  /** Filters of `--never-drop`. */
  neverDrop: texts,
});

/** The body of a request. */
export const REQUEST = z
  .array(z.object({ name: z.string(), question: z.record(z.string(), z.unknown()) }))
  .min(1)
  .max(MOST.questions);

/** By name, in the order in which waiting questions are answered: what a key changes comes first. */
export const QUESTIONS = {
  /** The problems and the forms of one filter. Needs no lines. */
  check: z.object({ text: z.string() }),
  /** How much is read. */
  progress: nothing,
  /** What the page shows before the first question. Asked again, it has the fields and times read since. */
  open: nothing,
  /** The figures at the top, beside the conditions, and over time. */
  verdict: state,
  /** One line, and why each filter decides as it does. */
  line: state.extend({ object: z.string(), offset: index }),
  /** Rows of a table. */
  lines: state.extend({
    effect,
    /** Path of a condition of the candidate: only lines that it alone decides. */
    condition: z.string().optional(),
    /** Filter of a never-drop guard: of `dropped`, the lines that break it; of `all`, also those that may, because it or the candidate is undecided. */
    breaks: z.string().optional(),
    first: index,
    count: count(MOST.rows),
    columns: z.array(z.string()).max(MOST.columns),
  }),
  /** Values of a field that occur, for the editor. */
  complete: z.object({ field: z.string(), prefix: z.string() }),
  /** The values of one field, by effect: those that contain a text, most frequent first among the lines of `by`, else among all. */
  values: state.extend({
    /** Empty: the field that distinguishes the lines of `by` best and that a filter can test; if none does, a text that many lines have. */
    field: z.string(),
    search: z.string().optional(),
    count: count(MOST.values),
    by: effect.optional(),
  }),
  /** The fields whose values distinguish the lines of an effect from the rest; of `all`, those of the newly dropped lines, else of the newly kept or the kept ones. */
  fields: state.extend({ effect }),
  /** Stored sizes and money of both filters. Compresses a part of the lines: slower. */
  costs: state,
  /**
   * Filters that reach a goal (`50 %` to drop, or `20 GB/day` or `5/month` that may remain) and lose no line of the never-drop guards, or any line without a
   * promise. The candidate and the other guards have no part in it. Takes seconds.
   */
  suggest: state.extend({ goal: z.string(), noPromise: z.boolean() }),
  /**
   * What the SQL of a transformer does with the lines that the candidate keeps. The filter in force has no part in it: guards are judged on what is
   * delivered, except those on what is newly kept or dropped. Takes seconds.
   */
  transform: state.extend({ sql: z.string() }),
  /** A file to take along. */
  take: state.extend({
    what: z.enum([
      ...([
        'command',
        'plan-command',
        'report-html',
        'report-markdown',
        'report-json',
        'suite',
        'changed-lines',
      ] as const),
    ]),
  }),
};

/** The questions as types. */
export type Questions = { [Name in keyof typeof QUESTIONS]: z.infer<(typeof QUESTIONS)[Name]> };
