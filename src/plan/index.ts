// Plans: what would change in jobs and rulesets, computed from the state of the API and the files of the user. Pure.
export type { FilterChange, FilterNodeChange, JobChange, ListChange, ValueChange } from './change.ts';
export type { JobPlan, PlannedJob } from './job/job-plan.ts';
export type { FieldChange, JobFields, RulesetPlan } from './ruleset/ruleset-plan.ts';
