// The tasks: one function for each command, with the types of its request and result. They combine the other folders and print nothing.
export type { ReadStdin } from '../run/argument-text.ts';
export { InvalidRulesetError } from '../run/invalid-ruleset.ts';
export {
  type FilterArgument,
  type FilterSet,
  InvalidFilterError,
  type NamedFilter,
} from '../run/named-filters.ts';
export type { Progress } from '../run/progress.ts';
export type { SourceListing, SourceRequest } from '../run/sources.ts';
export { type BenchRequest, bench } from './bench/bench.ts';
export type { DeferredLines } from './bench/bench-kernel.ts';
export type { BenchReport, FilterComparison, FilterSpeed, Speed } from './bench/bench-report.ts';
export type { Step } from './bench/bench-split.ts';
export { type CheckResult, check, type FilterCheck, type FilterForms } from './check/check.ts';
export {
  type ExplainedLine,
  type ExplainRequest,
  type ExplainResult,
  explain,
  type LineChoice,
} from './explain/explain.ts';
export { type PreviewFieldsRequest, previewFields } from './preview/preview-fields.ts';
export type { FieldsPreview } from './preview/preview-report.ts';
export { listReplay, type ReplayRequest, replay } from './replay/replay.ts';
export { type EstimateRequest, type EstimateResult, estimate } from './sample/estimate.ts';
export { type SampleRequest, type SampleResult, sample } from './sample/sample.ts';
export type { SampledSource } from './sample/sample-source.ts';
export { listValidation, type ValidateRequest, validate } from './validate/validate.ts';
