// Rules as JSON: selects the rule of custom fields, and removes the keys that only the server writes.
import { CUSTOM_FIELDS_ACTION } from '../../../language/custom-fields/index.ts';
import type { RuleBody, ZoneRuleset } from './ruleset-plan.ts';

/** Written by the server with every change: they are no setting. docs/platform.md, "Management API". */
const STAMPS: readonly string[] = ['version', 'last_updated'];

/** Returns the rules of a ruleset that log custom fields; the platform allows one. */
export function customFieldsRules(ruleset: ZoneRuleset | undefined): RuleBody[] {
  return (ruleset?.rules ?? []).filter(({ action }) => action === CUSTOM_FIELDS_ACTION);
}

/** Returns the other rules, in their order. */
export function otherRules(ruleset: ZoneRuleset | undefined): RuleBody[] {
  return (ruleset?.rules ?? []).filter(({ action }) => action !== CUSTOM_FIELDS_ACTION);
}

/** Returns a copy of a rule without the keys of {@link STAMPS}, and without further keys. */
export function withoutStamps(rule: RuleBody, ...further: readonly string[]): RuleBody {
  return Object.fromEntries(Object.entries(rule).filter(([key]) => !STAMPS.includes(key) && !further.includes(key)));
}
