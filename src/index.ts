// headgate as a library. First the verbs of the command line: each takes one request, returns its result and prints nothing. Then the parts
// that the verbs consist of: values, datasets, filters, objects, records, output and replays. docs/library.md describes both.
// The types refer to Node's, which the compiler includes only on request.
/// <reference types="node" preserve="true" />
// biome-ignore-all assist/source/organizeImports: the verbs come first

// The verbs.
export {
  check,
  explain,
  replay,
  replayChange,
  validate,
  sample,
  estimate,
  previewFields,
  proposeFields,
  planFields,
  applyFields,
  listJobs,
  planJobs,
  applyJobs,
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
} from './task/index.ts';

// Their requests, results and errors.
export {
  InvalidFilterError,
  InvalidRulesetError,
  type ApplyFieldsRequest,
  type ApplyFieldsStep,
  type AppliedJob,
  type ApplyJobsRequest,
  type ApplyStep,
  type AskOwnership,
  type BucketChange,
  type BucketList,
  type BucketRequest,
  type CheckRequest,
  type CheckResult,
  type DestinationProblem,
  type EdgeInit,
  type EmitRequest,
  type EstimateRequest,
  type EstimateResult,
  type EventName,
  type EventNotice,
  type EventsComparison,
  type ExplainRequest,
  type ExplainResult,
  type ExplainedLine,
  type FieldsApplied,
  type FieldsPlan,
  type FieldsPreview,
  type FieldsProposal,
  type FilterArgument,
  type FilterCheck,
  type FilterEffect,
  type FilterForms,
  type FilterObject,
  type FilterRequest,
  type FilterSet,
  type FormRequest,
  type InitEdgeRequest,
  type JobLines,
  type JobList,
  type JobOfPlan,
  type JobsAccess,
  type JobsApplied,
  type JobsPlan,
  type LineChoice,
  type LineRange,
  type ListedBucket,
  type ListedJob,
  type ListJobsRequest,
  type LogsRequest,
  type MigratePoolsPlanRequest,
  type MigratePoolsRequest,
  type NamedFilter,
  type NoticeDifference,
  type NoticeRecipient,
  type NullReading,
  type PlanFieldsRequest,
  type OwnershipQuestion,
  type PlanJobsRequest,
  type PlanRestorationRequest,
  type PlayedEvent,
  type PlayedHealth,
  type PlayedSource,
  type PlayEventsRequest,
  type PoolEvents,
  type PoolsRequest,
  type PreviewFieldsRequest,
  type PreviewJobs,
  type PreviewNote,
  type PreviewRow,
  type Progress,
  type ProposeFieldsRequest,
  type PutSecretRequest,
  type ReadStdin,
  type ReplayChangeRequest,
  type ReplayRequest,
  type ReplayResult,
  type RestorePoolsRequest,
  type SampleRequest,
  type SampleResult,
  type SampleSourceRequest,
  type SampledSource,
  type SandboxAccess,
  type SecretChange,
  type SecretList,
  type SecretRequest,
  type SettingCheck,
  type SourceListing,
  type SourceObject,
  type SpreadOver,
  type TextSink,
  type ThreadsRequest,
  type TimeRangeRequest,
  type TrafficFileProblem,
  type TrafficTotal,
  type ValidateRequest,
  type ValidatedJob,
  type ValidationInput,
  type VerdictShares,
  type WholeEstimate,
  type WrittenByRequest,
} from './task/index.ts';

// Proofs about filters.
export type { SourceCompleteness } from './compare/index.ts';
export type { Proof, RecordDomain, Witness } from './logic/index.ts';

// Plans and results of a migration of pools.
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
} from './migrate/index.ts';

// Errors and exact values.
export {
  Decimal,
  type ErrorKind,
  type FieldSource,
  HeadgateError,
  HugeInteger,
  type Instant,
  type Items,
  parseJson,
  printJson,
  recordFrom,
  type TimeRange,
  type Value,
} from './base/index.ts';

// Rates and costs.
export {
  type CostDifference,
  type CostReport,
  type CoveredHours,
  costDifference,
  DAYS_PER_MONTH,
  type Estimated,
  type JobCost,
  MIN_COVERED_HOURS,
  type MissingTime,
  type MonthlyCost,
  type PeriodRate,
  PriceSyntaxError,
  type StoredSampling,
} from './cost/index.ts';

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
} from './guard/index.ts';

// Datasets and their fields.
export {
  DATASET_NAMES,
  type Dataset,
  DEFAULT_DATASET,
  type Field,
  type FieldType,
  getDataset,
  type OtherDatasets,
} from './dataset/index.ts';

// Filters.
export {
  type CompiledCondition,
  type CompiledFilter,
  type CompileOptions,
  type ConditionExplanation,
  canonicalFilter,
  compileFilter,
  type Explanation,
  explainFilter,
  type Filter,
  type FilterReading,
  type GroupExplanation,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  type Problem,
  printExpression,
  printFilterJson,
  printJobString,
  readFilter,
  type Truth,
  VERDICT_NAMES,
  type Verdict,
  type VerdictName,
} from './filter/index.ts';

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
} from './destination/index.ts';

// Records.
export {
  createRecordReader,
  type InputShape,
  type LineRecord,
  type RecordReader,
  type RecordReaderOptions,
  type RecordSink,
} from './record/index.ts';

// Jobs, and the lines that they write.
export type { Job, OutputOptions } from './job/index.ts';
export { createLineOutput, isSampled, type JobProblem, type LineOutput } from './output/index.ts';

// Replays of filters over objects, and their reports.
export {
  type ConditionCount,
  type Detail,
  type EmittedTotal,
  type ExtraCount,
  type ExtraFilter,
  type FieldCount,
  type FilterTotals,
  type HourCount,
  type HourTotals,
  type JobReport,
  mergeReports,
  type PassReport,
  Replay,
  type ReplayJob,
  type ReplayOptions,
  type Report,
  type Sample,
  type ShownLines,
} from './replay/index.ts';
export type { Inflated } from './kernel/index.ts';
export type {
  LinesTotal,
  LineTotal,
  ObjectDamage,
  ObjectPass,
  OnKept,
  Pass,
  Problem as ReportProblem,
  SourceTotal,
} from './scan/index.ts';

// The local service.
export {
  type FedTraffic,
  type JobTotals,
  type PushEvent,
  type PushedBatch,
  type PushTotals,
  type EdgeAllowList,
  type EdgeOptions,
  type Sandbox,
  type SandboxOptions,
  type SandboxPools,
  type SandboxTraffic,
  type SkippedEntries,
  startSandbox,
} from './sandbox/index.ts';
export type { Exchange, Header } from './traffic/index.ts';

// Samples, validations and custom fields.
export type { DrawnLine, DrawnLines, ShareEstimate } from './sample/index.ts';
export type { Finding, JobValidation, RuleCode, Severity, ValidationReport } from './validate/index.ts';
export type {
  FieldFigures,
  LeftOutName,
  NameFigures,
  ProposedField,
  ProposedRuleset,
  TrafficFigures,
  JobMismatch,
  LimitsName,
  LoggedGroup,
  Ruleset,
  RulesetProblem,
  RulesetReading,
} from './custom-fields/index.ts';
