// Compares two states of a zone's ruleset: has another client changed it, and has a change taken effect?

import { isSameJson } from '../same-json.ts';
import { compareFields } from './compare-fields.ts';
import {
  compareSettings,
  customFieldsRules,
  fieldsOf,
  mergedRule,
  otherRules,
  planRuleset,
  type RulesetPlanRequest,
  withoutStamps,
} from './plan-ruleset.ts';

import type { FieldChange, RuleBody, ZoneRuleset } from './ruleset-plan.ts';

/** Whether two readings of a ruleset have the same id, version and rules. */
export function isSameRuleset(before: ZoneRuleset | undefined, now: ZoneRuleset | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.id === now.id && before.version === now.version && isSameJson(before.rules ?? [], now.rules ?? []);
}

/** Lists what changed from one state to another. Empty for the same settings in another version. */
export function compareRulesets(before: ZoneRuleset | undefined, now: ZoneRuleset | undefined): string[] {
  const [old, next] = [before, now].map((ruleset) => customFieldsRules(ruleset)[0]);
  const { changes, isReordered } = compareFields(fieldsOf(old), fieldsOf(next));
  return [
    ...changes.map(describeField),
    ...(old === undefined || next === undefined ? [] : compareSettings(old, next)),
    ...(isReordered ? ['order of the fields'] : []),
    ...otherChanges(before, now),
  ];
}

/**
 * Compares a ruleset that was read back with a plan.
 * @returns what differs from the expected state; empty if the plan is reached and every other rule, and the id and the ref of the changed
 * rule, are as before
 */
export function differencesAfter(request: RulesetPlanRequest, readBack: ZoneRuleset | undefined): string[] {
  const { reading } = request;
  const merged = mergedRule(customFieldsRules(request.stored)[0], reading.rule);
  // The keys that the file lacks must be kept, and those that it sets to null removed.
  const rule = merged === undefined ? undefined : { ...merged, ...reading.rule };
  const { plan } = planRuleset({ ...request, stored: readBack, reading: { ...reading, rule } });
  const [before] = customFieldsRules(request.stored);
  const [now] = customFieldsRules(readBack);
  const isKept = before === undefined || now === undefined || (before.id === now.id && before.ref === now.ref);
  return [
    ...plan.problems,
    ...plan.changes.map(describeField),
    ...plan.others,
    ...(isKept ? [] : ['the id or the ref of the rule changed']),
    ...otherChanges(request.stored, readBack),
  ];
}

/** `x-a: move (request_fields → transformed_request_fields)` */
function describeField({ kind, name, from, to }: FieldChange): string {
  return `${name}: ${kind} (${[from, to].filter(Boolean).join(' → ')})`;
}

function otherChanges(before: ZoneRuleset | undefined, now: ZoneRuleset | undefined): string[] {
  const kept = (ruleset: ZoneRuleset | undefined): RuleBody[] => otherRules(ruleset).map((rule) => withoutStamps(rule));
  return isSameJson(kept(before), kept(now)) ? [] : ['other rules of the ruleset changed'];
}
