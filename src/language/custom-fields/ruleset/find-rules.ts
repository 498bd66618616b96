// Finds the rules in a document: removes the envelope of an API response, finds the ruleset in a list, and names what the
// document is if it is not a ruleset. Does not read the rules.
import { isPlainObject, type PlainObject, printPlural } from '../../../base/index.ts';
import { describe, quote } from './plain-value.ts';
import { FIELD_ARRAYS } from './ruleset.ts';
import { pathTo, problem, type RulesetProblem } from './ruleset-problem.ts';

/** The phase of custom fields; docs/platform.md, "Custom fields". */
export const CUSTOM_FIELDS_PHASE = 'http_log_custom_fields';

/** The rules of a document, or the reason why it contains none. `rules` is empty only if a ruleset has `"rules": []`. */
export type FoundRules =
  | { rules: readonly { rule: unknown; path: string }[]; ruleset: PlainObject | undefined; rulesetPath: string }
  | { problem: RulesetProblem };

const RULE_KEYS = ['action', 'action_parameters', 'expression'];
const JOB_KEYS = ['destination_conf', 'output_options', 'logpull_options', 'dataset', 'field_names'];
const RULESET_KEYS = ['rules', 'phase'];
const ENTRY_POINT = `GET zones/<zone>/rulesets/phases/${CUSTOM_FIELDS_PHASE}/entrypoint`;

/** Finds the rules. @param document plain JSON: a ruleset, a rule, an array of rules, or an API response with one of these */
export function findRules(document: unknown): FoundRules {
  if (isPlainObject(document) && 'result' in document && !has(document, RULESET_KEYS)) return inAnswer(document);
  return inValue(document, '');
}

function inAnswer(answer: PlainObject): FoundRules {
  const { success, result, errors } = answer;
  if (success !== false && result !== null) return inValue(result, 'result');
  const first = Array.isArray(errors) && isPlainObject(errors[0]) ? errors[0] : {};
  const reason = typeof first.message === 'string' ? `: ${quote(first.message)}` : '';
  return no(
    'api-failure',
    '',
    `found an API response that reports a failure${reason}, expected the response to ${ENTRY_POINT}`,
  );
}

function inValue(value: unknown, path: string): FoundRules {
  if (Array.isArray(value)) return inList(value, path);
  if (!isPlainObject(value))
    return no('not-a-ruleset', path, `found ${describe(value)}, expected a ruleset (an object)`);
  if (has(value, RULESET_KEYS)) return inRuleset(value, path);
  if (has(value, RULE_KEYS)) return { rules: [{ rule: value, path }], ruleset: undefined, rulesetPath: path };
  return { problem: describeOther(value, path) };
}

function inList(list: readonly unknown[], path: string): FoundRules {
  const rulesets = list.flatMap((item, index) =>
    isPlainObject(item) && has(item, RULESET_KEYS) ? [{ ruleset: item, path: pathTo(path, index) }] : [],
  );
  if (rulesets.length === 0) {
    const other = list.find((item) => isPlainObject(item) && !has(item, RULE_KEYS));
    if (isPlainObject(other)) return { problem: describeOther(other, pathTo(path, list.indexOf(other))) };
    return rulesOf(list, path, undefined, path);
  }
  const ours = rulesets.filter(({ ruleset }) => ruleset.phase === CUSTOM_FIELDS_PHASE);
  if (ours.length > 1)
    return no(
      'many-rulesets',
      path,
      `found ${printPlural(ours.length, 'ruleset')} of the phase ${CUSTOM_FIELDS_PHASE}, expected one: a zone has only one`,
    );
  const [only = rulesets[0]!] = ours;
  return inRuleset(only.ruleset, only.path);
}

function inRuleset(ruleset: PlainObject, path: string): FoundRules {
  const { phase, rules } = ruleset;
  if (phase !== undefined && phase !== CUSTOM_FIELDS_PHASE) {
    const message = `found the phase ${quote(phase)}, expected ${quote(CUSTOM_FIELDS_PHASE)}: a ruleset of another phase logs no custom fields; use the response to ${ENTRY_POINT}`;
    return no('other-phase', pathTo(path, 'phase'), message);
  }
  if (rules === undefined) {
    return no(
      'no-rules',
      path,
      `found a ruleset without "rules", as in a list of rulesets, expected "rules"; use the response to ${ENTRY_POINT}`,
    );
  }
  const rulesPath = pathTo(path, 'rules');
  if (!Array.isArray(rules))
    return no('wrong-type', rulesPath, `found ${describe(rules)}, expected an array with one rule`);
  return rulesOf(rules, rulesPath, ruleset, path);
}

function rulesOf(
  rules: readonly unknown[],
  path: string,
  ruleset: PlainObject | undefined,
  rulesetPath: string,
): FoundRules {
  if (rules.length === 0 && ruleset === undefined) return { problem: noRule(path) };
  return { rules: rules.map((rule, index) => ({ rule, path: pathTo(path, index) })), ruleset, rulesetPath };
}

/** The problem of an empty list of rules. @param path of the list */
export function noRule(path: string): RulesetProblem {
  return problem(
    'no-rules',
    path,
    'found no rule, expected one: an empty ruleset logs nothing; add a rule with the action "log_custom_field"',
  );
}

/** Names the kind of an object that is neither a ruleset nor a rule. */
function describeOther(value: PlainObject, path: string): RulesetProblem {
  const expected = `expected a ruleset of the phase ${CUSTOM_FIELDS_PHASE}`;
  if ('where' in value) return problem('is-filter', path, `found a filter, ${expected}`);
  if (has(value, JOB_KEYS)) return problem('is-job', path, `found a Logpush job, ${expected}; only --job takes a job`);
  if (isPlainObject(value.log) && 'entries' in value.log) {
    return problem(
      'is-har',
      path,
      `found a HAR file, ${expected}; headgate fields preview takes traffic, as an argument`,
    );
  }
  if (has(value, FIELD_ARRAYS)) {
    return problem(
      'bare-arrays',
      path,
      `found only the arrays of a rule, expected the whole rule: {"action":"log_custom_field","expression":"true","action_parameters":{…}}`,
    );
  }
  const keys = Object.keys(value).slice(0, 3).map(quote).join(', ');
  return problem('not-a-ruleset', path, `found an object with ${keys || 'no key'}, ${expected} with its "rules"`);
}

function no(code: RulesetProblem['code'], path: string, message: string): FoundRules {
  return { problem: { code, path, message } };
}

function has(value: PlainObject, keys: readonly string[]): boolean {
  return keys.some((key) => key in value);
}
