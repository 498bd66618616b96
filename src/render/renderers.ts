// Lists the formats of each result. To add a format to a result, add the file of its renderer and one entry here: `--format` takes its
// choices and its default (the first entry) from these tables. Renderers are loaded on use.

import type { CompareReport } from '../compare/index.ts';
import type { MigrationPlan, MigrationResult, RestorePlan, Verification } from '../migrate/index.ts';
import type {
  BenchReport,
  BucketChange,
  BucketList,
  CheckResult,
  DatasetList,
  DemoReport,
  EdgeInit,
  EstimateResult,
  ExplainResult,
  FieldList,
  FieldsApplied,
  FieldsPlan,
  FieldsPreview,
  FieldsProposal,
  JobList,
  JobsApplied,
  JobsPlan,
  MineResult,
  PoolEvents,
  ReplayResult,
  SampleResult,
  SandboxConnection,
  SecretChange,
  SecretList,
  SourceListing,
  TestResult,
} from '../task/index.ts';

import type { ValidationReport } from '../validate/index.ts';
import { type CaseFormat, caseRenderers, csvRendererOf, type PageFormat, pageRenderers } from './page-renderers.ts';
import type { Renderer, Renderers } from './renderer.ts';

type Format = 'text' | 'json';
type SampleFormat = 'lines' | Format;

const json = async (): Promise<Renderer<unknown>> => (await import('./json/render-json.ts')).renderJson;

const replayPageOf = async () => (await import('./page/replay-page.ts')).replayPage;
const comparePageOf = async () => (await import('./page/compare-page.ts')).comparePage;
const validationPageOf = async () => (await import('./page/validation-page.ts')).validationPage;
const guardSuites = async () => (await import('./cases/guard-cases.ts')).guardSuites;

const jobStrings = async (): Promise<Renderer<CheckResult>> =>
  (await import('./lines/job-strings.ts')).renderJobStrings;
const sampleLines = async (): Promise<Renderer<SampleResult>> =>
  (await import('./lines/sample-lines.ts')).renderSampleLines;
const estimateText = async (): Promise<Renderer<EstimateResult>> =>
  (await import('./text/estimate-text.ts')).renderEstimateText;

/** The names of the tables that `replay --format csv` prints; without `--table` the first that the report has. */
export const REPLAY_TABLES = [
  'jobs',
  'fields',
  'conditions',
  'hours',
  'job-fields',
  'cost',
  'overlap',
  'guards',
  'problems',
];

/** Of `replay`. */
export const REPLAY_RENDERERS: Renderers<ReplayResult, Format | PageFormat | CaseFormat | 'csv'> = {
  text: async () => (await import('./text/report/report-text.ts')).renderReportText,
  json,
  ...pageRenderers(replayPageOf),
  ...caseRenderers(guardSuites),
  csv: () => csvRendererOf(replayPageOf, REPLAY_TABLES),
};

/** The names of the tables that `compare --format csv` prints. */
export const COMPARE_TABLES = [
  'comparisons',
  'changes',
  'values',
  'by',
  'difference',
  'conditions',
  'hours',
  'job-fields',
  'cost',
  'guards',
  'problems',
];

/** Of `compare`. */
export const COMPARE_RENDERERS: Renderers<CompareReport, Format | PageFormat | CaseFormat | 'csv'> = {
  text: async () => (await import('./text/compare/compare-text.ts')).renderCompareText,
  json,
  ...pageRenderers(comparePageOf),
  ...caseRenderers(guardSuites),
  csv: () => csvRendererOf(comparePageOf, COMPARE_TABLES),
};

/** Of `--list`. */
export const LISTING_RENDERERS: Renderers<SourceListing, Format> = {
  text: async () => (await import('./text/listing-text.ts')).renderListingText,
  json: async () => (await import('./json/listing-json.ts')).renderListingJson,
};

/** Of `check`. */
export const CHECK_RENDERERS: Renderers<CheckResult, Format | 'markdown' | CaseFormat> = {
  text: async () => (await import('./text/check-text.ts')).renderCheckText,
  json,
  markdown: async () => {
    const { markdownRenderer } = await import('./markdown/render-markdown.ts');
    return markdownRenderer((await import('./page/check-page.ts')).checkPage);
  },
  ...caseRenderers(async () => (await import('./cases/check-cases.ts')).checkSuites),
};

/** Of `check --as-job-string`. */
export const JOB_STRING_RENDERERS: Renderers<CheckResult, 'text'> = { text: jobStrings };

/** Of `datasets`. */
export const DATASET_LIST_RENDERERS: Renderers<DatasetList, Format> = {
  text: async () => (await import('./text/catalog/datasets-text.ts')).renderDatasetsText,
  json,
};

/** Of `fields list`. */
export const FIELD_LIST_RENDERERS: Renderers<FieldList, Format> = {
  text: async () => (await import('./text/catalog/fields-list-text.ts')).renderFieldListText,
  json,
};

/** Of `explain`. */
export const EXPLAIN_RENDERERS: Renderers<ExplainResult, Format> = {
  text: async () => (await import('./text/explain-text.ts')).renderExplainText,
  json: async () => (await import('./json/explain-json.ts')).renderExplainJson,
};

/** Of `sample`, whose text is the lines. */
export const SAMPLE_RENDERERS: Renderers<SampleResult, SampleFormat> = {
  lines: sampleLines,
  json: async () => (await import('./json/sample-json.ts')).renderSampleJson,
  text: sampleLines,
};

/** Of `sample --estimate`, which has no lines: `lines`, the default of the command, prints the text. */
export const ESTIMATE_RENDERERS: Renderers<EstimateResult, SampleFormat | PageFormat | CaseFormat> = {
  lines: estimateText,
  json,
  text: estimateText,
  ...pageRenderers(async () => (await import('./page/estimate-page.ts')).estimatePage),
  ...caseRenderers(guardSuites),
};

/** The names of the tables that `validate --format csv` prints. */
export const VALIDATION_TABLES = ['findings'];

/** Of `validate`. */
export const VALIDATE_RENDERERS: Renderers<ValidationReport, Format | PageFormat | CaseFormat | 'csv'> = {
  text: async () => (await import('./text/validate-text.ts')).renderValidateText,
  json,
  ...pageRenderers(validationPageOf),
  ...caseRenderers(async () => (await import('./cases/validation-cases.ts')).validationSuites),
  csv: () => csvRendererOf(validationPageOf, VALIDATION_TABLES),
};

/** Of `test`. */
export const TEST_RENDERERS: Renderers<TestResult, Format> = {
  text: async () => (await import('./text/test/test-text.ts')).renderTestText,
  json: async () => (await import('./json/test-json.ts')).renderTestJson,
};

const suite = async (): Promise<Renderer<MineResult>> => (await import('./json/suite-json.ts')).renderSuiteJson;

/** Of `test --mine`, whose result is the suite in every format. */
export const MINE_RENDERERS: Renderers<MineResult, Format> = { text: suite, json: suite };

/** Of `bench`. */
export const BENCH_RENDERERS: Renderers<BenchReport, Format> = {
  text: async () => (await import('./text/bench-text.ts')).renderBenchText,
  json,
};

/** Of `demo`. */
export const DEMO_RENDERERS: Renderers<DemoReport, Format> = {
  text: async () => (await import('./text/demo-text.ts')).renderDemoText,
  json,
};

/** Of `edge init`. */
export const EDGE_INIT_RENDERERS: Renderers<EdgeInit, Format> = {
  text: async () => (await import('./text/edge/edge-init-text.ts')).renderEdgeInitText,
  json,
};

/** Of `sandbox`: what clients need in order to use it. */
export const SANDBOX_RENDERERS: Renderers<SandboxConnection> = {
  env: async () => (await import('./lines/shell-exports.ts')).renderShellExports,
  json,
};

const resourcesText = () => import('./text/sandbox/resources-text.ts');

/** Of `sandbox bucket list`. */
export const BUCKET_LIST_RENDERERS: Renderers<BucketList, Format> = {
  text: async () => (await resourcesText()).renderBucketListText,
  json,
};

/** Of `sandbox bucket create` and `delete`. */
export const BUCKET_CHANGE_RENDERERS: Renderers<BucketChange, Format> = {
  text: async () => (await resourcesText()).renderBucketChangeText,
  json,
};

/** Of `sandbox secret list`. */
export const SECRET_LIST_RENDERERS: Renderers<SecretList, Format> = {
  text: async () => (await resourcesText()).renderSecretListText,
  json,
};

/** Of `sandbox secret put` and `delete`. */
export const SECRET_CHANGE_RENDERERS: Renderers<SecretChange, Format> = {
  text: async () => (await resourcesText()).renderSecretChangeText,
  json,
};

/** Of `pools events`. */
export const POOL_EVENTS_RENDERERS: Renderers<PoolEvents, Format> = {
  text: async () => (await import('./text/pools/events-text.ts')).renderPoolEventsText,
  json,
};

/** Of `fields preview`. The command writes the lines while it reads the traffic: nothing is left to render. */
export const FIELDS_RENDERERS: Renderers<FieldsPreview, Format | 'lines'> = {
  text: async () => (await import('./text/fields/fields-text.ts')).renderFieldsText,
  json,
  lines: () => () => '',
};

/** Of `fields propose`, whose JSON is the ruleset alone. */
export const PROPOSAL_RENDERERS: Renderers<FieldsProposal, Format> = {
  json: async () => (await import('./json/ruleset-json.ts')).renderRulesetJson,
  text: async () => (await import('./text/fields/proposal-text.ts')).renderProposalText,
};

/** Of `fields plan`. */
export const FIELDS_PLAN_RENDERERS: Renderers<FieldsPlan, Format> = {
  text: async () => (await import('./text/fields/plan/fields-plan-text.ts')).renderFieldsPlanText,
  json,
};

/** Of `fields apply`. */
export const FIELDS_APPLIED_RENDERERS: Renderers<FieldsApplied, Format> = {
  text: async () => (await import('./text/fields/plan/fields-applied-text.ts')).renderFieldsAppliedText,
  json,
};

/** Of `fields apply`, if the plan was printed before the question. */
export const FIELDS_OUTCOME_RENDERERS: Renderers<FieldsApplied, Format> = {
  text: async () => (await import('./text/fields/plan/fields-applied-text.ts')).renderFieldsOutcomeText,
  json,
};

/** Of `jobs list`. */
export const JOB_LIST_RENDERERS: Renderers<JobList, Format> = {
  text: async () => (await import('./text/jobs/job-list-text.ts')).renderJobListText,
  json,
};

/** Of `jobs plan`. */
export const JOBS_PLAN_RENDERERS: Renderers<JobsPlan, Format> = {
  text: async () => (await import('./text/jobs/jobs-plan-text.ts')).renderJobsPlanText,
  json,
};

/** Of `jobs apply`. */
export const JOBS_APPLIED_RENDERERS: Renderers<JobsApplied, Format> = {
  text: async () => (await import('./text/jobs/jobs-applied-text.ts')).renderJobsAppliedText,
  json,
};

/** Of `jobs apply`, if the plan was printed before the question. */
export const JOBS_OUTCOME_RENDERERS: Renderers<JobsApplied, Format> = {
  text: async () => (await import('./text/jobs/jobs-applied-text.ts')).renderJobsOutcomeText,
  json,
};

/** Of `pools migrate --plan`. */
export const MIGRATION_PLAN_RENDERERS: Renderers<MigrationPlan, Format> = {
  text: async () => (await import('./text/pools/migration-plan-text.ts')).renderMigrationPlanText,
  json,
};

/** Of `pools migrate --apply`: what it would do. */
export const PLAN_TO_APPLY_RENDERERS: Renderers<MigrationPlan, Format> = {
  text: async () => (await import('./text/pools/migration-plan-text.ts')).renderPlanToApplyText,
  json,
};

/** Of `pools migrate --restore`: what it would create. */
export const RESTORE_PLAN_RENDERERS: Renderers<RestorePlan, Format> = {
  text: async () => (await import('./text/pools/restore-plan-text.ts')).renderRestorePlanText,
  json,
};

/** Of `pools migrate --apply` and `--restore`. */
export const MIGRATION_RESULT_RENDERERS: Renderers<MigrationResult, Format> = {
  text: async () => (await import('./text/pools/migration-result-text.ts')).renderMigrationResultText,
  json,
};

/** Of `pools migrate --apply` and `--restore`, if the plan was printed before the question. */
export const MIGRATION_OUTCOME_RENDERERS: Renderers<MigrationResult, Format> = {
  text: async () => (await import('./text/pools/migration-result-text.ts')).renderMigrationOutcomeText,
  json,
};

/** Of `pools migrate --verify`. */
export const VERIFICATION_RENDERERS: Renderers<Verification, Format> = {
  text: async () => (await import('./text/pools/verification-text.ts')).renderVerificationText,
  json,
};
