// Plans: what would change in jobs and rulesets, computed from the state of the API and the files of the user. Pure.
export type { FilterChange, FilterNodeChange, JobChange, ListChange, ValueChange } from './change.ts';
export type { JobPlan, PlannedJob } from './job/job-plan.ts';
export { differencesAfter, isSameRuleset, planRuleset, type RulesetPlanRequest } from './ruleset/plan-ruleset.ts';
export type {
  FieldChange,
  JobFields,
  PlannedRuleset,
  RuleBody,
  RulesetPlan,
  RulesetWrite,
  ZoneRuleset,
} from './ruleset/ruleset-plan.ts';
export type { ZoneJob } from './ruleset/zone-jobs.ts';
