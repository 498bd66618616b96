// Plans the change of a zone's custom fields: compares the ruleset of a file with that of the zone, and composes the one request that
// applies it. Pure: reads and sends nothing.
import { printCount, printPlural } from '../../../base/index.ts';
import {
  CUSTOM_FIELDS_ACTION,
  type CustomFieldLimits,
  isCredentialName,
  type RulesetReading,
} from '../../../language/custom-fields/index.ts';
import { compareFields } from './compare-fields.ts';
import { compareSettings, fieldsOf, mergeRule, newRule, removedParameters, undoRule } from './merge-rule.ts';
import { customFieldsRules, otherRules, withoutStamps } from './rule-body.ts';
import type { PlannedRuleset, RuleBody, RulesetPlan, RulesetWrite, ZoneRuleset } from './ruleset-plan.ts';
import { compareJobs, type ZoneJob } from './zone-jobs.ts';

/** What a plan is computed from. */
export interface RulesetPlanRequest {
  /** Id or name, for the plan. */
  zone: string;
  /** The entry point of the phase; undefined if there is none. */
  stored: ZoneRuleset | undefined;
  /** A valid ruleset; without a rule, the custom fields are removed. */
  reading: Pick<RulesetReading, 'ruleset' | 'rule'>;
  limits: CustomFieldLimits;
  /** Every job of the zone; undefined if they could not be read. */
  jobs: readonly ZoneJob[] | undefined;
}

/** Plans a change. Equal settings in other words, and keys that only the server writes, are no change. */
export function planRuleset(request: RulesetPlanRequest): PlannedRuleset {
  const { zone, stored, reading, limits } = request;
  const [rule, second] = customFieldsRules(stored);
  const merged = mergedRule(rule, reading.rule);
  const { changes, isReordered } = compareFields(fieldsOf(rule), fieldsOf(merged));
  const others = [
    ...(rule === undefined || merged === undefined
      ? []
      : [...compareSettings(rule, merged), ...removedParameters(rule)]),
    ...(isReordered ? [describeOrder(limits)] : []),
  ];
  const isSame = changes.length === 0 && others.length === 0 && (rule === undefined) === (merged === undefined);
  const problems = second === undefined ? [] : [describeMany(stored!)];
  const compared = request.jobs === undefined ? undefined : compareJobs(reading.ruleset!, request.jobs);
  const plan: RulesetPlan = {
    action: isSame ? 'none' : rule === undefined ? 'create' : 'update',
    zone,
    version: stored?.version,
    fields: fieldsOf(merged).length,
    changes,
    others,
    jobs: compared?.jobs,
    warnings: [...warningsOf(reading.rule, rule, merged), ...(compared?.warnings ?? [])],
    problems,
  };
  const isWritten = !isSame && problems.length === 0;
  return {
    plan,
    write: isWritten ? writeOf(stored, rule, merged) : undefined,
    undo: undoOf(stored, rule, merged),
  };
}

/** Returns the rule after the change; undefined if it is removed. */
export function mergedRule(stored: RuleBody | undefined, wanted: RuleBody | undefined): RuleBody | undefined {
  if (wanted === undefined) return undefined;
  return stored === undefined ? newRule(wanted) : mergeRule(stored, wanted);
}

function writeOf(
  stored: ZoneRuleset | undefined,
  rule: RuleBody | undefined,
  merged: RuleBody | undefined,
): RulesetWrite {
  if (stored !== undefined && typeof rule?.id === 'string' && merged !== undefined) {
    return { kind: 'rule', rulesetId: stored.id, ruleId: rule.id, rule: merged };
  }
  const others = otherRules(stored).map((other) => withoutStamps(other));
  return { kind: 'rules', rules: merged === undefined ? others : [...others, merged] };
}

function undoOf(
  stored: ZoneRuleset | undefined,
  rule: RuleBody | undefined,
  merged: RuleBody | undefined,
): PlannedRuleset['undo'] {
  return { ...stored, rules: rule === undefined ? [] : [undoRule(rule, merged ?? {})] };
}

function describeOrder({ name, combinedBytes }: CustomFieldLimits): string {
  const effect =
    combinedBytes === undefined
      ? `the ${name} limits cut nothing, so the same values are logged`
      : `the values of a line beyond ${printCount(combinedBytes)} bytes are cut in this order (--limits ${name})`;
  return `order of the fields: ${effect}`;
}

function describeMany(stored: ZoneRuleset): string {
  const rules = customFieldsRules(stored);
  const ids = rules.map(({ id }) => String(id)).join(', ');
  return `found ${printPlural(rules.length, 'rule')} with the action ${CUSTOM_FIELDS_ACTION} in ruleset ${stored.id} (${ids}), expected one; merge them into one rule and delete the others`;
}

function warningsOf(
  wanted: RuleBody | undefined,
  stored: RuleBody | undefined,
  merged: RuleBody | undefined,
): string[] {
  if (merged === undefined) {
    return stored === undefined ? [] : ['the ruleset has no rule: the zone will log no custom fields'];
  }
  const names = fieldsOf(merged).flatMap(({ name }) => (isCredentialName(name) ? [name] : []));
  const credentials = `the values of ${[...new Set(names)].join(', ')} are probably credentials, and every line would contain them in clear; remove the fields unless the logs may contain them`;
  const disabled = `the rule stays disabled and logs nothing, because the ruleset does not have "enabled"; add "enabled": true`;
  return [
    // If the file disables the rule itself, its reading contains the warning.
    ...(wanted?.enabled === undefined && merged.enabled === false ? [disabled] : []),
    ...(names.length === 0 ? [] : [credentials]),
  ];
}
