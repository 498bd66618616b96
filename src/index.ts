// headgate as a library. First the verbs of the command line: each takes one request, returns its result and prints nothing. Then, by topic,
// the types of requests and results, and the parts that the verbs consist of, of which filter.ts exports the light ones. docs/library.md describes
// all of them.
// The types refer to Node's, which the compiler includes only on request.
/// <reference types="node" preserve="true" />
// biome-ignore-all assist/source/organizeImports: the verbs come first, then topics

// The verbs.
export {
  check,
  explain,
  replay,
  compare,
  comparePlan,
  validate,
  sample,
  estimate,
  suggest,
  testFilters,
  mineSuite,
  indexLogs,
  previewFields,
  proposeFields,
  listFields,
  listPromises,
  planFields,
  applyFields,
  listJobs,
  planJobs,
  applyJobs,
  listTransformers,
  planTransformer,
  applyTransformer,
  initEdge,
  listBuckets,
  createBucket,
  deleteBucket,
  listSecrets,
  putSecret,
  deleteSecret,
  planPools,
  migratePools,
  verifyPools,
  planRestoration,
  restorePools,
  playPoolEvents,
} from './verbs/checked-verbs.ts';
export { listDatasets } from './verbs/index.ts';
export type { IndexChanges, IndexLogsRequest, IndexReport } from './verbs/index.ts';

// What requests have in common: sources, filters, time, progress.
export {
  type FilterArgument,
  type FilterObject,
  type FilterRequest,
  type FilterSet,
  type FormRequest,
  InvalidFilterError,
  type LogsRequest,
  type ReadStdin,
  type ResumeRequest,
  type ThreadsRequest,
  type TimeRangeRequest,
  type WrittenByRequest,
} from './verbs/index.ts';
export type { LineRange, SourceListing, SourceObject } from './input/sources/index.ts';
export {
  type NamedFilter,
  type SelectedLines,
  type ShownLines,
  type Answers,
  answersOf,
  askSelected,
  mergeStates,
  type Query,
  QueryPass,
  type QueryPassOptions,
  type QueryState,
  type Question,
  queryOf,
  type SelectedOptions,
  type SelectedQuestion,
} from './analysis/query/index.ts';
export type { Progress } from './input/objects/index.ts';

// Checks of filters.
export type {
  CheckRequest,
  CheckResult,
  DecidingCondition,
  DestinationProblem,
  FilterCheck,
  FilterForms,
  FilterOnWitness,
  FilterProof,
  FilterShortening,
  SettingCheck,
  ShortenedFigure,
  ShorteningStep,
} from './verbs/index.ts';

// Replays and explanations.
export { type EmitRequest, type EmittedTotal, createLineOutput, type LineOutput } from './analysis/emit/index.ts';
export type {
  ExplainedJob,
  ExplainedLine,
  ExplainRequest,
  ExplainResult,
  ExplainSummary,
  LineChoice,
  LineReason,
  ListedValues,
  ReasonCount,
  ReplayedJob,
  ReplayRequest,
  ReplayResult,
  RequestedIds,
  ValuesByVerdict,
  WeighedValues,
} from './verbs/index.ts';
export type {
  Aggregate,
  AnswerTo,
  BatchFigures,
  ConditionCount,
  FailureCount,
  FieldCount,
  FilterTotals,
  HourCount,
  HourTotals,
  Sample,
  TransformFigures,
  TransformTotals,
  Transitions,
  UndecidedCount,
  WhereCount,
} from './analysis/aggregates/index.ts';
export {
  type ConditionSamples,
  type Detail,
  type JobReport,
  type Report,
  askReplay,
  type ReplayedSource,
  type ReplayQuestionOptions,
} from './analysis/replay/index.ts';
export type { Inflated } from './input/kernel/index.ts';
export type {
  LinesTotal,
  LineTotal,
  ObjectDamage,
  ObjectPass,
  OnKept,
  Pass,
  Problem as ReportProblem,
  SourceTotal,
} from './input/scan/index.ts';

// Rates and costs.
export {
  type CostDifference,
  costDifference,
  type CostReport,
  type CoveredHours,
  DAYS_PER_MONTH,
  type Estimated,
  type JobCost,
  MIN_COVERED_HOURS,
  type MissingTime,
  type MonthlyCost,
  type PeriodRate,
  PriceSyntaxError,
  type StoredSampling,
} from './analysis/cost/index.ts';

// Guards.
export {
  type GuardFigure,
  type GuardProblem,
  type GuardRequest,
  type GuardResult,
  type GuardSpan,
  GuardSyntaxError,
  type GuardUnit,
  type InvalidGuard,
  InvalidGuardError,
  parseGuard,
  type ThresholdGuard,
} from './analysis/guard/index.ts';

// Comparisons of filters.
export type {
  ComparePlanRequest,
  CompareRequest,
  FilterEffect,
  FilterToCompare,
  PlanCompareReport,
  PlanComparison,
} from './verbs/index.ts';
export type {
  ChangedLines,
  ComparedJob,
  CompareReport,
  Comparison,
  DistinguishingValue,
  FieldValues,
  FilterChange,
  SourceCompleteness,
  ValueWeight,
  WeighedField,
  WeighedValue,
} from './analysis/compare/index.ts';

// Filter tests.
export {
  type CaseResult,
  type ConditionCoverage,
  type CoverageGoal,
  type FilterCoverage,
  type FilterTest,
  InvalidSuiteError,
  type SuiteProblem,
  type SuiteResult,
  type TestResult,
} from './analysis/suite/index.ts';
export type { MineRequest, MineResult, TestRequest } from './verbs/index.ts';

// Samples and estimates.
export type {
  EstimateRequest,
  EstimateResult,
  SampledSource,
  SampleRequest,
  SampleResult,
  SampleSourceRequest,
  VerdictShares,
  WholeEstimate,
} from './verbs/index.ts';
export type { SpreadOver } from './analysis/sample/index.ts';
export type { DrawnLine, DrawnLines, ShareEstimate } from './analysis/sample/index.ts';

// Validations.
export type { ValidatedJob, ValidateRequest, ValidationInput } from './verbs/index.ts';
export type { Finding, JobValidation, RuleCode, Severity, ValidationReport } from './analysis/validate/index.ts';

// Custom fields.
export {
  type ApplyFieldsRequest,
  type ApplyFieldsStep,
  type FieldsApplied,
  type FieldsPlan,
  type FieldsPreview,
  type FieldsProposal,
  InvalidRulesetError,
  type JobLines,
  type PlanFieldsRequest,
  type PreviewFieldsRequest,
  type PreviewJobs,
  type PreviewNote,
  type PreviewRow,
  type ProposeFieldsRequest,
  type TextSink,
  type TrafficFileProblem,
  type TrafficTotal,
} from './verbs/index.ts';
export type {
  FieldFigures,
  JobMismatch,
  LeftOutName,
  LimitsName,
  LoggedGroup,
  NameFigures,
  ProposedField,
  ProposedRuleset,
  Ruleset,
  RulesetProblem,
  RulesetReading,
  TrafficFigures,
} from './language/custom-fields/index.ts';

// Jobs, and the lines that they write.
export type {
  AppliedJob,
  ApplyJobsRequest,
  ApplyStep,
  AskOwnership,
  JobList,
  JobOfPlan,
  JobsApplied,
  JobsPlan,
  ListedJob,
  ListJobsRequest,
  OwnershipQuestion,
  PlanJobsRequest,
} from './verbs/index.ts';
export type { JobsAccess } from './cloud/api/index.ts';
export type { Job, OutputOptions } from './language/job/index.ts';
export { isSampled, type JobProblem } from './language/output/index.ts';

// Transformers.
export type {
  AppliedObject,
  ApplyTransformerRequest,
  ListedTransformer,
  PlanTransformerRequest,
  PreviewAnswer,
  PreviewComparison,
  PreviewedLine,
  PreviewRequest,
  TransformerList,
  TransformersAccess,
  TransformersApplied,
  TransformersPlan,
} from './verbs/index.ts';

// Pools: the migration of their alerts, and their events.
export type {
  EventName,
  EventNotice,
  EventsComparison,
  MigratePoolsPlanRequest,
  MigratePoolsRequest,
  NoticeDifference,
  NoticeRecipient,
  PlanRestorationRequest,
  PlayedEvent,
  PlayedHealth,
  PlayedSource,
  PlayEventsRequest,
  PoolEvents,
  PoolsRequest,
  RestorePoolsRequest,
} from './verbs/index.ts';
export type {
  Alert,
  ApplyCost,
  CreatedPolicy,
  EventSource,
  Health,
  IgnoredPolicy,
  MigrationPlan,
  MigrationResult,
  MigrationStep,
  PlannedPolicy,
  PlannedPool,
  PoolName,
  Recipient,
  RemainingPool,
  ReportedEvents,
  RestorePlan,
  UsedPolicy,
  Verification,
} from './cloud/pools/index.ts';

// The edge script and the sandbox.
export type {
  BucketChange,
  BucketList,
  BucketRequest,
  EdgeInit,
  InitEdgeRequest,
  ListedBucket,
  PutSecretRequest,
  SandboxAccess,
  SecretChange,
  SecretList,
  SecretRequest,
} from './verbs/index.ts';
export {
  type EdgeAllowList,
  type EdgeOptions,
  type FedTraffic,
  type JobTotals,
  type PushedBatch,
  type PushEvent,
  type PushTotals,
  type Sandbox,
  type SandboxOptions,
  type SandboxPools,
  type SandboxTraffic,
  type SkippedEntries,
  startSandbox,
} from './sandbox/index.ts';
export type { Exchange, Header } from './sandbox/traffic/index.ts';

// Datasets and their fields.
export type { NamedPromise } from './language/promises/index.ts';
export type { DatasetList, FieldList, ListedDataset, ListedField, ListFieldsRequest } from './verbs/index.ts';
export type { ListPromisesRequest, PromiseList } from './verbs/index.ts';
export type { NothingLeft } from './analysis/suggest/index.ts';
export type {
  PeriodShare,
  Rung,
  SuggestedPromise,
  SuggestOutcome,
  SuggestReport,
  SuggestRequest,
} from './verbs/index.ts';

// Filters, proofs, datasets, records, errors and exact values.
export * from './filter.ts';
export type { Instant, Items, TimeRange } from './base/index.ts';
export type { MixedDataset, OtherDatasets } from './language/dataset/index.ts';

// Objects of folders and buckets.
export {
  type Destination,
  type Listing,
  type ListProgress,
  type Location,
  type LocationOptions,
  type ObjectFinding,
  openDestination,
  parseLocation,
  parseObjectKey,
  readObject,
  type StoredObject,
} from './input/destination/index.ts';
