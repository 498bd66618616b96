// The plan of a zone's custom fields as data. Types only; plan-fields.ts computes it.
import type { RulesetPlan } from '../../cloud/plan/index.ts';
import type { LimitsName, RulesetProblem } from '../../language/custom-fields/index.ts';

/** The result of `fields plan`. */
export interface FieldsPlan {
  version: 1;
  /** Identifier of the zone. */
  zoneId: string;
  limits: LimitsName;
  plan: RulesetPlan;
  /** Warnings on the ruleset of the file, such as a header that is never logged. */
  rulesetWarnings: readonly RulesetProblem[];
  /** Whether something would be changed. */
  isPending: boolean;
  /** Whether `fields apply` would apply the plan: it has no problem. */
  isApplicable: boolean;
}
