// The schema of a custom-fields rule, and the conversion of zod's issues to problems with stable codes. Source: docs/platform.md,
// "Custom fields". check-names.ts checks names, read-ruleset.ts limits.
import { z } from 'zod';
import { isPlainObject, nearest } from '../../../base/index.ts';
import { type CustomFieldLimits, LIMITS } from '../limits.ts';
import { describe, quote } from './plain-value.ts';
import { FIELD_ARRAYS } from './ruleset.ts';
import { pathTo, problem, type RulesetProblem } from './ruleset-problem.ts';

export const ACTION = 'log_custom_field';
export const EXPRESSION = 'true';

const entry = z.strictObject({ name: z.string().min(1) });
const responseEntry = z.strictObject({ name: z.string().min(1), preserve_duplicates: z.boolean().optional() });

/** A rule. Accepts unknown keys of a rule, which the platform may add, but not unknown keys of its parameters. */
const ruleSchema = z.looseObject({
  action: z.literal(ACTION),
  expression: z.literal(EXPRESSION),
  enabled: z.boolean().optional(),
  action_parameters: z
    .strictObject({
      request_fields: z.array(entry).min(1).optional(),
      transformed_request_fields: z.array(entry).min(1).optional(),
      response_fields: z.array(responseEntry).min(1).optional(),
      raw_response_fields: z.array(responseEntry).min(1).optional(),
      cookie_fields: z.array(entry).min(1).optional(),
    })
    .refine((found) => Object.keys(found).length > 0, { params: { code: 'no-arrays' } }),
});

const KNOWN_RULE_KEYS = [
  'id',
  'version',
  'action',
  'action_parameters',
  'expression',
  'description',
  'enabled',
  'ref',
  'last_updated',
  'categories',
  'logging',
];

/** Checks the shape of a rule. Suggests only arrays that the limits allow. */
export function checkShape(rule: unknown, path: string, limits: CustomFieldLimits): RulesetProblem[] {
  const parsed = ruleSchema.safeParse(rule, { reportInput: true });
  if (parsed.success) return [];
  const { issues } = parsed.error;
  const problems = issues.flatMap((issue) => problemsOf(issue, path, limits));
  // A misspelt array is still an array.
  const isMisspelt = problems.some(({ code }) => code === 'unknown-array');
  return problems.filter(({ code }) => code !== 'no-arrays' || !isMisspelt);
}

/** Reports keys of a rule that resemble known keys. These are warnings, because the platform may have added the key. */
export function checkRuleKeys(rule: unknown, path: string): RulesetProblem[] {
  if (!isPlainObject(rule)) return [];
  return Object.keys(rule)
    .filter((key) => !KNOWN_RULE_KEYS.includes(key))
    .flatMap((key) => {
      const near = nearest(key, KNOWN_RULE_KEYS);
      if (near === undefined) return [];
      return [
        problem(
          'similar-key',
          pathTo(path, key),
          `found the key ${quote(key)}, expected a known key; did you mean ${quote(near)}?`,
        ),
      ];
    });
}

function problemsOf(issue: z.core.$ZodIssue, root: string, limits: CustomFieldLimits): RulesetProblem[] {
  const path = issue.path.reduce<string>(pathTo, root);
  const last = issue.path.at(-1);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, last, limits));
  if (last === 'action') {
    return [problem('wrong-action', path, `found ${describe(issue.input)}, expected ${quote(ACTION)}`)];
  }
  if (last === 'expression') {
    return [
      problem(
        'wrong-expression',
        path,
        `found ${describe(issue.input)}, expected the string ${quote(EXPRESSION)}: the platform logs custom fields for every request`,
      ),
    ];
  }
  if (issue.code === 'too_small' && last === 'name') {
    return [problem('empty-name', path, 'found an empty name, expected the name of a header or cookie')];
  }
  if (issue.code === 'too_small') {
    return [
      problem(
        'empty-array',
        path,
        'found an empty array, expected at least one {"name": …}; add an entry, or remove the array',
      ),
    ];
  }
  if (issue.code === 'custom') {
    return [problem('no-arrays', path, `found no array, expected at least one of ${limits.arrays.join(', ')}`)];
  }
  return [problem('wrong-type', path, `found ${describe(issue.input)}, expected ${expectedAt(issue)}`)];
}

function expectedAt(issue: z.core.$ZodIssue): string {
  const last = issue.path.at(-1);
  if (typeof last === 'number' && typeof issue.input === 'string') return `{"name": ${quote(issue.input)}}`;
  if (last === 'preserve_duplicates' || last === 'enabled') return 'true or false';
  if (typeof last === 'number') return 'an entry like {"name": "content-type"}';
  if (last === 'name') return 'the name of a header or cookie as a string';
  return FIELD_ARRAYS.some((array) => array === last)
    ? 'an array of entries like {"name": "content-type"}'
    : 'an object';
}

/** @param parent the key or index of the object that contains the key */
function unknownKey(
  key: string,
  path: string,
  parent: PropertyKey | undefined,
  limits: CustomFieldLimits,
): RulesetProblem {
  const at = pathTo(path, key);
  if (parent === 'action_parameters') return { code: 'unknown-array', path: at, message: arrayMessage(key, limits) };
  if (key === 'preserve_duplicates') {
    const expected = limits.allowsDuplicates
      ? 'expected it in response arrays only'
      : `expected none: the ${limits.name} limits have no such key; remove it`;
    return problem('unknown-key', at, `found preserve_duplicates on a request header or cookie, ${expected}`);
  }
  return problem('unknown-key', at, `found the key ${quote(key)}, expected "name"`);
}

function arrayMessage(key: string, limits: CustomFieldLimits): string {
  const found = `found the key ${quote(key)}, expected one of ${limits.arrays.join(', ')}`;
  const near = FIELD_ARRAYS.find((array) => array === nearest(key, FIELD_ARRAYS));
  if (near === undefined) return found;
  if (limits.arrays.includes(near)) return `${found}; did you mean ${quote(near)}?`;
  return `${found}; for ${near} use --limits ${LIMITS.current.name}`;
}
