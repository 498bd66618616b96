// Validates pushed lines against their job: receives inflated bytes and returns findings by rule. Totals add up in any order.
export { batchSpanOf, dayFolderFault, type ObjectName } from './batch-time.ts';
export { jobFindings } from './job-findings.ts';
export { planCustomFields } from './line/custom-plan.ts';
export { lineSchemaOf } from './line/line-schema.ts';
export { UndecidedFields } from './line/undecided-fields.ts';
export { dayPlacesOf } from './object-day.ts';
export { idFieldOf } from './repeats/id-field.ts';
export { memoryOfIds } from './repeats/repeated-ids.ts';
export type { RuleCode, Severity } from './rules.ts';
export { createValidation, parseName, VALIDATE_WORKER, type ValidationPlan } from './validate-plan.ts';
export { Validation, type ValidationOptions } from './validation.ts';
export {
  type Finding,
  type JobValidation,
  jobValidation,
  VALIDATION_VERSION,
  type ValidationReport,
} from './validation-report.ts';
export type { ValidationTotals } from './validation-totals.ts';
