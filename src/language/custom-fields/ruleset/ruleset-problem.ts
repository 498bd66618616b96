// A problem with a ruleset, and every code with its meaning. A code never changes its meaning.

/** Stable name of a kind of problem. */
export type RulesetProblemCode =
  /** The text is not valid JSON. */
  | 'json-syntax'
  /** A key occurs twice in one JSON object. */
  | 'duplicate-key'
  /** An API response that reports a failure. */
  | 'api-failure'
  /** JSON that is not a ruleset. */
  | 'not-a-ruleset'
  /** A Logpush job instead of a ruleset. */
  | 'is-job'
  /** A filter instead of a ruleset. */
  | 'is-filter'
  /** A HAR file instead of a ruleset. */
  | 'is-har'
  /** The arrays of a rule without the rule. */
  | 'bare-arrays'
  /** A ruleset of another phase. */
  | 'other-phase'
  /** Several rulesets of the phase; a zone has only one. */
  | 'many-rulesets'
  /** A ruleset whose kind is not zone. */
  | 'wrong-kind'
  /** A ruleset without rules, which logs nothing. */
  | 'no-rules'
  /** More than one rule. */
  | 'many-rules'
  /** A rule whose action is not log_custom_field. */
  | 'wrong-action'
  /** A rule whose expression is not true. */
  | 'wrong-expression'
  /** A value of the wrong type. */
  | 'wrong-type'
  /** A rule without an array of fields. */
  | 'no-arrays'
  /** An array without fields. */
  | 'empty-array'
  /** An array that the platform does not define. */
  | 'unknown-array'
  /** An array that only the current limits have. */
  | 'newer-array'
  /** An unknown key in an entry. */
  | 'unknown-key'
  /** A key that only the current limits have. */
  | 'newer-key'
  /** A field without a name. */
  | 'empty-name'
  /** A header that is not in lower case. */
  | 'upper-case'
  /** A name that no header or cookie can have. */
  | 'impossible-name'
  /** A name twice in one array. */
  | 'duplicate-field'
  /** One header in both a raw and a transformed array. */
  | 'raw-and-transformed'
  /** More fields than the limits allow. */
  | 'too-many-fields'
  /** A header that the platform never logs. */
  | 'never-logged'
  /** A disabled rule. */
  | 'rule-disabled'
  /** An unknown key that resembles a known key. */
  | 'similar-key';

/** An error or a warning on a ruleset. */
export interface RulesetProblem {
  code: RulesetProblemCode;
  /** Path in the document: `result.rules[0].expression`; empty for the whole document. */
  path: string;
  /** `found X, expected Y; fix`. */
  message: string;
}

/** Composes a problem. @param message `found X, expected Y; fix` */
export function problem(code: RulesetProblemCode, path: string, message: string): RulesetProblem {
  return { code, path, message };
}

/** Appends a key or an index to a path. */
export function pathTo(path: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? String(step) : `${path}.${String(step)}`;
}
