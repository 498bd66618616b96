// Checks the rules of a body: their shape, and for custom fields their meaning, by src/language/custom-fields. Every problem has a
// JSON pointer into the body.
import {
  CUSTOM_FIELDS_PHASE,
  LIMITS,
  type LimitsName,
  type RulesetProblem,
  readRuleset,
} from '../../../language/custom-fields/index.ts';
import { type ApiMessage, CODES, messageAt } from '../request/api-error.ts';
import { MAX_MESSAGES } from '../request/read-body.ts';

/**
 * Checks the rules of a ruleset. Only those of custom fields have a meaning here: the rules of other phases have no problems.
 * @param rules as JSON
 * @returns each problem with the steps to it from the ruleset: `rules`, 0, `action`
 */
export function problemsOfRules(
  phase: string,
  rules: unknown,
  limits: LimitsName,
): { steps: PropertyKey[]; message: string }[] {
  if (phase !== CUSTOM_FIELDS_PHASE || !Array.isArray(rules) || rules.length === 0) return [];
  const { problems } = readRuleset(JSON.stringify({ rules }), 'the body', LIMITS[limits]);
  return problems.slice(0, MAX_MESSAGES).map((problem) => ({ steps: stepsOf(problem), message: problem.message }));
}

/** Converts problems to messages. A part that the schema already reports is not reported again. */
export function addProblems(
  reported: readonly ApiMessage[],
  problems: readonly { steps: readonly PropertyKey[]; message: string }[],
): ApiMessage[] {
  const known = new Set(reported.map(({ source }) => source?.pointer));
  const added = problems
    .map(({ steps, message }) => messageAt(CODES.rulesetInvalid, message, steps))
    .filter(({ source }) => !known.has(source?.pointer));
  return [...reported, ...added].slice(0, MAX_MESSAGES);
}

/**
 * Splits the path of a problem. Only the last step of a path can be a key that the client chose: such a key may contain
 * dots and brackets, so the code of the problem decides where it begins.
 */
function stepsOf({ code, path }: Pick<RulesetProblem, 'code' | 'path'>): PropertyKey[] {
  const chosen = CHOSEN_KEY[code]?.exec(path);
  const known = chosen === null || chosen === undefined ? path : chosen[1]!;
  const steps: PropertyKey[] = [...known.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([step, , index]) =>
    index === undefined ? step : Number(index),
  );
  if (chosen !== null && chosen !== undefined) return [...steps, chosen[2]!];
  return OF_NAME.has(code) ? [...steps, 'name'] : steps;
}

/** Problems with the name of an entry; their path ends at the entry. */
const OF_NAME: ReadonlySet<RulesetProblem['code']> = new Set([
  'upper-case',
  'impossible-name',
  'duplicate-field',
  'raw-and-transformed',
]);

/** The path up to a key that the client chose, and that key. */
const CHOSEN_KEY: Partial<Record<RulesetProblem['code'], RegExp>> = {
  'unknown-array': /^(rules\[\d+\]\.action_parameters)\.(.*)$/s,
  'unknown-key': /^(rules\[\d+\]\.action_parameters\.[a-z_]+\[\d+\])\.(.*)$/s,
};
