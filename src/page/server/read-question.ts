// Checks the questions of the page: their keys, types and ranges. What a filter, a guard or a time means is for the verbs to read.
import { z } from 'zod';
import type * as Page from '../contract.ts';
import { EFFECTS } from '../contract.ts';
import { PageError } from './page-error.ts';

/** Values of an answer, rows of a window, columns of a row, guards of each kind. Ours: more are no page. */
const MOST = { values: 10_000, rows: 1000, columns: 256, guards: 256 };

const texts = z.array(z.string()).max(MOST.guards);
const state = z.object({
  from: z.string(),
  to: z.string(),
  since: z.string().optional(),
  until: z.string().optional(),
  guards: texts,
  neverDrop: texts,
  prices: texts,
});
const effect = z.enum(EFFECTS);
const index = z.int().min(0);
const count = (most: number) => z.int().min(0).max(most);

/** By name of the question. */
const QUESTIONS = {
  open: z.object({}),
  check: z.object({ text: z.string() }),
  verdict: state,
  costs: state,
  values: state.extend({
    field: z.string(),
    search: z.string().optional(),
    count: count(MOST.values),
    by: effect.optional(),
  }),
  fields: state.extend({ effect }),
  complete: z.object({ field: z.string(), prefix: z.string() }),
  lines: state.extend({
    effect,
    condition: z.string().optional(),
    breaks: z.string().optional(),
    first: index,
    count: count(MOST.rows),
    columns: z.array(z.string()).max(MOST.columns),
  }),
  line: state.extend({ object: z.string(), offset: index }),
  suggest: state.extend({ goal: z.string(), noPromise: z.boolean() }),
  take: state.extend({
    what: z.enum([
      ...(['filter-json', 'job-string', 'expression', 'terraform', 'command', 'plan-command', 'report-html'] as const),
      ...(['report-markdown', 'report-json', 'suite', 'changed-lines'] as const),
    ]),
  }),
};

/** Whether there is such a question. */
export function isQuestion(name: string): name is keyof Page.Api {
  return Object.hasOwn(QUESTIONS, name);
}

/** Checks a question. @throws PageError `bad-question` */
export function readQuestion<Name extends keyof Page.Api>(name: Name, question: unknown): Page.Api[Name][0] {
  const found = QUESTIONS[name].safeParse(question);
  if (found.success) return found.data as Page.Api[Name][0];
  const [{ path, message }] = found.error.issues as [z.core.$ZodIssue];
  const place = path.length === 0 ? 'the question' : path.join('.');
  throw new PageError(400, 'bad-question', `cannot read the question ${name}: ${place}: ${message}`);
}
