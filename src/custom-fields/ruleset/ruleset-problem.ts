// What can be wrong or doubtful with a ruleset: every code with its meaning. A code never changes its meaning.

/** Every code, with its meaning for documentation. */
export const RULESET_PROBLEM_CODES = {
  'json-syntax': 'the text is not valid JSON',
  'duplicate-key': 'a key stands twice in one JSON object',
  'api-failure': 'an API answer that says that the call has failed',
  'not-a-ruleset': 'JSON, but nothing that could be a ruleset',
  'is-job': 'a log push job in the place of a ruleset',
  'is-filter': 'a filter in the place of a ruleset',
  'is-har': 'a HAR file in the place of a ruleset',
  'bare-arrays': 'the arrays of a rule without the rule around them',
  'other-phase': 'a ruleset of another phase',
  'many-rulesets': 'several rulesets of the phase, a zone has one',
  'wrong-kind': 'a ruleset of another kind than zone',
  'no-rules': 'a ruleset without rules logs nothing',
  'many-rules': 'more than one rule',
  'wrong-action': 'a rule with another action',
  'wrong-expression': 'a rule with another expression than true',
  'wrong-type': 'a value of another type than expected',
  'no-arrays': 'a rule without any array of fields',
  'empty-array': 'an array without fields',
  'unknown-array': 'an array that rules do not have',
  'newer-array': 'an array that only the current limits have',
  'unknown-key': 'a key that an entry does not have',
  'newer-key': 'a key that only the current limits have',
  'empty-name': 'a field without a name',
  'upper-case': 'a header that is not written in lower case',
  'impossible-name': 'a name that no header or cookie can have',
  'duplicate-field': 'a name twice in one array',
  'raw-and-transformed': 'raw and transformed of one header',
  'too-many-fields': 'more fields than the limits allow',
  'never-logged': 'a header that the platform never logs',
  'rule-disabled': 'a rule that is switched off',
  'similar-key': 'a key that the platform does not know, near to one it knows',
} as const;

/** Stable name of a kind of problem. */
export type RulesetProblemCode = keyof typeof RULESET_PROBLEM_CODES;

/** Something wrong, or as a warning doubtful, with a ruleset. */
export interface RulesetProblem {
  code: RulesetProblemCode;
  /** Where in the document: `result.rules[0].expression`; empty for all of it. */
  path: string;
  /** What was found, what is wanted, how to fix it. */
  message: string;
}

/** The path of what stands under a key or an index. */
export function pathTo(path: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? String(step) : `${path}.${String(step)}`;
}
