// Is what was pushed what the job promises? Bytes of objects in, findings by rule out; figures add up in any order.
export { batchSpanOf, dayFolderFault, type ObjectName } from './batch-time.ts';
export { planCustomFields } from './custom-plan.ts';
export { idFieldOf } from './id-field.ts';
export { jobFindings } from './job-rules.ts';
export { lineFormOf } from './line-form.ts';
export { memoryOfIds } from './repeated-ids.ts';
export type { RuleCode, Severity } from './rules.ts';
export { UndecidedFields } from './undecided-fields.ts';
export { Validation } from './validation.ts';
export {
  type Finding,
  type JobValidation,
  jobValidation,
  VALIDATION_VERSION,
  type ValidationReport,
} from './validation-report.ts';
export type { ValidationTotals } from './validation-totals.ts';
