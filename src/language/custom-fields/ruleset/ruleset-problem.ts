// Every code of a problem in a ruleset, with its meaning. A code never changes its meaning.

/** Every code, with its meaning for documentation. */
export const RULESET_PROBLEM_CODES = {
  'json-syntax': 'the text is not valid JSON',
  'duplicate-key': 'a key occurs twice in one JSON object',
  'api-failure': 'an API response that reports a failure',
  'not-a-ruleset': 'JSON that is not a ruleset',
  'is-job': 'a Logpush job instead of a ruleset',
  'is-filter': 'a filter instead of a ruleset',
  'is-har': 'a HAR file instead of a ruleset',
  'bare-arrays': 'the arrays of a rule without the rule',
  'other-phase': 'a ruleset of another phase',
  'many-rulesets': 'several rulesets of the phase; a zone has only one',
  'wrong-kind': 'a ruleset whose kind is not zone',
  'no-rules': 'a ruleset without rules, which logs nothing',
  'many-rules': 'more than one rule',
  'wrong-action': 'a rule whose action is not log_custom_field',
  'wrong-expression': 'a rule whose expression is not true',
  'wrong-type': 'a value of the wrong type',
  'no-arrays': 'a rule without an array of fields',
  'empty-array': 'an array without fields',
  'unknown-array': 'an array that the platform does not define',
  'newer-array': 'an array that only the current limits have',
  'unknown-key': 'an unknown key in an entry',
  'newer-key': 'a key that only the current limits have',
  'empty-name': 'a field without a name',
  'upper-case': 'a header that is not in lower case',
  'impossible-name': 'a name that no header or cookie can have',
  'duplicate-field': 'a name twice in one array',
  'raw-and-transformed': 'one header in both a raw and a transformed array',
  'too-many-fields': 'more fields than the limits allow',
  'never-logged': 'a header that the platform never logs',
  'rule-disabled': 'a disabled rule',
  'similar-key': 'an unknown key that resembles a known key',
} as const;

/** Stable name of a kind of problem. */
export type RulesetProblemCode = keyof typeof RULESET_PROBLEM_CODES;

/** An error or a warning on a ruleset. */
export interface RulesetProblem {
  code: RulesetProblemCode;
  /** Path in the document: `result.rules[0].expression`; empty for the whole document. */
  path: string;
  /** `found X, expected Y; fix`. */
  message: string;
}

/** Appends a key or an index to a path. */
export function pathTo(path: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? String(step) : `${path}.${String(step)}`;
}
