// What of a validation the kernel covers: an entry for each rule and for each part of what lines are checked against. Each table is typed
// over its whole union, so an addition that forgets the kernel does not compile.
import type { CustomFieldLimits } from '../../../language/custom-fields/index.ts';
import { type LineRule, type ReadingRule, RULES, readingRules } from '../rules.ts';
import type { CheckOptions } from './check-options.ts';
import type { CustomKey, CustomPlan } from './custom-plan.ts';
import type { ExpectedField, LineSchema } from './line-schema.ts';

/** Whether the kernel's schema covers each part. `defer`: lines of a job that has this part go to LineChecker. */
type Coverage<Part> = Readonly<Record<keyof Part, 'kernel' | 'defer'>>;

/**
 * Whether the kernel checks a rule on lines. `kernel`: it never counts a line that violates the rule, or it reports what the rule needs
 * (ids, near limit, undecided). `defer`: it does not know the rule, so every line goes to LineChecker. `not-on-lines`: no line decides
 * the rule.
 */
export const KERNEL_RULES: {
  readonly [Code in ReadingRule]: 'kernel' | 'defer' | (Code extends LineRule ? never : 'not-on-lines');
} = {
  'object-unreadable': 'not-on-lines',
  'object-damaged': 'not-on-lines',
  'object-empty': 'not-on-lines',
  'object-name': 'not-on-lines',
  'day-folder': 'not-on-lines',
  bom: 'not-on-lines',
  shape: 'not-on-lines',
  malformed: 'kernel',
  'too-long': 'kernel',
  blank: 'kernel',
  'filter-drop': 'kernel',
  'filter-undecided': 'kernel',
  'field-missing': 'kernel',
  'field-extra': 'kernel',
  'field-order': 'kernel',
  'field-repeated': 'kernel',
  type: 'kernel',
  'timestamp-format': 'kernel',
  'timestamp-digits': 'kernel',
  'cve-rewrite': 'kernel',
  'event-after-batch': 'kernel',
  'event-before-batch': 'kernel',
  'custom-shape': 'kernel',
  'custom-unknown': 'kernel',
  'custom-case': 'kernel',
  'custom-size': 'kernel',
  'custom-truncated': 'kernel',
  'custom-near-limit': 'kernel',
  'repeated-in-object': 'kernel',
  'repeated-between-objects': 'kernel',
  'hour-without-object': 'not-on-lines',
};

/** The parts of a job's line schema. */
export const KERNEL_SCHEMA_PARTS: Coverage<LineSchema> = {
  fields: 'kernel',
  timestampFormat: 'kernel',
  rewritesCve: 'kernel',
  blankLines: 'kernel',
  // Only NDJSON.
  input: 'kernel',
  // Of documents only.
  records: 'kernel',
  wrappers: 'defer',
  // A line with an optional field does not match the schema.
  optional: 'kernel',
};

/** The parts of an expected field. */
export const KERNEL_FIELD_PARTS: Coverage<ExpectedField> = { key: 'kernel', field: 'kernel', type: 'kernel' };

/** What lines are checked against. */
export const KERNEL_OPTIONS: Coverage<CheckOptions> = {
  dataset: 'kernel',
  schema: 'kernel',
  filter: 'kernel',
  plan: 'kernel',
  range: 'kernel',
  idField: 'kernel',
  // Gives the times of an object's batch, which the kernel receives with each object.
  dayOf: 'kernel',
};

/** The parts of a plan of custom fields. */
export const KERNEL_PLAN_PARTS: Coverage<CustomPlan> = { keys: 'kernel', limits: 'kernel' };

/** The parts of a key whose value contains custom fields. */
export const KERNEL_KEY_PARTS: Coverage<CustomKey> = {
  key: 'kernel',
  logged: 'kernel',
  names: 'kernel',
  // Only for a message: a name in another case is not a configured one.
  folded: 'kernel',
};

/** The limits of custom fields. Those on rulesets, which no line can exceed, are `kernel`. */
export const KERNEL_LIMITS: Coverage<CustomFieldLimits> = {
  name: 'kernel',
  arrays: 'kernel',
  fieldsInAll: 'kernel',
  fieldsPerArray: 'kernel',
  combinedBytes: 'kernel',
  allowsDuplicates: 'kernel',
  neverLogged: 'kernel',
};

/** Whether the kernel covers every rule and every part. An entry that a table lacks cannot be compiled, but can be added at runtime. */
export function isCovered(options: CheckOptions): boolean {
  const { schema, plan } = options;
  // The options may have more properties, of a type that extends theirs.
  const known = Object.fromEntries(Object.keys(KERNEL_OPTIONS).map((key) => [key, options[key as keyof CheckOptions]]));
  return (
    readingRules().every(isRuleCovered) &&
    arePartsCovered(known, KERNEL_OPTIONS) &&
    arePartsCovered(schema, KERNEL_SCHEMA_PARTS) &&
    (schema.fields ?? []).every((field) => arePartsCovered(field, KERNEL_FIELD_PARTS)) &&
    arePartsCovered(plan, KERNEL_PLAN_PARTS) &&
    plan.keys.every((key) => arePartsCovered(key, KERNEL_KEY_PARTS)) &&
    arePartsCovered(plan.limits, KERNEL_LIMITS)
  );
}

function isRuleCovered(rule: ReadingRule): boolean {
  return KERNEL_RULES[rule] === 'kernel' || (KERNEL_RULES[rule] === 'not-on-lines' && RULES[rule].of !== 'line');
}

function arePartsCovered(parts: object, coverage: Readonly<Record<string, 'kernel' | 'defer'>>): boolean {
  return Object.entries(parts).every(([part, value]) => coverage[part] === 'kernel' || !isPresent(value));
}

/** Whether a job has a part: neither undefined, nor false, nor an empty list. */
function isPresent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
