// The shape of a custom-fields rule as data from outside, and what zod finds wrong with it as problems of ours.
// Source: reference/logpush.md section 6 and reference/api.md section 2. Names and limits are checked elsewhere.
import { z } from 'zod';
import { isPlainObject, nearest } from '../../base/index.ts';
import { type CustomFieldLimits, LIMITS } from '../limits.ts';
import { describe, quote } from './plain-value.ts';
import { FIELD_ARRAYS } from './ruleset.ts';
import { pathTo, type RulesetProblem } from './ruleset-problem.ts';

const ACTION = 'log_custom_field';
const EXPRESSION = 'true';

const entry = z.strictObject({ name: z.string().min(1) });
const responseEntry = z.strictObject({ name: z.string().min(1), preserve_duplicates: z.boolean().optional() });

/** A rule. Keys that the platform may add to a rule are let through, those of its parameters are not. */
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
  ...['id', 'version', 'action', 'action_parameters', 'expression', 'description', 'enabled', 'ref'],
  ...['last_updated', 'categories', 'logging'],
];

/** Every problem of the shape of a rule. Only arrays of the limits are suggested: others would be refused next. */
export function checkShape(rule: unknown, path: string, limits: CustomFieldLimits): RulesetProblem[] {
  const parsed = ruleSchema.safeParse(rule, { reportInput: true });
  if (parsed.success) return [];
  const { issues } = parsed.error;
  const problems = issues.flatMap((issue) => problemsOf(issue, path, limits));
  // An array whose name is misspelt is an array all the same.
  const isMisspelt = problems.some(({ code }) => code === 'unknown-array');
  return problems.filter(({ code }) => code !== 'no-arrays' || !isMisspelt);
}

/** Keys of a rule that look like known ones. They may be new: no more than a warning. */
export function checkRuleKeys(rule: unknown, path: string): RulesetProblem[] {
  if (!isPlainObject(rule)) return [];
  return Object.keys(rule)
    .filter((key) => !KNOWN_RULE_KEYS.includes(key))
    .flatMap((key) => {
      const near = nearest(key, KNOWN_RULE_KEYS);
      if (near === undefined) return [];
      return [
        {
          code: 'similar-key',
          path: pathTo(path, key),
          message: `found the key ${quote(key)}, did you mean ${quote(near)}?`,
        },
      ];
    });
}

function problemsOf(issue: z.core.$ZodIssue, root: string, limits: CustomFieldLimits): RulesetProblem[] {
  const path = issue.path.reduce<string>(pathTo, root);
  const last = issue.path.at(-1);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, last, limits));
  if (last === 'action') {
    return [{ code: 'wrong-action', path, message: `found ${describe(issue.input)}, expected ${quote(ACTION)}` }];
  }
  if (last === 'expression') {
    const message = `found ${describe(issue.input)}, expected the text ${quote(EXPRESSION)}: custom fields are logged for every request`;
    return [{ code: 'wrong-expression', path, message }];
  }
  if (issue.code === 'too_small' && last === 'name') {
    return [{ code: 'empty-name', path, message: 'found an empty name, expected the name of a header or cookie' }];
  }
  if (issue.code === 'too_small') {
    return [
      {
        code: 'empty-array',
        path,
        message: 'found an empty array, expected at least one {"name": …}; or leave the array out',
      },
    ];
  }
  if (issue.code === 'custom') {
    const message = `found no array, expected at least one of ${limits.arrays.join(', ')}`;
    return [{ code: 'no-arrays', path, message }];
  }
  return [{ code: 'wrong-type', path, message: `found ${describe(issue.input)}, expected ${wantedAt(issue)}` }];
}

function wantedAt(issue: z.core.$ZodIssue): string {
  const last = issue.path.at(-1);
  if (typeof last === 'number' && typeof issue.input === 'string') return `{"name": ${quote(issue.input)}}`;
  if (last === 'preserve_duplicates' || last === 'enabled') return 'true or false';
  if (typeof last === 'number') return 'an entry like {"name": "content-type"}';
  if (last === 'name') return 'the name of a header or cookie as text';
  return FIELD_ARRAYS.some((array) => array === last)
    ? 'an array of entries like {"name": "content-type"}'
    : 'an object';
}

/** @param parent the key or index under which it stands */
function unknownKey(
  key: string,
  path: string,
  parent: PropertyKey | undefined,
  limits: CustomFieldLimits,
): RulesetProblem {
  const at = pathTo(path, key);
  if (parent === 'action_parameters') return { code: 'unknown-array', path: at, message: arrayMessage(key, limits) };
  if (key === 'preserve_duplicates') {
    const wanted = limits.allowsDuplicates
      ? 'expected it in response arrays only'
      : `which the ${limits.name} limits do not have at all; leave it out`;
    return {
      code: 'unknown-key',
      path: at,
      message: `found preserve_duplicates on a request header or cookie, ${wanted}`,
    };
  }
  return { code: 'unknown-key', path: at, message: `found the key ${quote(key)}, expected "name"` };
}

function arrayMessage(key: string, limits: CustomFieldLimits): string {
  const found = `found the key ${quote(key)}, expected one of ${limits.arrays.join(', ')}`;
  const near = FIELD_ARRAYS.find((array) => array === nearest(key, FIELD_ARRAYS));
  if (near === undefined) return found;
  if (limits.arrays.includes(near)) return `${found}; did you mean ${quote(near)}?`;
  return `${found}; ${near} is an array of the ${LIMITS.current.name} limits, see --limits ${LIMITS.current.name}`;
}
