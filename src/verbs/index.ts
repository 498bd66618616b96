// The verbs: one folder each. They combine the other folders, return results and print nothing.
export type { EmitRequest } from '../analysis/emit/index.ts';
export type { JobsAccess, ZoneAccess } from '../cloud/api/index.ts';
export type { IndexChanges } from '../input/indexing/index.ts';
export type { BenchReport, FilterComparison, FilterSpeed } from './bench/bench.ts';
export type { DeferredLines } from './bench/bench-pass.ts';
export type { Step } from './bench/bench-rounds.ts';
export { type DatasetList, type ListedDataset, listDatasets } from './catalog/list-datasets.ts';
export { type FieldList, type ListedField, type ListFieldsRequest, listFields } from './catalog/list-fields.ts';
export { type ListPromisesRequest, listPromises, type PromiseList } from './catalog/list-promises.ts';
export {
  type CheckRequest,
  type CheckResult,
  check,
  type DestinationProblem,
  type FilterCheck,
  type SettingCheck,
} from './check/check.ts';
export type { CheckedColumn, MovedFilter, TransformedJobCheck, TransformerCheck } from './check/check-transformer.ts';
export type { FilterForms } from './check/filter-forms.ts';
export type { DecidingCondition, FilterOnWitness, FilterProof } from './check/prove.ts';
export type { FilterShortening, ShortenedFigure, ShorteningStep } from './check/shorten.ts';
export { type CompareRequest, compare } from './compare/compare.ts';
export {
  type ComparePlanRequest,
  comparePlan,
  type PlanCompareReport,
  type PlanComparison,
} from './compare/compare-plan.ts';
export type { FilterToCompare } from './compare/compared-filters.ts';
export type { ComparedJob, DemoReport } from './demo/demo.ts';
export { type EdgeInit, type InitEdgeRequest, initEdge } from './edge/init-edge.ts';
export { type ExplainRequest, type ExplainResult, type ExplainSummary, explain } from './explain/explain.ts';
export type { ExplainedJob, LineReason, ReasonCount } from './explain/job-reasons.ts';
export type { LineChoice, RequestedIds } from './explain/line-choice.ts';
export type { ExplainedLine } from './explain/line-search.ts';
export {
  type ApplyFieldsRequest,
  type ApplyFieldsStep,
  applyFields,
  type FieldsApplied,
} from './fields/apply-fields.ts';
export { type FieldsPlan, type PlanFieldsRequest, planFields } from './fields/plan-fields.ts';
export type { IndexReport } from './index-logs/describe-index.ts';
export { type IndexLogsRequest, indexLogs } from './index-logs/index-logs.ts';
export type { AppliedJob, ApplyStep, JobsApplied } from './jobs/applied-jobs.ts';
export { type ApplyJobsRequest, applyJobs } from './jobs/apply-jobs.ts';
export type { JobOfPlan, JobsPlan, PlanJobsRequest } from './jobs/jobs-plan.ts';
export { type JobList, type ListedJob, type ListJobsRequest, listJobs } from './jobs/list-jobs.ts';
export type { AskOwnership, OwnershipQuestion } from './jobs/ownership.ts';
export { planJobs } from './jobs/plan-jobs.ts';
export type { FilterEffect } from './jobs/replay-effects.ts';
export { type MigratePoolsRequest, migratePools } from './pools/migrate-pools.ts';
export type { MigratePoolsPlanRequest, PoolsRequest } from './pools/open-pools.ts';
export { planPools } from './pools/plan-pools.ts';
export { type PlanRestorationRequest, planRestoration } from './pools/plan-restoration.ts';
export { type PlayEventsRequest, playPoolEvents } from './pools/play-events.ts';
export type {
  EventName,
  EventNotice,
  EventsComparison,
  NoticeDifference,
  NoticeRecipient,
  PlayedEvent,
  PlayedHealth,
  PlayedSource,
  PoolEvents,
} from './pools/pool-events.ts';
export { type RestorePoolsRequest, restorePools } from './pools/restore-pools.ts';
export { verifyPools } from './pools/verify-pools.ts';
export {
  type JobLines,
  type PreviewFieldsRequest,
  type PreviewJobs,
  previewFields,
  type TextSink,
} from './preview/preview-fields.ts';
export type { FieldsPreview, PreviewNote, PreviewRow } from './preview/preview-report.ts';
export { type FieldsProposal, type ProposeFieldsRequest, proposeFields } from './propose/propose-fields.ts';
export { type ReplayedJob, type ReplayRequest, type ReplayResult, replay } from './replay/replay.ts';
export type { ListedValues, ValuesByVerdict, WeighedValues } from './replay/values-by.ts';
export type { AppliedObject, ObjectStep } from './request/apply-object.ts';
export type { ReadStdin } from './request/argument-text.ts';
export type { FormRequest, LogsRequest, ThreadsRequest, TimeRangeRequest } from './request/logs-request.ts';
export type { FilterObject, FilterRequest } from './request/named-filters.ts';
export { type FilterArgument, type FilterSet, InvalidFilterError } from './request/named-filters.ts';
export type { PriceRequest } from './request/read-prices.ts';
export type { ResumeRequest } from './request/resume.ts';
export { InvalidRulesetError } from './request/ruleset-argument.ts';
export type { WrittenByRequest } from './request/written-by/written-by.ts';
export {
  type EstimateRequest,
  type EstimateResult,
  estimate,
  type VerdictShares,
  type WholeEstimate,
} from './sample/estimate.ts';
export { type SampleRequest, type SampleResult, sample } from './sample/sample.ts';
export type { SampledSource, SampleSourceRequest } from './sample/sample-source.ts';
export {
  type BucketChange,
  type BucketList,
  type BucketRequest,
  createBucket,
  deleteBucket,
  type ListedBucket,
  listBuckets,
} from './sandbox/buckets.ts';
export type { SandboxAccess } from './sandbox/open-sandbox.ts';
export type { SandboxConnection } from './sandbox/sandbox-connection.ts';
export {
  deleteSecret,
  listSecrets,
  type PutSecretRequest,
  putSecret,
  type SecretChange,
  type SecretList,
  type SecretRequest,
} from './sandbox/secrets.ts';
export type { SuggestRequest } from './suggest/resolved-suggestion.ts';
export { suggest } from './suggest/suggest.ts';
export type {
  PeriodShare,
  Rung,
  SuggestedPromise,
  SuggestOutcome,
  SuggestReport,
} from './suggest/suggest-report.ts';
export { type MineRequest, type MineResult, mineSuite } from './test/mine-suite.ts';
export { type TestRequest, testFilters } from './test/test-filters.ts';
export type { TrafficFileProblem, TrafficTotal } from './traffic/traffic-total.ts';
export {
  type ApplyTransformerRequest,
  applyTransformer,
  type TransformersApplied,
} from './transformers/apply-transformer.ts';
export { type ListedTransformer, listTransformers, type TransformerList } from './transformers/list-transformers.ts';
export {
  type PlanTransformerRequest,
  planTransformer,
  type TransformersAccess,
  type TransformersPlan,
} from './transformers/plan-transformer.ts';
export type { PreviewAnswer, PreviewComparison, PreviewedLine, PreviewRequest } from './transformers/preview-lines.ts';
export { listValidation, type ValidateRequest, validate } from './validate/validate.ts';
export type { ValidatedJob, ValidationInput } from './validate/validate-job.ts';
export { cancelRun, listRuns, type RunList, type RunsRequest } from './worker/list-runs.ts';
export { type PlannedListing, planShards, type ShardPlan, type ShardPlanRequest } from './worker/plan-shards.ts';
export { serve, type WorkerRequest } from './worker/serve.ts';
