// Parses and checks the text of a ruleset. Reports all problems at once, each with its path. Every ruleset from outside passes here.
import {
  isPlainObject,
  JsonSyntaxError,
  type PlainObject,
  parseJson,
  printCount,
  printJson,
  printPlural,
} from '../../../base/index.ts';
import { type CustomFieldLimits, LIMITS } from '../limits.ts';
import { checkNames, remarkNames } from './check-names.ts';
import { type FoundRules, findRules, noRule } from './find-rules.ts';
import { describe } from './plain-value.ts';
import { checkRuleKeys, checkShape } from './rule-schema.ts';
import { type ConfiguredField, FIELD_ARRAYS, loggedKeyOf, type Ruleset } from './ruleset.ts';
import { pathTo, problem, type RulesetProblem } from './ruleset-problem.ts';

/** The result of reading a ruleset. */
export interface RulesetReading {
  /** The name of the text in messages. */
  origin: string;
  /** Undefined if there is a problem. */
  ruleset: Ruleset | undefined;
  /** The rule as in the text, with its keys other than fields. Undefined if there is a problem, or no rule. */
  rule: PlainObject | undefined;
  /** In the order of the checks. */
  problems: RulesetProblem[];
  /** Legal, but probably not intended. */
  warnings: RulesetProblem[];
}

/** Options of {@link readRuleset}. */
export interface RulesetReadingOptions {
  /** Whether `"rules": []` is a ruleset without fields, not a problem. @default false */
  allowsNoRule?: boolean;
}

/**
 * Reads a ruleset.
 * @param text JSON: a ruleset, the request body that writes one, a rule, an array of rules, or an API response with one of these
 * @param origin the name of the text in messages
 */
export function readRuleset(
  text: string,
  origin: string,
  limits: CustomFieldLimits,
  { allowsNoRule = false }: RulesetReadingOptions = {},
): RulesetReading {
  const problems: RulesetProblem[] = [];
  const warnings: RulesetProblem[] = [];
  const reading = { origin, ruleset: undefined, rule: undefined, problems, warnings };
  let document: unknown;
  try {
    const onDuplicateKey = (path: string): void => {
      problems.push(problem('duplicate-key', path, 'found the key twice in one object, expected it once; remove one'));
    };
    // As plain objects for the schema. May round numbers, of which a ruleset has none.
    document = JSON.parse(printJson(parseJson(text, { onDuplicateKey })));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.push(problem('json-syntax', '', `invalid JSON at ${error.message}`));
    return reading;
  }
  const found = findRules(document);
  if ('problem' in found) {
    problems.push(found.problem);
    return reading;
  }
  addAll(problems, checkRuleset(found));
  if (found.rules.length === 0 && !allowsNoRule) problems.push(noRule(pathTo(found.rulesetPath, 'rules')));
  const fields = found.rules.flatMap(({ rule, path }) => {
    addAll(problems, checkShape(rule, path, limits));
    addAll(warnings, checkRuleKeys(rule, path), remarkDisabled(rule, path));
    const read = configuredFields(rule, path);
    addAll(problems, checkNames(read), checkLimits(read, limits, pathTo(path, 'action_parameters')));
    addAll(warnings, remarkNames(read, limits));
    return read;
  });
  if (problems.length > 0) return reading;
  const rule = found.rules[0]?.rule;
  return { ...reading, ruleset: { fields }, rule: isPlainObject(rule) ? rule : undefined };
}

/** Checks the arrays, the keys and the number of fields of a rule against one set of limits. @param path of its action_parameters */
function checkLimits(fields: readonly ConfiguredField[], limits: CustomFieldLimits, path: string): RulesetProblem[] {
  const byArray = Map.groupBy(fields, ({ array }) => array);
  const { fieldsInAll, fieldsPerArray } = limits;
  const problems: RulesetProblem[] = [];
  for (const [array, { length }] of byArray) {
    if (!limits.arrays.includes(array)) {
      problems.push(
        problem(
          'newer-array',
          pathTo(path, array),
          `found ${array}, expected one of ${limits.arrays.join(', ')}: the ${limits.name} limits have no such array; use --limits ${LIMITS.current.name}`,
        ),
      );
    }
    if (fieldsPerArray !== undefined && length > fieldsPerArray) {
      problems.push(
        problem(
          'too-many-fields',
          pathTo(path, array),
          `found ${printPlural(length, 'field')}, expected at most ${fieldsPerArray} in one array; remove ${printCount(length - fieldsPerArray)}`,
        ),
      );
    }
  }
  if (fieldsInAll !== undefined && fields.length > fieldsInAll) {
    problems.push(
      problem(
        'too-many-fields',
        path,
        `found ${printPlural(fields.length, 'field')} in all arrays combined, expected at most ${fieldsInAll} under the ${limits.name} limits; remove ${printCount(fields.length - fieldsInAll)}`,
      ),
    );
  }
  if (limits.allowsDuplicates) return problems;
  for (const field of fields.filter(
    (field) => field.preserveDuplicates && loggedKeyOf(field.array) === 'ResponseHeaders',
  )) {
    problems.push(
      problem(
        'newer-key',
        pathTo(field.path, 'preserve_duplicates'),
        `found preserve_duplicates, expected none: under the ${limits.name} limits the platform logs only the first value; remove it, or use --limits ${LIMITS.current.name}`,
      ),
    );
  }
  return problems;
}

/** Without spread syntax: a ruleset may have more problems than a call can have arguments. */
function addAll(target: RulesetProblem[], ...lists: readonly RulesetProblem[][]): void {
  for (const list of lists) for (const one of list) target.push(one);
}

function checkRuleset({ rules, ruleset, rulesetPath }: Exclude<FoundRules, { problem: unknown }>): RulesetProblem[] {
  const problems: RulesetProblem[] = [];
  const kind = ruleset?.kind;
  if (kind !== undefined && kind !== 'zone') {
    problems.push(
      problem(
        'wrong-kind',
        pathTo(rulesetPath, 'kind'),
        `found ${describe(kind)}, expected "zone": only a ruleset of a zone configures custom fields`,
      ),
    );
  }
  if (rules.length > 1) {
    problems.push(
      problem(
        'many-rules',
        rules[1]!.path,
        `found ${printPlural(rules.length, 'rule')}, expected one rule with all arrays; merge them`,
      ),
    );
  }
  return problems;
}

function remarkDisabled(rule: unknown, path: string): RulesetProblem[] {
  if (!isPlainObject(rule) || rule.enabled !== false) return [];
  return [
    problem(
      'rule-disabled',
      pathTo(path, 'enabled'),
      'found false, expected true: the rule is disabled and logs nothing until it is enabled',
    ),
  ];
}

/**
 * Returns the fields of a rule in the order in which their values count: the entries that have a name, even if other parts of the rule
 * are invalid.
 * @param path of the rule in its document
 */
export function configuredFields(rule: unknown, path: string): ConfiguredField[] {
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
