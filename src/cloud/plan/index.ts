// Plans: what would change in jobs and rulesets, computed from the state of the API and the files of the user. Pure.
export type { FilterChange, FilterNodeChange, JobChange, ListChange, ValueChange } from './change.ts';
export { compareFilters } from './filter/compare-filters.ts';
export { filterKey } from './filter/filter-key.ts';
export { provenEqualFor } from './filter/proven-equal.ts';
export {
  compareJobs,
  compareReadBack,
  type JobPlan,
  type PlannedJob,
  printSetting,
  type UndoContent,
  valueChange,
} from './job/compare-settings.ts';
export { type JobPlanRequest, planJob, TAKES_EFFECT_AFTER_MINUTES } from './job/plan-job.ts';
export { outputOf } from './job/settings.ts';
export {
  compareRulesets,
  differencesAfter,
  isSameRuleset,
  planRuleset,
  type RulesetPlanRequest,
} from './ruleset/plan-ruleset.ts';
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
