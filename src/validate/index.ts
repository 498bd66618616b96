// Is what was pushed what the job promises? Bytes of objects in, findings by rule out; figures add up in any order.
export { type BatchSpan, batchSpanOf, type ObjectName } from './batch-time.ts';
export { type CustomPlan, planCustomFields } from './custom-plan.ts';
export type { DetailCount } from './detail-tally.ts';
export { PLACES_PER_RULE, type Place, type RuleCount } from './finding-tally.ts';
export { idFieldOf } from './id-field.ts';
export { type CheckedJob, jobFindings } from './job-rules.ts';
export type { CheckOptions } from './line-checker.ts';
export { type LineForm, lineFormOf } from './line-form.ts';
export type { RepeatSearch } from './repeat-findings.ts';
export { MAX_ENTRIES } from './repeated-ids.ts';
export { RULE_CODES, RULES, type Rule, type RuleCode, type Severity } from './rules.ts';
export { type ObjectValidation, Validation } from './validation.ts';
export {
  type Finding,
  type JobValidation,
  jobValidation,
  VALIDATION_VERSION,
  type ValidationReport,
} from './validation-report.ts';
export { mergeTotals, type ValidationTotals } from './validation-totals.ts';
