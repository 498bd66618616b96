// Text → ruleset: every problem at once, each with its path. The one door for rulesets from outside.
import { isPlainObject, JsonSyntaxError, parseJson, printPlural } from '../../base/index.ts';
import type { CustomFieldLimits } from '../limits.ts';
import { checkLimits } from './check-limits.ts';
import { checkNames, remarkNames } from './check-names.ts';
import { type FoundRules, findRules } from './find-rules.ts';
import { describe, plainOf } from './plain-value.ts';
import { checkRuleKeys, checkShape } from './rule-schema.ts';
import { type ConfiguredField, FIELD_ARRAYS, type Ruleset } from './ruleset.ts';
import { pathTo, type RulesetProblem } from './ruleset-problem.ts';

/** What a text says as a ruleset. */
export interface RulesetReading {
  /** What to call the text in messages. */
  origin: string;
  /** Undefined when there is any problem. */
  ruleset: Ruleset | undefined;
  /** In the order of the checks. */
  problems: RulesetProblem[];
  /** Legal, but hardly meant. */
  warnings: RulesetProblem[];
}

/**
 * Reads a ruleset.
 * @param text JSON: a ruleset, the body that writes one, a rule, an array of rules, or an API answer around one
 * @param origin what to call the text in messages
 */
export function readRuleset(text: string, origin: string, limits: CustomFieldLimits): RulesetReading {
  const problems: RulesetProblem[] = [];
  const warnings: RulesetProblem[] = [];
  const reading = { origin, ruleset: undefined, problems, warnings };
  let document: unknown;
  try {
    document = plainOf(
      parseJson(text, {
        onDuplicateKey: (path) =>
          problems.push({
            code: 'duplicate-key',
            path,
            message: 'found the key twice in one object, expected it once',
          }),
      }),
    );
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.push({ code: 'json-syntax', path: '', message: `it is no JSON at ${error.message}` });
    return reading;
  }
  const found = findRules(document);
  if ('problem' in found) {
    problems.push(found.problem);
    return reading;
  }
  addAll(problems, checkRuleset(found));
  const fields = found.rules.flatMap(({ rule, path }) => {
    addAll(problems, checkShape(rule, path, limits));
    addAll(warnings, checkRuleKeys(rule, path), remarkDisabled(rule, path));
    const read = fieldsOf(rule, path);
    addAll(problems, checkNames(read), checkLimits(read, limits, pathTo(path, 'action_parameters')));
    addAll(warnings, remarkNames(read, limits));
    return read;
  });
  return problems.length > 0 ? reading : { ...reading, ruleset: { fields } };
}

/** Not by spreading: a call takes only so many arguments, and a ruleset may have more problems. */
function addAll(target: RulesetProblem[], ...lists: readonly RulesetProblem[][]): void {
  for (const list of lists) for (const one of list) target.push(one);
}

function checkRuleset({ rules, ruleset, rulesetPath }: Exclude<FoundRules, { problem: unknown }>): RulesetProblem[] {
  const problems: RulesetProblem[] = [];
  const kind = ruleset?.kind;
  if (kind !== undefined && kind !== 'zone') {
    const message = `found ${describe(kind)}, expected "zone": custom fields are configured in the zone's own ruleset`;
    problems.push({ code: 'wrong-kind', path: pathTo(rulesetPath, 'kind'), message });
  }
  if (rules.length > 1) {
    const message = `found ${printPlural(rules.length, 'rule')}, expected one that holds all arrays`;
    problems.push({ code: 'many-rules', path: rules[1]!.path, message });
  }
  return problems;
}

function remarkDisabled(rule: unknown, path: string): RulesetProblem[] {
  if (!isPlainObject(rule) || rule.enabled !== false) return [];
  const message = 'found false: the rule is switched off and logs nothing; what it would log is told as if it were on';
  return [{ code: 'rule-disabled', path: pathTo(path, 'enabled'), message }];
}

/** The fields that can be read, whatever else is wrong with the rule. */
function fieldsOf(rule: unknown, path: string): ConfiguredField[] {
  const parameters = isPlainObject(rule) ? rule.action_parameters : undefined;
  if (!isPlainObject(parameters)) return [];
  return FIELD_ARRAYS.flatMap((array) => {
    const entries = parameters[array];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry: unknown, index) => {
      if (!isPlainObject(entry) || typeof entry.name !== 'string' || entry.name === '') return [];
      const at = pathTo(pathTo(pathTo(path, 'action_parameters'), array), index);
      return [{ array, name: entry.name, preserveDuplicates: entry.preserve_duplicates === true, path: at }];
    });
  });
}
