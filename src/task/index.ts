// What a user can ask for, one file each; they join the other folders and print nothing.
export type { ReadStdin } from './argument-text.ts';
export { type BenchRequest, bench } from './bench.ts';
export type { KernelUse, LeftLines } from './bench-kernel.ts';
export type { BenchReport, FilterComparison, FilterSpeed, MeasuredPart, Speed } from './bench-report.ts';
export type { Step, StepTime } from './bench-split.ts';
export { type CheckResult, check, describeFilter, type FilterCheck, type FilterForms } from './check.ts';
export { type Demo, startDemo } from './demo.ts';
export { type ExplainedLine, type ExplainRequest, type ExplainResult, explain, type LineChoice } from './explain.ts';
export { InvalidRulesetError } from './invalid-ruleset.ts';
export {
  type FilterArgument,
  type FilterSet,
  InvalidFilterError,
  isInvalid,
  type NamedFilter,
} from './named-filters.ts';
export { type PreviewFieldsRequest, previewFields } from './preview-fields.ts';
export type { FieldsPreview } from './preview-fields-report.ts';
export type { Progress } from './progress.ts';
export { listReplay, type ReplayRequest, replay } from './replay.ts';
export { type SampleRequest, type SampleResult, sample } from './sample.ts';
export { type EstimateRequest, type EstimateResult, estimate } from './sample-estimate.ts';
export type { SampledSource } from './sample-source.ts';
export type { SourceListing, SourceObject, SourceRequest } from './sources.ts';
export { listValidation, type ValidateRequest, validate } from './validate.ts';
